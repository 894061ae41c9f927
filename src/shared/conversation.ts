// Parley's vocabulary: events say what happened, commands say what the user wants. A wire's own terms are translated
// into these by its codec and go no further.
import { z } from 'zod'
import { artifact } from './artifacts.ts'
import { screen } from './screen.ts'

/** The coarse state, with the values that LiveKit frontends expect in `lk.agent.state`. */
export const agentStates = ['initializing', 'idle', 'listening', 'thinking', 'speaking'] as const
export type AgentState = (typeof agentStates)[number]

/** What a status can say the agent does. */
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

/** A turn began: its request goes to the brain. */
const turnStarted = z.object({
  type: z.literal('turn.started'),
  turnId,
  /** Who answers, such as "Claude Code"; absent in journals of earlier versions. */
  by: z.string().max(100).optional(),
  /** It runs beside the turn of this id, which goes on. */
  beside: turnId.optional(),
})

/**
 * The whole transcript of the user's utterance so far; `final` when it will not change any more. An empty final transcript
 * removes a partial one.
 */
const transcriptUpdated = z.object({
  type: z.literal('transcript.updated'),
  turnId,
  segmentId,
  text: z.string(),
  final: z.boolean(),
  /** The speaker's name, unless it is the owner. */
  speaker: z.string().max(128).optional(),
})

/** Text was added to the agent's reply. */
const replyAppended = z.object({ type: z.literal('reply.appended'), turnId, segmentId, delta: z.string() })

/** The agent replaced its reply so far. */
const replyReplaced = z.object({ type: z.literal('reply.replaced'), turnId, segmentId, text: z.string() })

/** The agent's reply is complete, or cut off by an interrupt; `text` is all of it. */
const replyEnded = z.object({ type: z.literal('reply.ended'), turnId, segmentId, text: z.string() })

/** The agent does something else now. */
const statusChanged = z.object({
  type: z.literal('status.changed'),
  turnId,
  action: z.enum(statusActions),
  detail: z.string().optional(),
  /** The tool's name, for debugging. */
  tool: z.string().optional(),
  /** The brain's own description, fit to be spoken. */
  spoken: z.string().max(300).optional(),
  startedAt: z.number(),
})

const artifactCreated = z.object({
  type: z.literal('artifact.created'),
  turnId,
  artifact,
  /** The guest whose conversation it is from, such as "G2 glasses". */
  source: z.string().max(64).optional(),
})

