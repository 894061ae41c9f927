// What the window needs from outside.
import type { IpcEventName, IpcEvents, IpcRequestName, IpcRequests } from '../shared/ipc.ts'
import type { ApprovalDecision, ViewContext } from '../shared/conversation.ts'
import type { LinesAnswer, OutlineAnswer } from '../shared/wire/room-calls.ts'
import type { RoomAction, RoomState } from './store/state.ts'

export interface RoomStore {
  get(): RoomState
  subscribe(listener: () => void): () => void
  dispatch(action: RoomAction): void
}

/** The microphone for other participants; the agent receives its audio separately. */
export interface SharedMicrophone {
  track: MediaStreamTrack | null
  /** The user is talking. */
  heard: boolean
}

/** How the window plays other participants: the loudspeaker, null for the system's, and the volume from 0 to 1. */
export interface OthersPlayback {
  speaker: string | null
  volume: number
}

/** The room commands that talking needs. */
export interface TalkCommands {
  /** Starts a take; resolves with its limit. `playedMs` is how much of the agent's voice was played. */
  startTalk(takeId: string, mode: 'hold' | 'hands_free', playedMs?: number): Promise<{ limitMs: number }>
  /** Ends a take; the user released the key `sinceMs` ago. */
  stopTalk(takeId: string, sinceMs?: number): Promise<void>
  cancelTalk(takeId: string): Promise<void>
  /** Audio of the take, 16 kHz; lost without a link. */
  sendSound(samples: Int16Array): void
  /** The open microphone, and whether other participants hear it now. */
  shareMicrophone(shared: Partial<SharedMicrophone>): void
  playOthers(playback: OthersPlayback): void
  /** Stops the agent; `playedMs` is how much of its voice was played. */
  interrupt(playedMs?: number): Promise<void>
}

export interface RoomCommands extends TalkCommands {
  ask(text: string): Promise<void>
  /** Undoes the correction at this position of the user's text. */
  restoreWords(turnId: string, at: number): Promise<void>
  /** Speaks a reply again, from this character on. */
  repeatReply(turnId: string, from: number): Promise<void>
  settleTake(takeId: string, decision: 'send' | 'discard'): Promise<void>
  openFile(file: string, line?: number): Promise<void>
  answerApproval(approvalId: string, decision: ApprovalDecision): Promise<void>
  /** Tells the agent what the user looks at, so that "this line" means something. */
  reportView(view: ViewContext): Promise<void>
  /** Tells the agent the highest number that is shown, so that a bare number means it, or the titles of the tabs. */
  reportAround(part: Pick<ViewContext, 'numbered' | 'tabs'>): Promise<void>
  /** What was reported last. */
  view(): ViewContext
  /**
   * Reverts a hunk, given as a unified diff with its file headers; resolves with the id of the turn that did it. Rejects
   * with a FaultError if the file has changed since. `of` is where it is shown.
   */
  revertHunk(patch: string, of?: { artifactId: string; hunk: string }): Promise<string>
  /** Shows the changes of a diff as they are now: its artifact arrives again. Rejects if nothing is changed any more. */
  refreshDiff(artifactId: string): Promise<void>
  /** Remembers with the conversation which hunks the user keeps. */
  decideHunks(artifactId: string, hunks: readonly string[], decision: 'kept' | 'undecided'): Promise<void>
  /** Remembers a comment on a hunk with the conversation; an empty text removes it. */
  commentHunk(artifactId: string, hunk: string, text: string): Promise<void>
  /** Puts the hunk back that this turn reverted. Rejects with a FaultError if it does not fit any more. */
  restoreHunk(turnId: string): Promise<void>
  outline(file: string): Promise<OutlineAnswer['symbols']>
  /** Loads what came before the oldest event here. */
  loadEarlier(): Promise<void>
  /** The lines around a line of a file, as many above as below. */
  linesAround(file: string, line: number, around: number): Promise<LinesAnswer>
  /** The round-trip time of a call in milliseconds. */
  ping(): Promise<number>
  /** An image in the workspace, as a data URL. */
  image(file: string): Promise<string>
}

export interface AppBridge {
  /** Rejects with a FaultError. */
  request<K extends IpcRequestName>(
    name: K,
    ...input: IpcRequests[K]['in'] extends null ? [] : [IpcRequests[K]['in']]
  ): Promise<IpcRequests[K]['out']>
  on<K extends IpcEventName>(name: K, listener: (value: IpcEvents[K]) => void): () => void
  /** Tries again to join the agent's room, for a window that fell back to the local one. */
  returnToRoom(): void
}
