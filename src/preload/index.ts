// Gives the page one object for requests and events, and passes on the room's port. Nothing else crosses: no event
// objects, no ipcRenderer. Main checks every request, so the preload needs no list of them.
import { contextBridge, ipcRenderer } from 'electron'
import {
  IPC_CHANNEL,
  IPC_EVENT_CHANNEL,
  ROOM_PORT_MESSAGE,
  type ParleyPreload,
} from '../shared/ipc-channels.ts'

const bridge: ParleyPreload = {
  request: (name, input) => ipcRenderer.invoke(IPC_CHANNEL, name, input),
  onEvent(listener) {
    const forward = (_: unknown, name: string, value: unknown): void => listener(name, value)
    ipcRenderer.on(IPC_EVENT_CHANNEL, forward)
    return () => void ipcRenderer.off(IPC_EVENT_CHANNEL, forward)
  },
}

contextBridge.exposeInMainWorld('parley', bridge)

// A port cannot pass through the context bridge. It is posted into the page, to our own origin only.
ipcRenderer.on(ROOM_PORT_MESSAGE, ({ ports }) => {
  globalThis.postMessage(ROOM_PORT_MESSAGE, globalThis.origin, [...ports])
})
