// Parley with a file as its microphone and, in place of the agent, one that writes down what it is sent. Window, room and
// wire are the real ones.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, _electron, type ElectronApplication, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { parseCommandLine } from '../../src/core/command-line.ts'
import { HEARING_RATE } from '../../src/core/ears/samples.ts'
import { wavOf } from '../../src/core/ears/wav.ts'
import { createApp } from '../../src/main/app.ts'
import { noUpdates } from '../../src/main/browser/no-updates.ts'
import { startBrowserServer } from '../../src/main/browser/browser-server.ts'
import { answerSocket, tellSocket } from '../../src/main/ipc/socket-ipc.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { createSocketCarrier } from '../../src/main/rooms/local/socket-carrier.ts'
import { createTalkingAgent, type TalkingAgent } from '../fakes/talking-agent.ts'
import { PATIENCE_MS, test as base } from './parley-fixture.ts'

/** The agent as a test has it: in this process, or in the app's. */
export type RemoteAgent = {
  [K in keyof TalkingAgent]: (...args: Parameters<TalkingAgent[K]>) => Promise<ReturnType<TalkingAgent[K]>>
}

export interface Talking {
  page: Page
  agent: RemoteAgent
  electron: ElectronApplication | null
  complaints: string[]
}

export interface TalkOptions {
  /** What the microphone hears, again and again; null for a machine without one. */
  microphone: Int16Array | null
  args?: string[]
  limitMs?: number
  /** Flags for the browser itself. */
  flags?: string[]
}

interface TalkFixtures {
  talking(options: TalkOptions): Promise<Talking>
}

const isRoot = process.getuid?.() === 0
const PATIENT = { timeout: PATIENCE_MS }

