// The one vocabulary of the house. Events say what happened, commands say what a person wants.
// A foreign protocol's words are translated into these at its codec and go no further.
import { z } from 'zod'
import { artifact } from './artifacts.ts'

/** What the agent is doing, coarsely: the same words LiveKit frontends expect in `lk.agent.state`. */
export const agentStates = ['initializing', 'idle', 'listening', 'thinking', 'speaking'] as const
export type AgentState = (typeof agentStates)[number]

/** What the agent is doing, finely: the actions a status line can show. */
export const statusActions = [
  'thinking',
  'searching_files',
  'reading_file',
  'writing_file',
  'editing_file',
  'web_search',
  'executing_command',
  'analyzing',
] as const
export type StatusAction = (typeof statusActions)[number]

const turnId = z.string().min(1).max(128)
const segmentId = z.string().min(1).max(160)

/** A turn began: the person's words are on their way to the brain. */
const turnStarted = z.object({ type: z.literal('turn.started'), turnId })

/** The person's words so far, whole each time; `final` when they will not change any more. */
const transcriptUpdated = z.object({
  type: z.literal('transcript.updated'),
  turnId,
  segmentId,
  text: z.string(),
  final: z.boolean(),
})

/** A piece was added to the agent's reply. */
const replyAppended = z.object({ type: z.literal('reply.appended'), turnId, segmentId, delta: z.string() })

/** The agent's reply is complete (or cut off by an interrupt); `text` is all of it. */
const replyEnded = z.object({ type: z.literal('reply.ended'), turnId, segmentId, text: z.string() })

/** The agent turned to something else. */
const statusChanged = z.object({
  type: z.literal('status.changed'),
  turnId,
  action: z.enum(statusActions),
  detail: z.string().optional(),
  /** The tool's own name, for those who debug. */
  tool: z.string().optional(),
  startedAt: z.number(),
})

/** There is something new to look at. */
const artifactCreated = z.object({ type: z.literal('artifact.created'), turnId, artifact })

/** A turn is over, one way or another. */
const turnEnded = z.object({
  type: z.literal('turn.ended'),
  turnId,
  outcome: z.enum(['completed', 'interrupted', 'failed']),
})

/** The coarse state of the agent changed. */
const stateChanged = z.object({ type: z.literal('state.changed'), state: z.enum(agentStates) })

export const conversationEvent = z.discriminatedUnion('type', [
  turnStarted,
  transcriptUpdated,
  replyAppended,
  replyEnded,
  statusChanged,
  artifactCreated,
  turnEnded,
  stateChanged,
])
export type ConversationEvent = z.infer<typeof conversationEvent>
export type ConversationEventOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>

/** An event with its identity and the moment it happened; this is what is journalled and sent. */
export const recordedEvent = z.object({
  id: z.string().min(1).max(128),
  at: z.number(),
  event: conversationEvent,
})
export type RecordedEvent = z.infer<typeof recordedEvent>

/** What to do with words that come while a turn is running. */
export const busyPolicies = ['interrupt', 'followup'] as const
export type BusyPolicy = (typeof busyPolicies)[number]

/** The longest thing a person can say at once. */
export const MAX_ASK_CHARACTERS = 100_000

export type ConversationCommand =
  /** The person said or typed something. */
  | { type: 'turn.ask'; turnId: string; text: string }
  /** The person wants the agent to stop, now. */
  | { type: 'turn.interrupt' }
  /** The person wants to see a file, as when a search result is clicked. */
  | { type: 'file.open'; turnId: string; file: string; line?: number }
export type ConversationCommandOf<T extends ConversationCommand['type']> = Extract<
  ConversationCommand,
  { type: T }
>
