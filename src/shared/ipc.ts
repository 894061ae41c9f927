// The IPC table: what the window may ask the app, who may ask it, and which events the app sends to the window. Main checks
// every request against this table, and docs/security.md is generated from it.
import { z } from 'zod'
import type { BrainView } from './brain-status.ts'
import { MAX_DEVICE_NAME, type GatewayStatus, type Pairing } from './gateway-status.ts'
import { guestWires } from './wire/registry.ts'
import type { HealthStep, Invitation, LocalServerState, RoomStatus } from './room-status.ts'
import { settings, settingsTable, type Settings } from './settings.ts'
import type { UpdateStatus } from './update-status.ts'

/** A folder is restricted until the user trusts it: it can be read, but nothing in it is changed or run. */
export type FolderTrust = 'trusted' | 'restricted' | 'undecided'

export interface WorkspaceInfo {
  path: string
  name: string
  branch: string | null
  trust: FolderTrust
  /** The title of the brain in the settings, if it needs a trusted folder and the built-in one answers instead. */
  replacedBrain: string | null
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
  /** Only a desktop window can show the system's folder dialog. */
  host: 'desktop' | 'browser'
  home: string
}

/** The keys that start and stop talking while another window has the focus. */
export interface TalkShortcut {
  /** In Electron's notation; null if there are none. */
  keys: string | null
  /** False if the system refused the keys, for example because another program uses them. */
  registered: boolean
}

/** All a window may know about a secret: whether there is one, where it comes from and where Parley stores it. */
export interface TokenState {
  /** A secret that was entered for another address than the current one is not used. */
  from: 'set here' | 'environment' | 'another address' | 'nowhere'
  keptIn: 'keychain' | 'file' | 'memory'
}

/** The result of a connection test, step by step; `ok` is null for a step that neither passed nor failed. */
export interface ConnectionReport {
  steps: { ok: boolean | null; text: string }[]
}

/** A coding agent Parley knows, and whether it is installed on this computer. */
export interface KnownAgent {
  /** The value of the setting `acpAgent`. */
  id: string
  title: string
  /** Its version, "installed" if it does not say, or null if it is not installed. */
  version: string | null
  /** The command that installs it. */
  install: string
  /** Whether it answers now. */
  inUse: boolean
}

/** A brain that was found on this computer while another one answers. */
/** A server on this computer that has models. */
export interface FoundModelServer {
  /** Such as "Ollama". */
  title: string
  url: string
  models: string[]
}

export interface DetectedBrain {
  id: string
  title: string
  place: string
}

/** What the owner can have their window do by voice. */
export const windowArrangements = [
  'larger text',
  'smaller text',
  'normal text',
  'minimised',
  'maximised or not',
  'full screen or not',
  'closed',
  'quit',
] as const
export type WindowArrangement = (typeof windowArrangements)[number]

export const speechServices = ['recognizer', 'voice'] as const
export type SpeechService = (typeof speechServices)[number]

/** A part of Parley that others made, and its licence. */
export interface Licence {
  part: string
  version: string
  licence: string
  for: string
  text: string
}

/** How a window reaches the room. */
export type RoomEntry = { tag: 'local' } | { tag: 'livekit'; url: string; token: string }

/** Every request comes from the owner's window: main checks the sender's frame on the desktop, the token in a browser. */
interface Request<Answer, Input extends z.ZodType = z.ZodType> {
  does: string
  input: Input
  /** The window sends it only when the user clicks. */
  needsClick?: true
  /** Refused to a page in a browser. */
  desktopOnly?: true
  /** Carries the type of the answer; it has no value. */
  answer?: { type: Answer }
}

const request =
  <Answer>() =>
  <Input extends z.ZodType = z.ZodNull>(
    entry: Omit<Request<Answer>, 'input'> & { input?: Input },
  ): Request<Answer, Input> => ({ ...entry, input: entry.input ?? (z.null() as z.ZodType as Input) })

const path = z.string().min(1).max(4096)
const secret = z.string().trim().min(1).max(4096)
const modelUrl = settingsTable.modelUrl.schema.refine((url) => url !== '')
const brain = z.string().min(1).max(100)
const guestId = z.string().min(1).max(128)
const speechService = z.enum(speechServices)

