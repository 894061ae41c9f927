// Builds the app: everything a window talks to, with no window in it. index.ts puts it behind a desktop window,
// serve.ts behind a page in a browser.
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { CommandLine } from '../core/command-line.ts'
import { diagnosticsText } from '../core/diagnostics.ts'
import { FaultError } from '../shared/errors.ts'
import type {
  AppInfo,
  IpcEventName,
  IpcEvents,
  SpeechService,
  TokenState,
  WorkspaceInfo,
} from '../shared/ipc.ts'
import type { Settings } from '../shared/settings.ts'
import { AGENT_IDENTITY } from '../shared/wire/livekit.ts'
import { AGENT_STATE, EARS, VOICE } from '../shared/wire/transcription.ts'
import { openOpenClaw } from './brains/openclaw/open-openclaw.ts'
import { systemClock } from './clock.ts'
import type { PageFile } from './gateways/listener.ts'
import { openGuests } from './guests.ts'
import type { IpcHandlers } from './ipc/answer-request.ts'
import { openSpokenAudio } from './journal/spoken-audio.ts'
import { createLog, type Log } from './log.ts'
import { ownName } from './own-name.ts'
import type { Carrier } from '../core/carrier.ts'
import { createHall } from './rooms/hall.ts'
import { openLiveKit } from './rooms/livekit/open-livekit.ts'
import { createLocalRoom } from './rooms/local/local-room.ts'
import { openSpeech } from './speech/open-speech.ts'
import { measuredSpeeds, type SpeechMemory } from './speech/speech-memory.ts'
import type { SpawnSpeech } from './speech/process/speech-process.ts'
import { readJson, writeJson } from './storage/json-file.ts'
import { listFolders } from './storage/list-folders.ts'
import { openLogFile } from './storage/log-file.ts'
import { readLicences } from './storage/read-licences.ts'
import { openRecentFolders } from './storage/recent-folders.ts'
import { openSecrets, type Keychain } from './storage/secret-store.ts'
import { openSettings } from './storage/settings-store.ts'
import { createSessions, NOT_READY } from './sessions.ts'
import { watchBusy } from './who-is-busy.ts'

interface Deps {
  profile: string
  commandLine: CommandLine
  version: string
  /** Where what comes with the app beside its code is. */
  resources: string
  host: AppInfo['host']
  /** The system's folder dialog; absent where there is none. */
  pickFolder?: () => Promise<string | null>
  openLink(url: string): Promise<void>
  /** The system's keychain; absent where there is none. */
  keychain?: Keychain
  /** The gateway's token, from the environment. */
  gatewayToken: string | null
  /** The token that phones, browsers and glasses show, from the environment. */
  guestToken: string | null
  /** A page for guests, by its path. */
  guestPage(path: string): Promise<PageFile | null>
  /** The LiveKit server's key and secret, from the environment. */
  livekitKeys: { key: string; secret: string } | null
  /** Keys of services that hear and speak, from the environment. */
  speechKeys: Record<SpeechService, string | null>
  /** Starts the process that hears and speaks, which finds the natural voice in the folder given. */
  spawnSpeech(naturalVoice: string): SpawnSpeech
  /** Where packages are had that are fetched later; null where nobody said. */
  packageSource: string | null
  /** What this app is and runs on, for whoever looks for a mistake. */
  about: Record<string, string>
  /** Called when a turn begins, somebody talks, or the agent has come to rest. */
  onBusy?(busy: boolean): void
}

/** What differs from window to window is added by whoever has the window. */
export type AppHandlers = Omit<
  IpcHandlers,
  'room.join' | 'talk.shortcut' | 'app.mishap' | `app.updates${string}`
>

export interface App {
  /** Lets a window into the room. */
  join(carrier: Carrier): void
  handlers: AppHandlers
  settings(): Settings
  /** Servers that windows connect to, beside this machine. */
  servers(): string[]
  /** Where phones, browsers and glasses connect to; null where they cannot. */
  gatewayUrl(): string | null
  log: Log
  onEvent(listener: <K extends IpcEventName>(name: K, value: IpcEvents[K]) => void): void
  openWorkspace(path: string): Promise<WorkspaceInfo>
  close(): Promise<void>
}

