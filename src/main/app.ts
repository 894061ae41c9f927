// Builds the app: everything a window talks to, with no window in it. index.ts puts it behind a desktop window,
// serve.ts behind a page in a browser.
import { createHash, randomUUID } from 'node:crypto'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { CommandLine } from '../core/command-line.ts'
import type { Brain, Journal } from '../core/ports.ts'
import type { Workspace } from '../core/workspace.ts'
import { unfinished } from '../core/unfinished.ts'
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
import { EARS, VOICE } from '../shared/wire/transcription.ts'
import { createAgent, type Agent } from './agent/agent.ts'
import { createBuiltinBrain } from './brains/builtin/builtin-brain.ts'
import { addressOf, type Address } from './brains/openclaw/address.ts'
import { testConnection } from './brains/openclaw/connection-test.ts'
import { findGateway } from './brains/openclaw/find-gateway.ts'
import { createOpenClawBrain, type OpenClawBrain } from './brains/openclaw/openclaw-brain.ts'
import { TOKEN } from './brains/openclaw/secrets.ts'
import { createVocabulary, type Vocabulary } from './agent/vocabulary.ts'
import { systemClock } from './clock.ts'
import type { IpcHandlers } from './ipc/answer-request.ts'
import { openJournal } from './journal/disk-journal.ts'
import { openSpokenAudio } from './journal/spoken-audio.ts'
import { createLog, type Log } from './log.ts'
import type { Carrier } from '../core/carrier.ts'
import { createHall } from './rooms/hall.ts'
import { openLiveKit } from './rooms/livekit/open-livekit.ts'
import { createLocalRoom } from './rooms/local/local-room.ts'
import { openSpeech } from './speech/open-speech.ts'
import { measuredSpeeds, type SpeechMemory } from './speech/speech-memory.ts'
import type { SpawnSpeech } from './speech/process/speech-process.ts'
import { readJson, writeJson } from './storage/json-file.ts'
import { listFolders } from './storage/list-folders.ts'
import { readLicences } from './storage/read-licences.ts'
import { openRecentFolders } from './storage/recent-folders.ts'
import { openSecrets, type Keychain } from './storage/secret-store.ts'
import { openSettings } from './storage/settings-store.ts'
import { openWorkspace } from './workspace/open-workspace.ts'
import { createWorkspaceTools } from './workspace/workspace-tools.ts'

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
  /** The LiveKit server's key and secret, from the environment. */
  livekitKeys: { key: string; secret: string } | null
  /** Keys of services that hear and speak, from the environment. */
  speechKeys: Record<SpeechService, string | null>
  /** Starts the process that hears and speaks, which finds the natural voice in the folder given. */
  spawnSpeech(naturalVoice: string): SpawnSpeech
  /** Where packages are had that are fetched later; null where nobody said. */
  packageSource: string | null
}

/** What differs from window to window is added by whoever has the window. */
export type AppHandlers = Omit<IpcHandlers, 'room.join' | 'talk.shortcut'>

export interface App {
  /** Lets a window into the room. */
  join(carrier: Carrier): void
  handlers: AppHandlers
  settings(): Settings
  /** Servers that windows connect to, beside this machine. */
  servers(): string[]
  log: Log
  onEvent(listener: <K extends IpcEventName>(name: K, value: IpcEvents[K]) => void): void
  openWorkspace(path: string): Promise<WorkspaceInfo>
  close(): Promise<void>
}

interface Session {
  workspace: Workspace
  brain: Brain & Partial<Pick<OpenClawBrain, 'retry'>>
  agent: Agent
  vocabulary: Vocabulary
  /** The branch that is checked out, as far as is known. */
  branch: string | null
  /** Settles when that is known for the first time. */
  branchKnown: Promise<void>
}

