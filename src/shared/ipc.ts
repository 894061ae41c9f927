// The table of what the window may ask of the app, and what the app tells the window. Names and types only:
// the preload imports this file and must stay free of zod. The shapes are checked in main by ipc-schemas.ts.
import type { BrainStatus } from './brain-status.ts'
import type { GatewayStatus, GuestWire, Pairing } from './gateway-status.ts'
import type { HealthStep, Invitation, LocalServerState, RoomStatus } from './room-status.ts'
import type { Settings } from './settings.ts'
import type { UpdateStatus } from './update-status.ts'

export interface WorkspaceInfo {
  path: string
  name: string
  branch: string | null
}

export interface RecentFolder {
  path: string
  name: string
  openedAt: number
}

export interface FolderListing {
  path: string
  parent: string | null
  folders: string[]
}

export interface AppInfo {
  version: string
  /** A desktop window can show the system's folder dialog; a browser cannot. */
  host: 'desktop' | 'browser'
  home: string
}

/** The keys that begin and end talking while another window is in front. */
export interface TalkShortcut {
  /** As Electron writes them; null where there are none. */
  keys: string | null
  /** False when the system would not have it, as when another program has these keys. */
  registered: boolean
}

/** All a window may know of a secret: whether there is one, where it is from and where it would be kept. */
export interface TokenState {
  from: 'set here' | 'environment' | 'nowhere'
  keptIn: 'keychain' | 'file' | 'memory'
}

/** What a test of the connection found, step by step; null for what is neither good nor bad. */
export interface ConnectionReport {
  steps: { ok: boolean | null; words: string }[]
}

export type SpeechService = 'ears' | 'voice'

/** What is inside that others made, and on what terms. */
export interface Licence {
  part: string
  version: string
  licence: string
  for: string
  /** The licence itself, whole. */
  text: string
}

export interface IpcRequests {
  'app.describe': { in: null; out: AppInfo }
  'app.licences': { in: null; out: Licence[] }
  /** What went wrong and was set right again; told once. */
  'app.mishap': { in: null; out: { message: string; remedy: string } | null }
  /** What helps to find a mistake: no secret, no word that was said. */
  'app.diagnostics': { in: null; out: { text: string } }
  'app.updates': { in: null; out: UpdateStatus }
  'app.updates.check': { in: null; out: UpdateStatus }
  /** Ends the app and starts the new version, as soon as nobody talks and no turn runs. */
  'app.updates.install': { in: null; out: UpdateStatus }
  'workspace.current': { in: null; out: WorkspaceInfo | null }
  'workspace.recent': { in: null; out: RecentFolder[] }
  /** Shows the system's folder dialog; null when the person closed it. */
  'workspace.pick': { in: null; out: WorkspaceInfo | null }
  'workspace.open': { in: { path: string }; out: WorkspaceInfo }
  /** The folders inside a folder, for choosing one where there is no system dialog. */
  'folders.list': { in: { path: string | null }; out: FolderListing }
  'settings.read': { in: null; out: Settings }
  'settings.write': { in: Partial<Settings>; out: Settings }
  /** How whoever answers is doing. */
  'brain.status': { in: null; out: BrainStatus | null }
  /** Tries to connect to whoever answers, now. */
  'brain.retry': { in: null; out: null }
  'openclaw.token': { in: null; out: TokenState }
  /** Sets the gateway's token, or forgets it. It goes in here and never comes out again. */
  'openclaw.token.set': { in: { token: string | null }; out: TokenState }
  /** Whether a gateway answers where the settings say it is. */
  'openclaw.find': { in: null; out: { found: boolean; place: string } }
  'openclaw.test': { in: null; out: ConnectionReport }
  /** Opens a web link outside the app. */
  'link.open': { in: { url: string }; out: null }
  /** Asks for a connection to the room; in a desktop window it arrives as a message port. */
  'room.join': { in: null; out: null }
  /** Where the conversation takes place, and how that is going. */
  'room.status': { in: null; out: RoomStatus }
  /** What this window needs to go there; a token of its own where that is a LiveKit room. */
  'room.entry': { in: null; out: RoomEntry }
  /** Tries to join the LiveKit room, now. */
  'room.retry': { in: null; out: null }
  /** The servers a page that is loaded now may connect to. */
  'room.servers': { in: null; out: string[] }
  /** Lets somebody else into the LiveKit room, for a few minutes. */
  'room.invite': { in: { name: string }; out: Invitation }
  /** How the room is, as far as can be told from here; the window knows the rest. */
  'room.health': { in: null; out: HealthStep[] }
  /** The key and the secret of the LiveKit server: whether they are there. */
  'livekit.keys': { in: null; out: TokenState }
  /** Sets both, or forgets them. They go in here and never come out again. */
  'livekit.keys.set': { in: { keys: { key: string; secret: string } | null }; out: TokenState }
  /** The LiveKit server on this computer. */
  'livekit.server': { in: null; out: LocalServerState }
  /** Starts it, for this computer alone or for its network too; answers when it runs or has failed. */
  'livekit.server.start': { in: { lan: boolean }; out: LocalServerState }
  'livekit.server.stop': { in: null; out: LocalServerState }
  /** The gateway for phones, browsers and glasses, and who is there. */
  'gateway.status': { in: null; out: GatewayStatus }
  /** Makes a token for a device that speaks this protocol. */
  'gateway.pair': { in: { wire: GuestWire }; out: Pairing }
  /** Closes a guest's connection. */
  'gateway.drop': { in: { id: string }; out: null }
  /** No device that was paired may come back; those that are there are closed. */
  'gateway.forget': { in: null; out: null }
  'talk.shortcut': { in: null; out: TalkShortcut }
  /** The key of a service that hears or speaks: whether there is one. */
  'speech.key': { in: { of: SpeechService }; out: TokenState }
  /** Sets it, or forgets it. It goes in here and never comes out again. */
  'speech.key.set': { in: { of: SpeechService; key: string | null }; out: TokenState }
}