export async function createApp(deps: Deps): Promise<App> {
  const { profile, commandLine } = deps
  const settings = await openSettings(profile, commandLine)
  const recent = await openRecentFolders(profile)
  const logFile = openLogFile(join(profile, 'logs'))
  const log = createLog({
    settings: settings.get,
    write(line) {
      process.stderr.write(line)
      logFile.write(line)
    },
    now: systemClock.now,
  })
  const localRoom = createLocalRoom({
    agentIdentity: AGENT_IDENTITY,
    newId: randomUUID,
    onError: (what, fields) => log('warn', what, fields),
  })
  const room = createHall(AGENT_IDENTITY)
  room.admit(localRoom)
  // Who comes in before a folder is open finds an agent that is not ready yet.
  room.setAttributes(NOT_READY)
  const busy = watchBusy((now) => deps.onBusy?.(now))
  const watched: typeof room = {
    ...room,
    setAttributes(attributes) {
      const state = attributes[AGENT_STATE]
      if (state !== undefined) busy.desk(state !== 'idle' && state !== 'initializing')
      room.setAttributes(attributes)
    },
  }
  const listeners = new Set<<K extends IpcEventName>(name: K, value: IpcEvents[K]) => void>()
  const tell = <K extends IpcEventName>(name: K, value: IpcEvents[K]): void => {
    for (const listener of listeners) listener(name, value)
  }

  const secrets = await openSecrets({
    profile,
    keychain: deps.keychain ?? null,
    useFile: settings.get().keepSecrets === 'file',
    onError: (error) => log('error', 'secrets', { pii: { error: String(error) } }),
  })
  const stateOf = (name: string, fromEnvironment: string | null): TokenState => ({
    from: secrets.get(name) !== null ? 'set here' : fromEnvironment === null ? 'nowhere' : 'environment',
    keptIn: secrets.keptIn(),
  })
  const speechKey = (of: SpeechService): string | null => secrets.get(`${of}.key`) ?? deps.speechKeys[of]

  const speech = openSpeech({
    audio: await openSpokenAudio(join(profile, 'spoken'), { now: systemClock.now }),
    memory: await openSpeechMemory(profile),
    naturalVoice: join(profile, 'voices', 'kokoro'),
    spawn: deps.spawnSpeech,
    packageSource: deps.packageSource,
    clock: systemClock,
    settings: settings.get,
    keys: { ears: () => speechKey('ears'), voice: () => speechKey('voice') },
    changePace(how) {
      const voiceRate = settings.get().voiceRate + (how === 'faster' ? PACE_STEP : -PACE_STEP)
      saveSettings({ voiceRate: Math.min(200, Math.max(50, voiceRate)) }).catch((error: unknown) =>
        log('warn', 'settings', { pii: { error: String(error) } }),
      )
    },
    onState({ ears, voice }) {
      room.setAttributes({ [EARS]: JSON.stringify(ears), [VOICE]: JSON.stringify(voice) })
      guests.hear(ears.state.tag)
    },
    onProblem: (what, fields) => log('warn', what, fields),
    onError: (what, error) => log('warn', what, { pii: { error: String(error) } }),
  })

  let listening = false
  /** What hears and speaks is loaded once somebody is there to talk: the window comes first. */
  function listen(): void {
    if (listening) return
    listening = true
    speech.follow()
  }

  const livekit = await openLiveKit({
    settings: settings.get,
    secrets,
    keysFromEnvironment: deps.livekitKeys,
    hall: room,
    clock: systemClock,
    userName: ownName(),
    onRoom(status) {
      if (status.tag === 'livekit') log('info', 'room', { state: status.state, code: status.fault?.code })
      if (status.tag === 'livekit' && status.state === 'in') listen()
      tell('room.changed', status)
    },
    onServer(state) {
      log('info', 'room server', { state: state.tag })
      tell('livekit.server.changed', state)
    },
    onProblem: (what, fields) => log('warn', what, fields),
  })

  const guests = openGuests({
    ...deps,
    settings: settings.get,
    secrets,
    ears() {
      const ears = speech.ears()
      return ears && busy.guestEars(ears)
    },
    wake: listen,
    session: () => sessions.current(),
    onStatus: (status) => tell('gateway.changed', status),
    log,
  })

  const openclaw = openOpenClaw({
    settings: settings.get,
    secrets,
    tokenFromEnvironment: deps.gatewayToken,
    tokenState: stateOf,
    version: deps.version,
    clock: systemClock,
    onToken: () => sessions.current()?.brain.retry?.(),
    onError: (what, error) => log('warn', what, { pii: { error: String(error) } }),
  })

  const sessions = createSessions({
    profile,
    settings: settings.get,
    room: watched,
    openclaw,
    speech,
    busy,
    tell,
    onLeaving: guests.leave,
    onOpened: (root) => recent.opened(root, systemClock.now()),
    log,
  })

  async function saveSettings(changed: Partial<Settings>): Promise<Settings> {
    const before = settings.get()
    const after = await settings.save(changed)
    tell('settings.changed', after)
    livekit.follow()
    void guests.follow()
    if (listening) speech.follow()
    await sessions.follow(before, after)
    return after
  }

  await guests.follow()
  return {
    join(carrier) {
      localRoom.attach(carrier, randomUUID())
      listen()
    },
    log,
    settings: settings.get,
    servers: livekit.servers,
    gatewayUrl: guests.url,
    onEvent: (listener) => void listeners.add(listener),
    openWorkspace: sessions.open,
    handlers: {
      'app.describe': () => ({
        version: deps.version,
        host: deps.host,
        home: homedir(),
      }),
      'app.licences': () => readLicences(deps.resources),
      'app.diagnostics': () => ({
        text: diagnosticsText({
          about: { version: deps.version, host: deps.host, ...deps.about },
          settings: settings.get(),
          log: logFile.tail(LOG_LINES),
        }),
      }),
      'workspace.current': () => sessions.info(),
      'workspace.recent': () => recent.list(),
      'workspace.pick': async () => {
        if (!deps.pickFolder) {
          throw new FaultError(
            'bad_request',
            'There is no folder dialog in a browser.',
            'Choose from the list.',
          )
        }
        const path = await deps.pickFolder()
        return path === null ? null : sessions.open(path)
      },
      'workspace.open': ({ path }) => sessions.open(path),
      'folders.list': ({ path }) => listFolders(path),
      'settings.read': () => settings.get(),
      'settings.write': saveSettings,
      'brain.status': () => sessions.current()?.brain.status() ?? null,
      'brain.retry': () => {
        sessions.current()?.brain.retry?.()
        return null
      },
      ...openclaw.handlers,
      'speech.key': ({ of }) => stateOf(`${of}.key`, deps.speechKeys[of]),
      'speech.key.set': async ({ of, key }) => {
        secrets.set(`${of}.key`, key)
        await secrets.written()
        speech.follow()
        return stateOf(`${of}.key`, deps.speechKeys[of])
      },
      ...livekit.handlers,
      ...guests.handlers,
      'link.open': async ({ url }) => {
        await deps.openLink(url)
        return null
      },
    },
    async close() {
      await guests.close()
      await sessions.close()
      await livekit.close()
      await speech.close()
      await secrets.written()
      room.close()
    },
  }
}

/** As many as are read by whoever looks for a mistake. */
const LOG_LINES = 300

/** In percent. */
const PACE_STEP = 15

async function openSpeechMemory(profile: string): Promise<SpeechMemory> {
  const file = join(profile, 'speech.json')
  let known = (await readJson(file, measuredSpeeds)) ?? {}
  return {
    get: () => known,
    async keep(part) {
      known = { ...known, ...part }
      await writeJson(file, known)
    },
  }
}