export async function createApp(deps: Deps): Promise<App> {
  const { profile, commandLine } = deps
  const settings = await openSettings(profile, commandLine)
  const recent = await openRecentFolders(profile)
  const log = createLog({
    settings: settings.get,
    write: (line) => void process.stderr.write(line),
    now: systemClock.now,
  })
  const localRoom = createLocalRoom({
    agentIdentity: AGENT_IDENTITY,
    newId: randomUUID,
    onError: (what, fields) => log('warn', what, fields),
  })
  const room = createHall(AGENT_IDENTITY)
  room.admit(localRoom)
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
  // What was set here wins over the environment, as with every setting.
  const token = (): string | null => secrets.get(TOKEN) ?? deps.gatewayToken
  const address = (): Address => {
    const { openclawHost, openclawPort } = settings.get()
    return addressOf(openclawHost, openclawPort)
  }
  const stateOf = (name: string, fromEnvironment: string | null): TokenState => ({
    from: secrets.get(name) !== null ? 'set here' : fromEnvironment === null ? 'nowhere' : 'environment',
    keptIn: secrets.keptIn(),
  })
  const tokenState = (): TokenState => stateOf(TOKEN, deps.gatewayToken)
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
    onState: ({ ears, voice }) =>
      room.setAttributes({ [EARS]: JSON.stringify(ears), [VOICE]: JSON.stringify(voice) }),
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
    userName: userInfo().username,
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

  let session: Session | null = null
  // Opening and closing sessions take their turns: two at once would share a log.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work)
    turn = result.catch(() => {})
    return result
  }

  async function endSession(): Promise<void> {
    const ended = session
    session = null
    ended?.vocabulary.close()
    await ended?.agent.close()
    await ended?.brain.close()
    await ended?.workspace.close()
  }

  async function beginSession(workspace: Workspace): Promise<Session> {
    const name = createHash('sha256').update(workspace.root).digest('hex').slice(0, 32)
    const journal = await openJournal(join(profile, 'sessions', `${name}.jsonl`))
    await bringToAnEnd(journal)
    const tools = createWorkspaceTools(workspace)
    const brain =
      settings.get().brain === 'builtin'
        ? createBuiltinBrain({ tools, newId: randomUUID })
        : createOpenClawBrain({
            address,
            token,
            secrets,
            version: deps.version,
            folder: workspace.root,
            folderName: workspace.name,
            session: name,
            clock: systemClock,
            random: Math.random,
            newId: randomUUID,
            onError: (what, error) => log('warn', what, { pii: { error: String(error) } }),
          })
    brain.onStatus((status) => {
      log('info', 'brain', { state: status.state, code: status.fault?.code })
      tell('brain.changed', status)
    })
    const vocabulary = createVocabulary(workspace, systemClock, (error) =>
      log('warn', 'names of the workspace', { pii: { error: String(error) } }),
    )
    const agent = createAgent({
      room,
      brain,
      journal,
      tools,
      workspace,
      clock: systemClock,
      newId: randomUUID,
      dialect: settings.get().gangliaDialect,
      whenBusy: () => settings.get().whenBusy,
      session: name,
      speech: { ...speech, names: vocabulary.index },
      onError: (what, error) => log('error', what, { pii: { error: String(error) } }),
    })
    const started = begun({ workspace, brain, agent, vocabulary })
    session = started
    tell('brain.changed', brain.status())
    followIndex(workspace, log)
    return started
  }

  /** From here on the window is told when another branch is checked out, whoever does it. */
  function begun(parts: Omit<Session, 'branch' | 'branchKnown'>): Session {
    const started: Session = { ...parts, branch: null, branchKnown: Promise.resolve() }
    started.branchKnown = new Promise((resolve) => {
      parts.workspace.onBranch((branch) => {
        started.branch = branch
        resolve()
        if (session === started) tell('workspace.changed', infoOf(started))
      })
    })
    return started
  }

  const open = (path: string): Promise<WorkspaceInfo> =>
    inTurn(async () => {
      const workspace = await openWorkspace(path)
      await endSession()
      const started = await beginSession(workspace)
      await recent.opened(workspace.root, systemClock.now())
      log('info', 'workspace opened', { pii: { path: workspace.root } })
      const info = await patientInfo(started)
      tell('workspace.changed', info)
      return info
    })

  async function saveSettings(changed: Partial<Settings>): Promise<Settings> {
    const before = settings.get()
    const after = await settings.save(changed)
    tell('settings.changed', after)
    livekit.follow()
    if (listening) speech.follow()
    if (reopens(before, after)) {
      await inTurn(async () => {
        const workspace = session?.workspace
        await endSession()
        if (workspace) await beginSession(await openWorkspace(workspace.root))
      })
    }
    return after
  }

  return {
    join(carrier) {
      localRoom.attach(carrier, randomUUID())
      listen()
    },
    log,
    settings: settings.get,
    servers: livekit.servers,
    onEvent: (listener) => void listeners.add(listener),
    openWorkspace: open,
    handlers: {
      'app.describe': () => ({
        version: deps.version,
        host: deps.host,
        home: homedir(),
      }),
      'app.licences': () => readLicences(deps.resources),
      'workspace.current': () => (session ? patientInfo(session) : null),
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
        return path === null ? null : open(path)
      },
      'workspace.open': ({ path }) => open(path),
      'folders.list': ({ path }) => listFolders(path),
      'settings.read': () => settings.get(),
      'settings.write': saveSettings,
      'brain.status': () => session?.brain.status() ?? null,
      'brain.retry': () => {
        session?.brain.retry?.()
        return null
      },
      'openclaw.token': tokenState,
      'openclaw.token.set': async ({ token: given }) => {
        secrets.set(TOKEN, given)
        await secrets.written()
        session?.brain.retry?.()
        return tokenState()
      },
      'openclaw.find': async () => {
        const { isLocal, place } = address()
        // It is looked for unasked, so on this machine alone.
        return { found: isLocal && (await findGateway(address())), place }
      },
      'openclaw.test': () =>
        testConnection({
          address: address(),
          token: token(),
          secrets,
          version: deps.version,
          clock: systemClock,
        }),
      'speech.key': ({ of }) => stateOf(`${of}.key`, deps.speechKeys[of]),
      'speech.key.set': async ({ of, key }) => {
        secrets.set(`${of}.key`, key)
        await secrets.written()
        speech.follow()
        return stateOf(`${of}.key`, deps.speechKeys[of])
      },
      ...livekit.handlers,
      'link.open': async ({ url }) => {
        await deps.openLink(url)
        return null
      },
    },
    async close() {
      await inTurn(endSession)
      await livekit.close()
      await speech.close()
      await secrets.written()
      room.close()
    },
  }
}

