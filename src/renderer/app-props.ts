// What the window is handed by whoever starts it. It knows nothing of where these come from.
import type { IpcEventName, IpcEvents, IpcRequestName, IpcRequests } from '../shared/ipc.ts'
import type { ApprovalDecision, ViewContext } from '../shared/conversation.ts'
import type { LinesAnswer, OutlineAnswer } from '../shared/wire/room-calls.ts'
import type { RoomAction, RoomState } from './store/state.ts'

export interface RoomStore {
  get(): RoomState
  subscribe(listener: () => void): () => void
  dispatch(action: RoomAction): void
}

/** A microphone for the other people in a room; the agent hears it in another way. */
export interface SharedMicrophone {
  track: MediaStreamTrack | null
  /** Somebody talks, and means to be heard. */
  heard: boolean
}

/** How the other people in a room are heard: by which loudspeaker, null for the system's own, and how loud, from 0 to 1. */
export interface OthersHeard {
  speaker: string | null
  volume: number
}

/** What talking needs of the conversation. */
export interface TalkCommands {
  /** Begins a take; resolves with how long it may be. `playedMs` is how much of the agent's voice had been played. */
  startTalk(takeId: string, mode: 'hold' | 'hands_free', playedMs?: number): Promise<{ limitMs: number }>
  /** Ends a take that the person let go of so long ago. */
  stopTalk(takeId: string, sinceMs?: number): Promise<void>
  cancelTalk(takeId: string): Promise<void>
  /** Sound of the take, 16 kHz; lost where there is no link. */
  sendSound(samples: Int16Array): void
  /** The microphone that is open, and whether others in the room may hear it now. */
  shareMicrophone(shared: Partial<SharedMicrophone>): void
  hearOthers(how: OthersHeard): void
  /** Stops the agent; `playedMs` is how much of its voice had been played. */
  interrupt(playedMs?: number): Promise<void>
}

export interface RoomCommands extends TalkCommands {
  ask(text: string): Promise<void>
  /** Takes the name at this place of the person's words back to what they said. */
  restoreWords(turnId: string, at: number): Promise<void>
  /** Says a reply again, from this character on. */
  repeatReply(turnId: string, from: number): Promise<void>
  settleTake(takeId: string, decision: 'send' | 'discard'): Promise<void>
  openFile(file: string, line?: number): Promise<void>
  answerApproval(approvalId: string, decision: ApprovalDecision): Promise<void>
  /** Tells the agent what the person looks at, so that "this line" means something. */
  reportView(view: ViewContext): Promise<void>
  /**
   * Takes a hunk, given as a unified diff with its file headers, out of its file, and names the turn in which that was
   * done; rejects with a FaultError when the file has changed since.
   */
  revertHunk(patch: string): Promise<string>
  outline(file: string): Promise<OutlineAnswer['symbols']>
  /** Asks for what was said and shown before the oldest that is here. */
  loadEarlier(): Promise<void>
  /** The lines around a line of a file, as many above it as below. */
  linesAround(file: string, line: number, around: number): Promise<LinesAnswer>
  /** How many milliseconds a call takes, there and back. */
  ping(): Promise<number>
  /** A picture of the workspace, as a data URL. */
  image(file: string): Promise<string>
}

export interface AppBridge {
  /** Rejects with a FaultError. */
  request<K extends IpcRequestName>(
    name: K,
    ...input: IpcRequests[K]['in'] extends null ? [] : [IpcRequests[K]['in']]
  ): Promise<IpcRequests[K]['out']>
  on<K extends IpcEventName>(name: K, listener: (value: IpcEvents[K]) => void): () => void
  /** Tries again to get to where the agent is, for a window that could not. */
  returnToRoom(): void
}
