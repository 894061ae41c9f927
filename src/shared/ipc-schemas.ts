// The shapes of what comes in over IPC. Everything the window sends is checked against these before it is used.
import { z } from 'zod'
import { guestWires } from './gateway-status.ts'
import type { IpcRequestName, IpcRequests } from './ipc.ts'
import { settings } from './settings.ts'

const path = z.string().min(1).max(4096)
const nothing = z.null()
const secret = z.string().trim().min(1).max(4096)
const speechService = z.enum(['ears', 'voice'])

export const ipcInputs: { [K in IpcRequestName]: z.ZodType<IpcRequests[K]['in']> } = {
  'app.describe': nothing,
  'app.licences': nothing,
  'app.mishap': nothing,
  'app.diagnostics': nothing,
  'app.updates': nothing,
  'app.updates.check': nothing,
  'app.updates.install': nothing,
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
  'openclaw.token.set': z.object({ token: secret.nullable() }),
  'openclaw.find': nothing,
  'openclaw.test': nothing,
  'link.open': z.object({ url: z.string().min(1).max(8192) }),
  'room.join': nothing,
  'room.status': nothing,
  'room.entry': nothing,
  'room.retry': nothing,
  'room.servers': nothing,
  'room.invite': z.object({ name: z.string().trim().max(100) }),
  'room.health': nothing,
  'livekit.keys': nothing,
  'livekit.keys.set': z.object({ keys: z.object({ key: secret, secret }).nullable() }),
  'livekit.server': nothing,
  'livekit.server.start': z.object({ lan: z.boolean() }),
  'livekit.server.stop': nothing,
  'gateway.status': nothing,
  'gateway.pair': z.object({ wire: z.enum(guestWires) }),
  'gateway.drop': z.object({ id: z.string().min(1).max(128) }),
  'gateway.forget': nothing,
  'talk.shortcut': nothing,
  'speech.key': z.object({ of: speechService }),
  'speech.key.set': z.object({ of: speechService, key: secret.nullable() }),
}
