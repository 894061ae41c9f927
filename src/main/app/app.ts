// Builds the app: everything behind a window, without a window. index.ts puts a desktop window in front of it, serve.ts a
// page in a browser.
import { randomUUID } from 'node:crypto'
import { createEmitter } from '../../base/emitter.ts'
import type { Transport } from '../../base/transport.ts'
import type { Mishap } from '../../core/app/crash-record.ts'
import type { RecognizerState } from '../../core/ports/guests.ts'
import type { Room } from '../../core/ports/room.ts'
import { faultOf } from '../../shared/errors.ts'
import type { AppInfo, IpcEventName, IpcEvents, WorkspaceInfo } from '../../shared/ipc.ts'
import type { Settings } from '../../shared/settings.ts'
import { AGENT_IDENTITY } from '../../shared/wire/livekit.ts'
import { AGENT_STATE, RECOGNIZER_STATE, VOICE } from '../../shared/wire/transcription.ts'
import type { BrainDefinition } from '../brains/brain-definition.ts'
import type { PageFile } from '../gateways/listener.ts'
import { authorizedRoom } from '../rooms/authorized-room.ts'
import { createCompositeRoom } from '../rooms/composite-room.ts'
import { openLiveKit } from '../rooms/livekit/open-livekit.ts'
import { createLocalRoom } from '../rooms/local/local-room.ts'
import type { SpawnSpeech } from '../speech/process/speech-process.ts'
import { openBrainStorage } from '../storage/brain-storage.ts'
import type { Keychain } from '../storage/secret-store.ts'
import { createActivityTracker, type ActivityTracker } from './activity-tracker.ts'
import { brainDefinitions, openBrains } from './brains.ts'
import { systemClock } from './clock.ts'
import type { CommandLine } from './command-line.ts'
import { NOT_READY } from './conversation.ts'
import { createConversations } from './conversations.ts'
import { openGuests } from './guests.ts'
import { createHandlers, type AppHandlers } from './handlers.ts'
import type { Log } from './log.ts'
import { openProfile } from './profile.ts'
import { openAppSecrets } from './secrets.ts'
import { openAppSpeech } from './speech.ts'
import { userName } from './system.ts'

interface Deps {
  profile: string
  commandLine: CommandLine
  /** The environment variables, for tokens and keys. */
  environment: NodeJS.ProcessEnv
  /** Folders given at this start by a user who trusts them. */
  trustAtStart: readonly string[]
  version: string
  /** The folder of the files that come with the app. */
  resources: string
  host: AppInfo['host']
  /** The system's folder dialog; absent in a browser. */
  pickFolder?: () => Promise<string | null>
  /** The system's file dialog for a program; absent in a browser. */
  pickProgram?: () => Promise<string | null>
  openLink(url: string): Promise<void>
  /** The system's keychain; absent in a browser. */
  keychain?: Keychain
  /** A page for guests, by its path. */
  guestPage(path: string): Promise<PageFile | null>
  /** Starts the speech process, which finds the natural voice in this folder. */
  spawnSpeech(naturalVoice: string): SpawnSpeech
  /** What this app is and runs on, for diagnostics. */
  about: Record<string, string>
  /** Decodes audio that a browser recorded to samples at 16 kHz; absent without Chromium. */
  decodeRecording?(recording: Uint8Array): Promise<Int16Array>
  /** The brains to choose from, instead of all there are. */
  brains?: readonly BrainDefinition[]
}

export interface App {
  /** Connects a window to the room. */
  join(transport: Transport): void
  handlers: AppHandlers
  settings(): Settings
  /** The servers that windows connect to, beside this computer. */
  servers(): string[]
  /** Where phones, browsers and glasses connect; null if they cannot. */
  gatewayUrl(): string | null
  log: Log
  onEvent(listener: <K extends IpcEventName>(name: K, value: IpcEvents[K]) => void): void
  /** Called when somebody starts to talk or a turn starts, and when all of that is over. */
  onBusy(listener: (busy: boolean) => void): void
  openWorkspace(path: string): Promise<WorkspaceInfo>
  /** The problems with files of the profile since the last call. */
  takeMishap(): Mishap | null
  close(): Promise<void>
}