/** What an approval is for; "always" holds for one kind. */
export const approvalKinds = ['edit', 'command', 'question'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const approvalDecisions = [
  'allow',
  'always',
  'deny',
  // One of the choices of a question.
  'choice:1',
  'choice:2',
  'choice:3',
  'choice:4',
  'choice:5',
  'choice:6',
  'choice:7',
  'choice:8',
  'choice:9',
] as const

/** An action that the agent may not do without the user's decision. */
export const approval = z.object({
  id: z.string().min(1).max(128),
  kind: z.enum(approvalKinds),
  /** The action in a few words. */
  title: z.string().max(300),
  /** The exact command, or a description of the edit. */
  action: z.string().max(20_000),
  /** The folder it would be done in, if that is not obvious. */
  folder: z.string().max(4096).optional(),
  /** What is dangerous about it. */
  warning: z.string().max(2000).optional(),
  /** The change it would make, as a unified diff. */
  diff: z.string().optional(),
  /** When it lapses, if it does. */
  expiresAt: z.number().optional(),
  /** The possible answers; all of them when absent. */
  decisions: z.array(z.enum(approvalDecisions)).optional(),
  /** The guest whose conversation asks, such as "G2 glasses". */
  source: z.string().max(64).optional(),
  /** What an "always" would allow, if it is not everything of this kind in this session. */
  alwaysMeans: z.string().max(200).optional(),
  /** For a question: what the user can choose. The answer is `choice:N`, or `deny` for none of them. */
  choices: z.array(z.string().min(1).max(200)).min(2).max(9).optional(),
})
export type Approval = z.infer<typeof approval>

export type ApprovalDecision = (typeof approvalDecisions)[number]

/** The turn waits for the answer. */
const approvalRequested = z.object({ type: z.literal('approval.requested'), turnId, approval })

/** The approval was answered, or does not matter any more. */
const approvalSettled = z.object({
  type: z.literal('approval.settled'),
  turnId,
  approvalId: z.string(),
  decision: z.enum([...approvalDecisions, 'lapsed']),
})

/**
 * What only the owner may have a window do: it changes settings, the window itself, or which conversation is open, or
 * presses what the owner could press. Each is the id of a command in core/commands.
 */
export const ownerViewActions = [
  'palette.open',
  'shortcuts.open',
  'settings.open',
  'room.open',
  'devices.open',
  'about.open',
  'history.open',
  'folder.open',
  'agent.connect',
  'conversation.new',
  'theme.dark',
  'theme.light',
  'theme.system',
  'theme.toggle',
  'contrast.high',
  'contrast.normal',
  'text.larger',
  'text.smaller',
  'text.normal',
  'window.minimise',
  'window.maximise',
  'window.fullscreen',
  'window.restore',
  'window.close',
  'app.quit',
  'hands_free.on',
  'hands_free.off',
  'voice.faster',
  'voice.slower',
  'diffs.side_by_side',
  'diffs.unified',
  'preview.show',
  'preview.hide',
  'hunk.revert',
  'hunk.restore',
  'hunk.undo',
  'hunk.redo',
  'hunks.revert_rest',
  'file.revert',
  'numbers.show',
  'numbers.hide',
  'number.press',
] as const

/** What the agent can ask a window to do. */
export const viewActions = [
  'tab.nth',
  'tab.last',
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
  'hunk.comment',
  'hunks.keep_rest',
  'file.keep',
  'file.next',
  'file.previous',
  'scroll.up',
  'scroll.down',
  'scroll.top',
  'scroll.end',
  'line.reveal',
  'lines.select',
  'selection.clear',
  'folder.trust',
  'voice.louder',
  'voice.softer',
  'voice.mute',
  'voice.unmute',
  'microphone.mute',
  'microphone.unmute',
  ...ownerViewActions,
] as const
export type ViewAction = (typeof viewActions)[number]

const onlyOwner: ReadonlySet<ViewAction> = new Set(ownerViewActions)
/** Whether a window performs it only for its owner, never because another participant said so. */
export const isOnlyForOwner = (action: ViewAction): boolean => onlyOwner.has(action)

/** The user asked for something that only a window can do, such as the next tab. */
const viewRequested = z.object({
  type: z.literal('view.requested'),
  turnId,
  action: z.enum(viewActions),
  /** For `line.reveal`: the line; for `lines.select`, the first. For `number.press` and `tab.nth`: the number. */
  line: z.number().int().positive().optional(),
  endLine: z.number().int().positive().optional(),
  /** For `lines.select` where the view shows several files. */
  file: z.string().max(4096).optional(),
})

/** What a window is asked to do. */
export type ViewRequest = Omit<z.infer<typeof viewRequested>, 'type' | 'turnId'>

/** A heard text that was replaced by a name of the workspace, and other names it may be. */
export const correction = z.object({
  /** Where the name begins in the final text. */
  at: z.number().int().nonnegative(),
  from: z.string().max(200),
  to: z.string().max(200),
  alternatives: z.array(z.string().max(200)).max(5),
})
export type Correction = z.infer<typeof correction>

/** Parts of a transcript were replaced by names of the workspace; the user can undo each. */
const wordsCorrected = z.object({
  type: z.literal('words.corrected'),
  turnId,
  segmentId,
  corrections: z.array(correction).max(50),
})

/** The agent stopped speaking a reply after `heard` characters of it. */
const replyVoiced = z.object({
  type: z.literal('reply.voiced'),
  turnId,
  segmentId,
  heard: z.number().int().nonnegative(),
  complete: z.boolean(),
})

/** Where the time of a turn went, in milliseconds since the user released the key or sent the text. */
const turnTimed = z.object({
  type: z.literal('turn.timed'),
  turnId,
  /** How long the user talked, before that. Zero for typed requests. */
  talked: z.number().nonnegative(),
  recognised: z.number().nonnegative().optional(),
  firstWord: z.number().nonnegative().optional(),
  firstSound: z.number().nonnegative().optional(),
  ended: z.number().nonnegative(),
  /** Time spent in all tools together. */
  tools: z.number().nonnegative(),
})
export type TurnTiming = Omit<z.infer<typeof turnTimed>, 'type' | 'turnId'>

/** An utterance was a command to the app itself, which performed it without the brain. */
const controlHeard = z.object({
  type: z.literal('control.heard'),
  turnId,
  phrase: z.string().max(200),
  /** The confirmation to show. */
  done: z.string().max(200),
})

/** A stored take that never became a request; the user can send or discard it. */
const takeOffered = z.object({
  type: z.literal('take.offered'),
  turnId,
  takeId: z.string().min(1).max(128),
  startedAt: z.number(),
  durationMs: z.number().nonnegative(),
  /** Its transcript, or null when no words were recognized. */
  text: z.string().nullable(),
})

/** The take was sent or discarded. */
const takeSettled = z.object({
  type: z.literal('take.settled'),
  turnId,
  takeId: z.string().min(1).max(128),
})

/** A reverted hunk is in its file again. The turn is the one that reverted it. */
const hunkRestored = z.object({ type: z.literal('hunk.restored'), turnId })

/** What `hunkKeys` of core/review makes; anything else names no hunk. */
export const HUNK_KEY = /^[0-9a-f]{16}(?:\.\d{1,6})?$/

/** What the user decides about hunks at once; a window says more in several calls. */
export const MAX_HUNKS_DECIDED = 500

/** Hunks of a diff, as the user decides about them. */
export const namedHunks = z.object({
  artifactId: z.string().min(1).max(128),
  hunks: z.array(z.string().regex(HUNK_KEY)).min(1).max(MAX_HUNKS_DECIDED),
})

/** The user kept or reverted hunks, or took that back. A turn that reverted one can be restored: `hunk.restored`. */
const hunksDecided = namedHunks.extend({
  type: z.literal('hunks.decided'),
  turnId,
  decision: z.enum(['kept', 'reverted', 'undecided']),
})

/** The longest comment on a hunk. */
export const MAX_COMMENT = 4000

/** One hunk of a diff, as the user comments on it. */
export const namedHunk = z.object({
  artifactId: z.string().min(1).max(128),
  hunk: z.string().regex(HUNK_KEY),
})

/** The user commented on a hunk, or changed the comment; an empty text removes it. */
const hunkCommented = namedHunk.extend({
  type: z.literal('hunk.commented'),
  turnId,
  text: z.string().max(MAX_COMMENT),
  /** The agent has it. */
  sent: z.boolean().optional(),
})

/** A guided review came to another hunk of a diff, or ended. */
const reviewMoved = z.object({
  type: z.literal('review.moved'),
  turnId,
  artifactId: z.string().min(1).max(128),
  /** The hunk that waits for a decision. Null at the end, and while the review is interrupted. */
  hunk: z.string().regex(HUNK_KEY).nullable(),
  /** The number of the hunk, of so many. */
  at: z.number().int().nonnegative(),
  of: z.number().int().nonnegative(),
  /** What Parley says about the hunk, or about the end. */
  description: z.string().max(1000),
  phase: z.enum(['hunk', 'ended', 'interrupted']),
})

/** The agent's reasoning so far, or its latest part. Never spoken. */
const thoughtUpdated = z.object({
  type: z.literal('thought.updated'),
  turnId,
  text: z.string().max(4000),
})

/** Something the user should read once, such as that the agent shortened its memory. */
const noticeShown = z.object({
  type: z.literal('notice.shown'),
  turnId,
  text: z.string().max(1000),
  /** The user must not miss it. */
  warning: z.boolean().optional(),
})

/** The agent talks about these lines, or the user's words were understood as them. */
const linesPointed = z.object({
  type: z.literal('lines.pointed'),
  turnId,
  file: z.string().max(4096),
  line: z.number().int().positive(),
  endLine: z.number().int().positive(),
  /** The user's words mean them, in the view in front. */
  said: z.boolean().optional(),
})

const turnEnded = z.object({
  type: z.literal('turn.ended'),
  turnId,
  outcome: z.enum(['completed', 'interrupted', 'failed']),
})

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
  hunksDecided,
  hunkCommented,
  reviewMoved,
  thoughtUpdated,
  noticeShown,
  linesPointed,
  turnEnded,
  stateChanged,
])
export type ConversationEvent = z.infer<typeof conversationEvent>
export type ConversationEventOf<T extends ConversationEvent['type']> = Extract<ConversationEvent, { type: T }>

