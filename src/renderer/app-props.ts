// What the window is handed by whoever starts it. It knows nothing of where these come from.
import type { IpcEventName, IpcEvents, IpcRequestName, IpcRequests } from '../shared/ipc.ts'
import type { RoomAction, RoomState } from './store/state.ts'

export interface RoomStore {
  get(): RoomState
  subscribe(listener: () => void): () => void
  dispatch(action: RoomAction): void
}

export interface RoomCommands {
  ask(text: string): Promise<void>
  interrupt(): Promise<void>
  openFile(file: string, line?: number): Promise<void>
}

export interface AppBridge {
  /** Rejects with a FaultError. */
  request<K extends IpcRequestName>(
    name: K,
    ...input: IpcRequests[K]['in'] extends null ? [] : [IpcRequests[K]['in']]
  ): Promise<IpcRequests[K]['out']>
  on<K extends IpcEventName>(name: K, listener: (value: IpcEvents[K]) => void): () => void
}