export async function createApp(deps: Deps): Promise<App> {
  const { commandLine, environment, brains: definitions = brainDefinitions } = deps
  const profile = await openProfile({ ...deps, keychain: deps.keychain ?? null })
  const { settings, log, onProblem } = profile
  const warn = (what: string, fields: Record<string, unknown>): void => log('warn', what, fields)
  const onError = (what: string, error: unknown): void => warn(what, { pii: { error: String(error) } })
  const events = createEmitter<[name: IpcEventName, value: IpcEvents[IpcEventName]]>()
  const emit = <K extends IpcEventName>(name: K, value: IpcEvents[K]): void => events.emit(name, value)
  settings.onChange((after) => emit('settings.changed', after))

  const secrets = openAppSecrets({
    store: profile.secrets,
    brains: definitions,
    settings: settings.get,
    environment,
    given: { ...commandLine.environment, ...commandLine.flags },
  })
  const localRoom = createLocalRoom({ agentIdentity: AGENT_IDENTITY, newId: randomUUID, onError: warn })
  const room = createCompositeRoom(AGENT_IDENTITY)
  room.admit(localRoom)
  // A window that joins before a folder is open finds an agent that is not ready yet.
  room.setAttributes(NOT_READY)
  const activity = createActivityTracker()

  const recognizerStates = createEmitter<[RecognizerState]>()
  const speech = await openAppSpeech({
    profile: deps.profile,
    environment,
    settings,
    secrets,
    spawn: deps.spawnSpeech,
    onState({ recognizer, voice }) {
      room.setAttributes({ [RECOGNIZER_STATE]: JSON.stringify(recognizer), [VOICE]: JSON.stringify(voice) })
      recognizerStates.emit(recognizer.state.tag)
    },
    onProblem,
    log,
  })

  const livekit = await openLiveKit({
    settings: settings.get,
    secrets: secrets.store,
    keysFromEnvironment: secrets.livekitKeys,
    keysState: () => secrets.state('livekit.key'),
    room,
    clock: systemClock,
    userName: userName(),
    decodeRecording: deps.decodeRecording,
    onRoom(status) {
      if (status.tag === 'livekit') log('info', 'room', { state: status.state, code: status.fault?.code })
      if (status.tag === 'livekit' && status.state === 'in') speech.load()
      emit('room.changed', status)
    },
    onServer(state) {
      log('info', 'room server', { state: state.tag })
      emit('livekit.server.changed', state)
    },
    onProblem: warn,
  })
  settings.onChange(livekit.follow)

  const brains = openBrains({
    definitions,
    settings: settings.get,
    secrets,
    storage: openBrainStorage(deps.profile, onProblem),
    version: deps.version,
    onProblem,
    onError,
  })
  const conversations = createConversations({
    profile: deps.profile,
    settings,
    room: reportDeskActivity(authorizedRoom(room), activity),
    brains,
    speech,
    activity,
    trusted: profile.trusted,
    onBrain: (view) => emit('brain.changed', view),
    onWorkspace: (info) => emit('workspace.changed', info),
    // A folder that cannot be remembered is open all the same.
    onOpened: (root) =>
      profile.recent.opened(root, systemClock.now()).catch((error: unknown) => onProblem(faultOf(error))),
    log,
  })

  const guests = openGuests({
    profile: deps.profile,
    environment,
    isOpen: commandLine.launch.gatewayOpen,
    page: deps.guestPage,
    settings: settings.get,
    secrets: secrets.store,
    recognizer() {
      const recognizer = speech.recognizer()
      return recognizer && activity.watchRecognizer(recognizer)
    },
    onRecognizerState: recognizerStates.on,
    loadSpeech: speech.load,
    conversation: conversations.current,
    onStatus: (status) => emit('gateway.changed', status),
    log,
  })
  conversations.onLeaving(guests.leave)
  settings.onChange(() => void guests.follow())
  await guests.follow()

  return {
    join(transport) {
      localRoom.attach(transport, randomUUID())
      speech.load()
    },
    log,
    settings: settings.get,
    servers: livekit.servers,
    gatewayUrl: guests.url,
    onEvent: (listener) => void events.on(listener as (name: IpcEventName, value: unknown) => void),
    onBusy: (listener) => void activity.onChange(listener),
    openWorkspace: conversations.open,
    takeMishap: profile.takeProblems,
    handlers: {
      ...createHandlers({
        ...deps,
        app: { version: deps.version, host: deps.host },
        profile,
        secrets,
        speech,
        brains,
        conversations,
      }),
      ...livekit.handlers,
      ...guests.handlers,
    },
    async close() {
      // First, because what follows may use up the time that closing has.
      await secrets.store.written().catch(() => {})
      await guests.close()
      await conversations.close()
      await livekit.close()
      await speech.close()
      await secrets.store.written().catch(() => {})
      room.close()
    },
  }
}

/** The agent's state is busy from the start of a turn until the reply is spoken. */
function reportDeskActivity(room: Room, activity: ActivityTracker): Room {
  return {
    ...room,
    setAttributes(attributes) {
      const state = attributes[AGENT_STATE]
      if (state !== undefined) activity.setDeskBusy(state !== 'idle' && state !== 'initializing')
      room.setAttributes(attributes)
    },
  }
}