export const test = base.extend<TalkFixtures>({
  talking: async ({ host, workspace, profile }, use, info) => {
    const absent = process.env['PARLEY_TEST_ELECTRON_ABSENT']
    if (host === 'electron' && absent) {
      if (process.env['PARLEY_DEMAND_ALL']) throw new Error(absent)
      info.skip(true, absent)
    }
    const folder = await mkdtemp(join(tmpdir(), 'parley-microphone-'))
    const stops: (() => Promise<unknown>)[] = []
    await use(async ({ microphone, args = [], limitMs = 60_000, flags = [] }) => {
      const file = join(folder, 'microphone.wav')
      if (microphone) await writeFile(file, wavOf(microphone, HEARING_RATE))
      const given = [
        ...(microphone
          ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}`]
          : []),
        '--use-fake-ui-for-media-stream',
        ...flags,
      ]
      const own = ['--profile', profile, '--workspace', workspace, '--ears', 'off', '--voice', 'off', ...args]
      const start = host === 'electron' ? inElectron : inBrowser
      return start(own, given, limitMs, (stop) => stops.push(stop))
    })
    for (const stop of stops.toReversed()) await stop()
    await rm(folder, { recursive: true, force: true })
  },
})

export { expect } from '@playwright/test'

type OnStop = (stop: () => Promise<unknown>) => void

async function inElectron(own: string[], flags: string[], limitMs: number, onStop: OnStop): Promise<Talking> {
  const electron = await _electron.launch({
    executablePath: process.env['PARLEY_TEST_ELECTRON']!,
    chromiumSandbox: !isRoot,
    args: [...flags, repository, ...own],
    env: process.env as Record<string, string>,
    ...PATIENT,
  })
  onStop(() => electron.close())
  electron.context().setDefaultTimeout(PATIENCE_MS)
  const page = await electron.firstWindow(PATIENT)
  // In the app's own room already: it would else be in the other one twice, before it is loaded anew and after.
  await page.getByRole('button', { name: 'Room: Local room' }).waitFor()
  // The app is the real one; only who is in the room is changed, and the window joins anew.
  await electron.evaluate(
    ({ ipcMain, MessageChannelMain }, { root, limit }) => {
      const { createRequire } = process.getBuiltinModule('node:module')
      const require = createRequire(`${root}/package.json`)
      const { createLocalRoom: newRoom } = require(`${root}/src/main/rooms/local/local-room.ts`)
      const { createPortCarrier } = require(`${root}/src/main/rooms/local/port-carrier.ts`)
      const { createTalkingAgent: newAgent } = require(`${root}/test/fakes/talking-agent.ts`)
      const room = newRoom({ agentIdentity: 'parley', newId: () => crypto.randomUUID(), onError: () => {} })
      Object.assign(globalThis, { talkingAgent: newAgent(room, limit) })
      type Handler = (event: Electron.IpcMainInvokeEvent, name: string, input: unknown) => unknown
      // There is no other way to a handler that is already there.
      // oxlint-disable-next-line no-underscore-dangle
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
      const original = handlers.get('parley.request')!
      ipcMain.removeHandler('parley.request')
      ipcMain.handle('parley.request', (event, name: string, input: unknown) => {
        if (name !== 'room.join') return original(event, name, input)
        const { port1, port2 } = new MessageChannelMain()
        room.attach(createPortCarrier(port1), crypto.randomUUID())
        event.sender.postMessage('parley.room.port', null, [port2])
        return { ok: true, value: null }
      })
    },
    { root: repository, limit: limitMs },
  )
  const complaints = listen(page)
  await page.reload()
  const agent = new Proxy({} as RemoteAgent, {
    get:
      (_, name: keyof TalkingAgent) =>
      (...args: unknown[]) =>
        electron.evaluate(
          (_electronModule, [method, given]) => {
            const { talkingAgent } = globalThis as unknown as {
              talkingAgent: Record<string, (...list: unknown[]) => unknown>
            }
            return talkingAgent[method as string]!(...(given as unknown[]))
          },
          [name, args] as const,
        ),
  })
  return { page, agent, electron, complaints }
}

async function inBrowser(own: string[], flags: string[], limitMs: number, onStop: OnStop): Promise<Talking> {
  const parsed = parseCommandLine([...own, '--gateway', 'off'], {}, { ignoreUnknown: false })
  if (parsed.tag !== 'run') throw new Error('The test gave flags that Parley does not know.')
  const { commandLine } = parsed
  const app = await createApp({
    profile: commandLine.launch.profile!,
    commandLine,
    version: '0.0.0',
    resources: join(repository, 'resources'),
    host: 'browser',
    openLink: async () => {},
    gatewayToken: null,
    guestToken: null,
    guestPage: async () => null,
    livekitKeys: null,
    speechKeys: { ears: null, voice: null },
    spawnSpeech: () => () => {
      throw new Error('The agent of this test hears by itself.')
    },
    packageSource: null,
    about: {},
  })
  await app.openWorkspace(commandLine.launch.workspace!)
  onStop(() => app.close())
  const room = createLocalRoom({ agentIdentity: 'parley', newId: randomUUID, onError: () => {} })
  const direct = createTalkingAgent(room, limitMs)
  const server = await startBrowserServer({
    port: 0,
    token: 'a-token-for-one-test',
    rendererRoot: join(repository, 'out/renderer'),
    onRoom: (socket) => room.attach(createSocketCarrier(socket), randomUUID()),
    onIpc(socket) {
      app.onEvent((name, value) => tellSocket(socket, name, value))
      answerSocket(socket, {
        ...app.handlers,
        'room.join': () => null,
        'app.mishap': () => null,
        ...noUpdates,
        'talk.shortcut': () => ({ keys: null, registered: false }),
      })
    },
    servers: () => [],
    onRefused: () => {},
  })
  onStop(() => server.close())
  const browser = await chromium.launch({
    executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
    chromiumSandbox: !isRoot,
    args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', ...flags],
  })
  onStop(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const complaints = listen(page)
  await page.goto(server.url)
  const agent = new Proxy({} as RemoteAgent, {
    get:
      (_, name: keyof TalkingAgent) =>
      async (...args: unknown[]) =>
        (direct[name] as (...given: unknown[]) => unknown)(...args),
  })
  return { page, agent, electron: null, complaints }
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}
