// The shapes of what comes in over IPC. Everything the window sends is checked against these before it is used.
import { z } from 'zod'
import type { IpcRequestName, IpcRequests } from './ipc.ts'
import { settings } from './settings.ts'

const path = z.string().min(1).max(4096)
const nothing = z.null()

export const ipcInputs: { [K in IpcRequestName]: z.ZodType<IpcRequests[K]['in']> } = {
  'app.describe': nothing,
  'workspace.current': nothing,
  'workspace.recent': nothing,
  'workspace.pick': nothing,
  'workspace.open': z.object({ path }),
  'folders.list': z.object({ path: path.nullable() }),
  'settings.read': nothing,
  'settings.write': settings.partial() as z.ZodType<IpcRequests['settings.write']['in']>,
  'brain.status': nothing,
  'brain.retry': nothing,
  'openclaw.token': nothing,
  'openclaw.token.set': z.object({ token: z.string().trim().min(1).max(4096).nullable() }),
  'openclaw.find': nothing,
  'openclaw.test': nothing,
  'link.open': z.object({ url: z.string().min(1).max(8192) }),
  'room.join': nothing,
}