export interface IpcEvents {
  'workspace.changed': WorkspaceInfo | null
  'settings.changed': Settings
  'app.updates.changed': UpdateStatus
  /** The talk keys were pressed, wherever the person is. */
  'talk.toggled': null
  'talk.shortcut.changed': TalkShortcut
  'brain.changed': BrainStatus | null
  'room.changed': RoomStatus
  'livekit.server.changed': LocalServerState
  'gateway.changed': GatewayStatus
}

/** How a window goes to where the conversation is. */
export type RoomEntry = { tag: 'local' } | { tag: 'livekit'; url: string; token: string }

export type IpcRequestName = keyof IpcRequests
export type IpcEventName = keyof IpcEvents

export const ipcRequestNames = [
  'app.describe',
  'app.licences',
  'app.mishap',
  'app.diagnostics',
  'app.updates',
  'app.updates.check',
  'app.updates.install',
  'workspace.current',
  'workspace.recent',
  'workspace.pick',
  'workspace.open',
  'folders.list',
  'settings.read',
  'settings.write',
  'brain.status',
  'brain.retry',
  'openclaw.token',
  'openclaw.token.set',
  'openclaw.find',
  'openclaw.test',
  'link.open',
  'room.join',
  'room.status',
  'room.entry',
  'room.retry',
  'room.servers',
  'room.invite',
  'room.health',
  'livekit.keys',
  'livekit.keys.set',
  'livekit.server',
  'livekit.server.start',
  'livekit.server.stop',
  'gateway.status',
  'gateway.pair',
  'gateway.drop',
  'gateway.forget',
  'talk.shortcut',
  'speech.key',
  'speech.key.set',
] as const satisfies readonly IpcRequestName[]

export const ipcEventNames = [
  'workspace.changed',
  'settings.changed',
  'app.updates.changed',
  'talk.toggled',
  'talk.shortcut.changed',
  'brain.changed',
  'room.changed',
  'livekit.server.changed',
  'gateway.changed',
] as const satisfies readonly IpcEventName[]

/** An answer, or a fault in words: errors do not survive the crossing as objects. */
export type IpcReply<K extends IpcRequestName> =
  | { ok: true; value: IpcRequests[K]['out'] }
  | { ok: false; fault: { code: string; message: string; remedy: string; retryable: boolean } }

/** What the preload puts on the window. */
export interface ParleyPreload {
  request(name: IpcRequestName, input: unknown): Promise<unknown>
  onEvent(listener: (name: IpcEventName, value: unknown) => void): () => void
}

/** The channels between preload and main. */
export const IPC_CHANNEL = 'parley.request'
export const IPC_EVENT_CHANNEL = 'parley.event'

/** The message that carries the room's port into the page. */
export const ROOM_PORT_MESSAGE = 'parley.room.port'
