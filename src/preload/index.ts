// The IPC table as one object, and the room's port handed on. Nothing else crosses: no event objects, no ipcRenderer.
import { contextBridge, ipcRenderer } from 'electron'
import {
  IPC_CHANNEL,
  IPC_EVENT_CHANNEL,
  ipcEventNames,
  ipcRequestNames,
  ROOM_PORT_MESSAGE,
  type IpcEventName,
  type ParleyPreload,
} from '../shared/ipc.ts'

const bridge: ParleyPreload = {
  request(name, input) {
    if (!ipcRequestNames.includes(name)) return Promise.reject(new Error('The app knows no such request.'))
    return ipcRenderer.invoke(IPC_CHANNEL, name, input)
  },
  onEvent(listener) {
    const forward = (_: unknown, name: IpcEventName, value: unknown): void => {
      if (ipcEventNames.includes(name)) listener(name, value)
    }
    ipcRenderer.on(IPC_EVENT_CHANNEL, forward)
    return () => void ipcRenderer.off(IPC_EVENT_CHANNEL, forward)
  },
}

contextBridge.exposeInMainWorld('parley', bridge)

// A port cannot pass through the context bridge; it is posted into the page, to our own origin only.
ipcRenderer.on(ROOM_PORT_MESSAGE, ({ ports }) => {
  globalThis.postMessage(ROOM_PORT_MESSAGE, globalThis.origin, [...ports])
})
