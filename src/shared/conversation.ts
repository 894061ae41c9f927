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

/**
 * The person's words so far, whole each time; `final` when they will not change any more. Final and empty, the words are
 * taken back: nothing was said after all.
 */
const transcriptUpdated = z.object({
  type: z.literal('transcript.updated'),
  turnId,
  segmentId,
  text: z.string(),
  final: z.boolean(),
  /** What whoever said it is called, where that is somebody else than the owner of the app. */
  speaker: z.string().max(128).optional(),
})

/** A piece was added to the agent's reply. */
const replyAppended = z.object({ type: z.literal('reply.appended'), turnId, segmentId, delta: z.string() })

/** The agent took back what it said; this is its reply so far. */
const replyReplaced = z.object({ type: z.literal('reply.replaced'), turnId, segmentId, text: z.string() })

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
  /** The same in words fit to be said, where whoever answers has them. */
  spoken: z.string().max(300).optional(),
  startedAt: z.number(),
})

/** There is something new to look at. */
const artifactCreated = z.object({
  type: z.literal('artifact.created'),
  turnId,
  artifact,
  /** Whose conversation it is from, where that is not this one: "G2 glasses". */
  source: z.string().max(64).optional(),
})

/** What kind of thing an approval is about; "always" holds for one kind. */
export const approvalKinds = ['edit', 'command'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalDecisions = ['allow', 'always', 'deny'] as const

/** Something the agent wants to do and may not do unasked: the exact action, before it is done. */
export const approval = z.object({
  id: z.string().min(1).max(128),
  kind: z.enum(approvalKinds),
  /** What would be done, in a few words. */
  title: z.string().max(300),
  /** The exact command, or what the edit does in words. */
  action: z.string().max(20_000),
  /** The folder it would be done in, where that is not plain. */
  folder: z.string().max(4096).optional(),
  /** What is dangerous about it. */
  warning: z.string().max(2000).optional(),
  /** The change it would make, as a unified diff. */
  diff: z.string().optional(),
  /** When it lapses unanswered, if it does. */
  expiresAt: z.number().optional(),
  /** The answers that can be given; all of them when absent. */
  decisions: z.array(z.enum(approvalDecisions)).optional(),
  /** What an "always" would allow, where it is not all of the kind for this session. */
  alwaysMeans: z.string().max(200).optional(),
})
export type Approval = z.infer<typeof approval>

export type ApprovalDecision = (typeof approvalDecisions)[number]

/** The agent asks before it does something; the turn waits. */
const approvalRequested = z.object({ type: z.literal('approval.requested'), turnId, approval })

/** The question is answered, or does not matter any more. */
const approvalSettled = z.object({
  type: z.literal('approval.settled'),
  turnId,
  approvalId: z.string(),
  decision: z.enum([...approvalDecisions, 'lapsed']),
})

/** What the agent can ask a window to do with what it shows. */
export const viewActions = [
  'tab.next',
  'tab.previous',
  'tab.close',
  'tab.close_others',
  'tab.reopen',
  'tab.back',
  'tab.pin',
  'hunk.next',
  'hunk.previous',
  'hunk.keep',
  'hunk.revert',
  'file.next',
  'file.previous',
  'scroll.up',
  'scroll.down',
  'scroll.top',
  'scroll.end',
  'line.reveal',
  'voice.louder',
  'voice.softer',
  'voice.mute',
  'voice.unmute',
  'microphone.mute',
] as const
export type ViewAction = (typeof viewActions)[number]

/** The person asked for something only a window can do, such as the next tab. */
const viewRequested = z.object({
  type: z.literal('view.requested'),
  turnId,
  action: z.enum(viewActions),
  /** For `line.reveal`: the line. */
  line: z.number().int().positive().optional(),
})

/** A word that was heard and taken for a name of the workspace: what was heard, what was made of it, what else it may be. */
export const correction = z.object({
  /** Where in the final text the name begins. */
  at: z.number().int().nonnegative(),
  from: z.string().max(200),
  to: z.string().max(200),
  alternatives: z.array(z.string().max(200)).max(5),
})
export type Correction = z.infer<typeof correction>

/** Some of the person's words were taken for names of the workspace; each can be taken back. */
const wordsCorrected = z.object({
  type: z.literal('words.corrected'),
  turnId,
  segmentId,
  corrections: z.array(correction).max(50),
})

/** The agent's voice has fallen silent; `heard` of the reply's characters were said, and the rest was not. */
const replyVoiced = z.object({
  type: z.literal('reply.voiced'),
  turnId,
  segmentId,
  heard: z.number().int().nonnegative(),
  complete: z.boolean(),
})

/** Where the time of a turn went, in milliseconds since the person let go of the key, or sent what they typed. */
const turnTimed = z.object({
  type: z.literal('turn.timed'),
  turnId,
  /** How long the person talked, before all that. Zero for typed words. */
  talked: z.number().nonnegative(),
  recognised: z.number().nonnegative().optional(),
  firstWord: z.number().nonnegative().optional(),
  firstSound: z.number().nonnegative().optional(),
  ended: z.number().nonnegative(),
  /** Time spent in tools, all of them together. */
  tools: z.number().nonnegative(),
})
export type TurnTiming = Omit<z.infer<typeof turnTimed>, 'type' | 'turnId'>

/** Something spoken was understood as a command to the app itself, and done: no brain was asked. */
const controlHeard = z.object({
  type: z.literal('control.heard'),
  turnId,
  phrase: z.string().max(200),
  /** What was done, in a few words. */
  done: z.string().max(200),
})

/** Speech that was kept when Parley stopped or could not recognise it; the person may send it or let it go. */
const takeOffered = z.object({
  type: z.literal('take.offered'),
  turnId,
  takeId: z.string().min(1).max(128),
  startedAt: z.number(),
  durationMs: z.number().nonnegative(),
  /** The words in it, or null when they could not be made out. */
  text: z.string().nullable(),
})

/** The kept speech was sent or let go. */
const takeSettled = z.object({
  type: z.literal('take.settled'),
  turnId,
  takeId: z.string().min(1).max(128),
})

/** A hunk that the person had taken out is in its file again. The turn is the one in which it was taken out. */
const hunkRestored = z.object({ type: z.literal('hunk.restored'), turnId })

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
  replyReplaced,
  replyEnded,
  statusChanged,
  artifactCreated,
  approvalRequested,
  approvalSettled,
  viewRequested,
  wordsCorrected,
  replyVoiced,
  turnTimed,
  controlHeard,
  takeOffered,
  takeSettled,
  hunkRestored,
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

/** What to do with words that come while a turn is running: cut it off, wait for its end, or give them to it. */
export const busyPolicies = ['interrupt', 'followup', 'steer'] as const
export type BusyPolicy = (typeof busyPolicies)[number]

/** What the person is looking at. */
export const viewContext = z.object({
  file: z.string().max(4096).optional(),
  line: z.number().int().positive().optional(),
  /** The kind of the artifact in front. */
  kind: z.string().max(32).optional(),
})
export type ViewContext = z.infer<typeof viewContext>

/** The longest thing a person can say at once. */
export const MAX_ASK_CHARACTERS = 100_000

export type ConversationCommand =
  /** The person said or typed something. */
  | { type: 'turn.ask'; turnId: string; text: string }
  /** The person wants the agent to stop, now. */
  | { type: 'turn.interrupt' }
  /** The person wants to see a file, as when a search result is clicked. */
  | { type: 'file.open'; turnId: string; file: string; line?: number }
  /** The person answered a question of the agent. */
  | { type: 'approval.answer'; approvalId: string; decision: ApprovalDecision }
  /** The person looks at something else now: what "this file" and "this line" mean. */
  | { type: 'view.report'; view: ViewContext }
  /** The person does not want this hunk: it is taken out of the file again. */
  | { type: 'hunk.revert'; turnId: string; patch: string }
export type ConversationCommandOf<T extends ConversationCommand['type']> = Extract<
  ConversationCommand,
  { type: T }
>
