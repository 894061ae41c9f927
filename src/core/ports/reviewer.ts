// A guided review of a diff, as the agent and the brains of guests use it.
import type { Artifact } from '../../shared/artifacts.ts'
import type { ParticipantRole } from '../../shared/authorization.ts'
import type { ConversationEvent, ViewContext } from '../../shared/conversation.ts'

export interface ReviewAsk {
  turnId: string
  /** What the user looks at. */
  view?: ViewContext | undefined
  role: ParticipantRole
  /** Asks for what this role may not do by itself; resolves with whether it was allowed. */
  approve?(request: { title: string; action: string; diff: string }): Promise<boolean>
}

/** Where a review shows what it does. */
export interface ReviewOutput {
  record(event: ConversationEvent): void
  show(turnId: string, artifact: Artifact): void
}

/** What a review passes on: to the brain, or to the built-in agent. */
export interface PassedOn {
  to: 'brain' | 'builtin'
  text: string
  /** Called once that was answered; resolves with what to add to the reply. */
  answered(): Promise<string>
}

export interface Reviewer {
  /**
   * What these words are to the review: a command, or words that it answers; both are carried out here, at once. Or a request
   * that it passes on. Null if they are not about a review.
   */
  takes(said: string): 'command' | 'words' | 'request' | null
  /** A line that confirms a command. */
  confirmation(said: string): string
  /** Carries out a command or words; resolves with what to say. */
  carryOut(said: string, ask: ReviewAsk): Promise<string>
  /** A request, as whoever answers it gets it. */
  passOn(said: string): PassedOn | null
  /** A request that is not about the review, as the brain gets it: with what was decided since the last one. */
  passBy(said: string): string
  /** Follows what windows decide, and the diffs that are shown. */
  note(event: ConversationEvent): void
  /** The user looks at something else. */
  seen(view: ViewContext): void
  /** Where the review shows what it does, and how it finds one that Parley's last run left. */
  connect(output: ReviewOutput, recall: () => Promise<RecalledReview | null>): void
}

/** A review of an earlier run, from the journal. */
export interface RecalledReview {
  artifact: Extract<Artifact, { kind: 'diff' }>
  /** The hunk that waited. */
  hunk: string | null
  decided: ReadonlyMap<string, { tag: 'kept' } | { tag: 'reverted'; turnId: string }>
  remarks: ReadonlyMap<string, { text: string; sent: boolean }>
  /** Reverted hunks that the agent was told about. */
  refusalsSent: ReadonlySet<string>
}