/** In percent. */
const PACE_STEP = 15

const BRANCH_PATIENCE_MS = 2_000

/** Whether a conversation was built with something that is another now, and begins anew. */
function reopens(before: Settings, after: Settings): boolean {
  const keys: (keyof Settings)[] = ['brain', 'gangliaDialect']
  if (after.brain === 'openclaw') keys.push('openclawHost', 'openclawPort')
  return keys.some((key) => before[key] !== after[key])
}

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

/** Begins to index what is open, and puts on record how that went the first time. */
function followIndex(workspace: Workspace, log: Log): void {
  const unsubscribe = workspace.onIndexState((state) => {
    if (state.tag === 'indexing' || state.tag === 'idle') return
    unsubscribe()
    if (state.tag === 'ready') {
      const { files, symbols, durationMs, watchProblem } = state
      log('info', 'index ready', { files, symbols, durationMs, watched: watchProblem === null })
    } else log('warn', 'index failed', { code: state.fault.code, pii: { message: state.fault.message } })
  })
  workspace.startIndex()
}

/** A log that ends in the middle of a turn was cut off by a crash; its record is brought to an honest end. */
async function bringToAnEnd(journal: Journal): Promise<void> {
  const { records } = await journal.after(null)
  for (const event of unfinished(records))
    await journal.append({ id: randomUUID(), at: systemClock.now(), event })
}

const infoOf = ({ workspace: { root, name }, branch }: Session): WorkspaceInfo => ({
  path: root,
  name,
  branch,
})

async function patientInfo(session: Session): Promise<WorkspaceInfo> {
  // A git that hangs must not keep the window from opening.
  const patience = new Promise<void>((resolve) => setTimeout(resolve, BRANCH_PATIENCE_MS).unref())
  await Promise.race([session.branchKnown, patience])
  return infoOf(session)
}