/** An event with its id and time, as it is journaled and sent. */
export const recordedEvent = z.object({
  id: z.string().min(1).max(128),
  at: z.number(),
  event: conversationEvent,
})
export type RecordedEvent = z.infer<typeof recordedEvent>

/** What a request does while a turn is running: interrupts it, waits for its end, or steers it. */
export const busyPolicies = ['interrupt', 'followup', 'steer'] as const
export type BusyPolicy = (typeof busyPolicies)[number]

/** What the user looks at. */
export const viewContext = z.object({
  file: z.string().max(4096).optional(),
  line: z.number().int().positive().optional(),
  /** The last line, if several lines are selected; `line` is the first. */
  endLine: z.number().int().positive().optional(),
  /** The kind of the artifact in front. */
  kind: z.string().max(32).optional(),
  /** The artifact in front. */
  artifactId: z.string().min(1).max(128).optional(),
  /** Of a diff: the current hunk. */
  hunk: z.string().regex(HUNK_KEY).optional(),
  /** Of a diff: how many of its hunks are not decided, and how many it has. */
  hunks: z.object({ left: z.number().int().nonnegative(), of: z.number().int().nonnegative() }).optional(),
  /** The highest number that the window shows on what can be pressed. */
  numbered: z.number().int().positive().optional(),
  /** The titles of the open tabs, in their order. */
  tabs: z.array(z.string().max(300)).max(50).optional(),
  screen: screen.optional(),
})
export type ViewContext = z.infer<typeof viewContext>