export const ipcRequests = {
  'app.describe': request<AppInfo>()({ does: 'names the version and the home folder' }),
  'app.licences': request<Licence[]>()({ does: 'lists the licences of the parts' }),
  'app.mishap': request<{ message: string; remedy: string } | null>()({
    does: 'reports, once, a crash that Parley recovered from',
  }),
  'app.diagnostics': request<{ text: string }>()({
    does: 'gives diagnostics without secrets or spoken text',
  }),
  'app.updates': request<UpdateStatus>()({ does: 'gives the state of updates' }),
  'app.updates.check': request<UpdateStatus>()({ does: 'looks for an update' }),
  'app.updates.install': request<UpdateStatus>()({
    does: 'restarts into a downloaded and verified update, once nobody talks and no turn runs',
    needsClick: true,
  }),
  'workspace.current': request<WorkspaceInfo | null>()({ does: 'names the open folder' }),
  'workspace.recent': request<RecentFolder[]>()({ does: 'lists the recent folders' }),
  'workspace.pick': request<WorkspaceInfo | null>()({
    does: 'opens a folder from the system’s dialog; never trusts it',
    needsClick: true,
    desktopOnly: true,
  }),
  'workspace.open': request<WorkspaceInfo>()({
    does: 'opens a folder; never trusts it',
    input: z.object({ path }),
    needsClick: true,
  }),
  'workspace.trust': request<WorkspaceInfo>()({
    does: 'trusts the open folder, or restricts it',
    input: z.object({ path, trust: z.enum(['trusted', 'restricted']) }),
    needsClick: true,
  }),
  'folders.list': request<FolderListing>()({
    does: 'lists the names of the folders in a folder',
    input: z.object({ path: path.nullable() }),
  }),
  'conversation.new': request<null>()({
    does: 'starts a new conversation about the open folder; the earlier one stays on disk',
  }),
  'window.arrange': request<null>()({
    does: 'changes the size of the text, or minimises, enlarges or closes the window that asks',
    input: z.object({ how: z.enum(windowArrangements) }),
  }),
  'editor.open': request<{ editor: string }>()({
    does: 'opens a file of the open folder in the user’s own editor, from a fixed table',
    input: z.object({ file: path, line: z.number().int().positive().max(10_000_000).nullable() }),
    needsClick: true,
  }),
  'settings.read': request<Settings>()({ does: 'reads the settings, which contain no secret' }),
  'settings.write': request<Settings>()({
    does: 'changes the settings the page may change (see below)',
    input: settings.partial() as z.ZodType<Partial<Settings>>,
  }),
  'brain.status': request<BrainView | null>()({ does: 'gives the state of the brain' }),
  'brain.retry': request<null>()({ does: 'connects to the brain again' }),
  'brain.detect': request<DetectedBrain | null>()({
    does: 'looks on this computer for another brain to use',
  }),
  'brain.agents': request<KnownAgent[]>()({
    does: 'lists the coding agents Parley knows, and which are installed on this computer',
  }),
  'brain.use': request<Settings>()({
    does: 'lets another brain answer, and for the brain `acp` the named coding agent',
    input: z.object({ brain, agent: z.string().min(1).max(100).nullable() }),
  }),
  'brain.option.set': request<null>()({
    does: 'chooses another mode, model or other option of the brain',
    input: z.object({ option: z.string().min(1).max(200), value: z.string().max(500) }),
  }),
  'brain.rule.revoke': request<null>()({
    does: 'takes back an “always” of this conversation',
    input: z.object({ rule: z.string().min(1).max(200) }),
  }),
  'brain.signin': request<null>()({
    does: 'starts a sign-in the brain offers',
    input: z.object({ method: z.string().min(1).max(200) }),
    needsClick: true,
  }),
  'brain.secret': request<TokenState>()({
    does: 'tells whether the brain has a token, never the token',
    input: z.object({ brain }),
  }),
  'brain.secret.set': request<TokenState>()({
    does: 'sets the brain’s token for its current address, or deletes it',
    input: z.object({ brain, secret: secret.nullable() }),
  }),
  'brain.test': request<ConnectionReport>()({
    does: 'tests the connection to the brain',
    input: z.object({ brain }),
  }),
  'model.find': request<FoundModelServer[]>()({
    does: 'looks on this computer for servers with models',
  }),
  'model.list': request<string[]>()({
    does: 'lists the models at an address the user typed; sends it nothing but the key',
    input: z.object({ url: modelUrl, key: secret.nullable() }),
    needsClick: true,
  }),
  'model.use': request<Settings>()({
    does: 'lets a model answer, stores its key for that address, and agrees to what leaves this computer',
    input: z.object({ url: modelUrl, model: z.string().min(1).max(200), key: secret.nullable() }),
    needsClick: true,
  }),
  'link.open': request<null>()({
    does: 'opens a web link outside the app',
    input: z.object({ url: z.string().min(1).max(8192) }),
    needsClick: true,
  }),
  'room.join': request<null>()({ does: 'connects the window to the room' }),
  'room.status': request<RoomStatus>()({ does: 'tells where the conversation is' }),
  'room.entry': request<RoomEntry>()({ does: 'gives the window its own token for the LiveKit room' }),
  'room.retry': request<null>()({ does: 'joins the LiveKit room again' }),
  'room.servers': request<string[]>()({ does: 'lists the servers the page may connect to' }),
  'room.invite': request<Invitation>()({
    does: 'makes a token for a guest that is valid for minutes',
    input: z.object({ name: z.string().trim().max(100), mayApprove: z.boolean() }),
    needsClick: true,
  }),
  'room.approver': request<null>()({
    does: 'allows a participant to approve until they leave, or forbids it',
    input: z.object({ identity: z.string().min(1).max(256), mayApprove: z.boolean() }),
    needsClick: true,
  }),
  'room.health': request<HealthStep[]>()({ does: 'checks the room' }),
  'livekit.keys': request<TokenState>()({ does: 'tells whether there are keys, never the keys' }),
  'livekit.keys.set': request<TokenState>()({
    does: 'sets the keys for the current address, or deletes them',
    input: z.object({ keys: z.object({ key: secret, secret }).nullable() }),
  }),
  'livekit.program.pick': request<Settings | null>()({
    does: 'chooses the LiveKit server’s program in the system’s dialog',
    needsClick: true,
    desktopOnly: true,
  }),
  'livekit.server': request<LocalServerState>()({
    does: 'gives the state of the LiveKit server on this computer',
  }),
  'livekit.server.start': request<LocalServerState>()({
    does: 'starts that server with fresh keys, for this computer or its network',
    input: z.object({ lan: z.boolean() }),
    needsClick: true,
  }),
  'livekit.server.stop': request<LocalServerState>()({ does: 'stops it' }),
  'gateway.status': request<GatewayStatus>()({ does: 'lists the gateway’s state, devices and guests' }),
  'gateway.pair': request<Pairing>()({
    does: 'makes a token for one device',
    input: z.object({ wire: z.enum(guestWires) }),
    needsClick: true,
  }),
  'gateway.drop': request<null>()({ does: 'closes a guest’s connection', input: z.object({ id: guestId }) }),
  'gateway.forget': request<null>()({
    does: 'forgets all paired devices and closes their connections',
    needsClick: true,
  }),
  'gateway.device.set': request<null>()({
    does: 'renames a device, or allows it to approve',
    input: z.object({
      id: guestId,
      name: z.string().trim().min(1).max(MAX_DEVICE_NAME).exactOptional(),
      mayApprove: z.boolean().exactOptional(),
    }),
    needsClick: true,
  }),
  'gateway.device.forget': request<null>()({
    does: 'forgets one paired device and closes its connections',
    input: z.object({ id: guestId }),
  }),
  'gateway.token': request<{ token: string }>()({
    does: 'shows the token for programs of this user when the owner asks',
    needsClick: true,
  }),
  'talk.shortcut': request<TalkShortcut>()({ does: 'names the talk keys for other windows' }),
  'speech.key': request<TokenState>()({
    does: 'tells whether a speech service has a key, never the key',
    input: z.object({ of: speechService }),
  }),
  'speech.key.set': request<TokenState>()({
    does: 'sets the key for the current address, or deletes it',
    input: z.object({ of: speechService, key: secret.nullable() }),
  }),
}

/** The events, with their values. */
export interface IpcEvents {
  'workspace.changed': WorkspaceInfo | null
  'settings.changed': Settings
  'app.updates.changed': UpdateStatus
  /** The user pressed the talk keys, in whichever window. */
  'talk.toggled': null
  'talk.shortcut.changed': TalkShortcut
  'brain.changed': BrainView | null
  'room.changed': RoomStatus
  'livekit.server.changed': LocalServerState
  'gateway.changed': GatewayStatus
}

type Table = typeof ipcRequests
export type IpcRequestName = keyof Table
export type IpcEventName = keyof IpcEvents
export type IpcRequests = {
  [K in IpcRequestName]: { in: z.infer<Table[K]['input']>; out: NonNullable<Table[K]['answer']>['type'] }
}

export const ipcRequestNames = Object.keys(ipcRequests) as IpcRequestName[]

/** An answer, or a fault as data: errors do not cross processes as objects. */
export type IpcReply<K extends IpcRequestName> =
  | { ok: true; value: IpcRequests[K]['out'] }
  | { ok: false; fault: { code: string; message: string; remedy: string; retryable: boolean } }