/** The longest request. */
export const MAX_ASK_CHARACTERS = 100_000

export type ConversationCommand =
  | { type: 'turn.ask'; turnId: string; text: string }
  | { type: 'turn.interrupt' }
  /** The user wants to see a file, as when clicking a search result. */
  | { type: 'file.open'; turnId: string; file: string; line?: number }
  | { type: 'approval.answer'; approvalId: string; decision: ApprovalDecision }
  /** The user looks at something else now: what "this file" and "this line" mean. */
  | { type: 'view.report'; view: ViewContext }
  /** The user does not want this hunk in the file. */
  | { type: 'hunk.revert'; turnId: string; patch: string; of?: { artifactId: string; hunk: string } }
  /** The user wants to see the changes of this diff as they are now. */
  | { type: 'diff.refresh'; artifactId: string }
  /** The user decided about hunks, which changes no file. */
  | {
      type: 'hunks.decide'
      turnId: string
      artifactId: string
      hunks: string[]
      decision: 'kept' | 'undecided'
    }
  /** The user comments on a hunk; an empty text removes the comment. */
  | { type: 'hunk.comment'; turnId: string; artifactId: string; hunk: string; text: string }
  /** The user wants the hunk back that this turn reverted. */
  | { type: 'hunk.restore'; turnId: string }
export type ConversationCommandOf<T extends ConversationCommand['type']> = Extract<
  ConversationCommand,
  { type: T }
>
