// Parley with a file as its microphone and a fake agent that records what it receives. Window, room and wire are real.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, _electron, type ElectronApplication, type Page } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { parseCommandLine } from '../../src/main/app/command-line.ts'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { createApp } from '../../src/main/app/app.ts'
import { noUpdates } from '../../src/main/browser/browser-server.ts'
import { startBrowserServer } from '../../src/main/browser/browser-server.ts'
import { answerSocket, sendToSocket } from '../../src/main/ipc/socket-ipc.ts'
import { createLocalRoom } from '../../src/main/rooms/local/local-room.ts'
import { createSocketTransport } from '../../src/main/rooms/local/socket-transport.ts'
import { createTalkingAgent, type TalkingAgent } from '../fakes/talking-agent.ts'
import { TIMEOUT_MS, test as base } from './parley-fixture.ts'

/** The fake agent, in this process or in the app's. */
export type RemoteAgent = {
  [K in keyof TalkingAgent]: (...args: Parameters<TalkingAgent[K]>) => Promise<ReturnType<TalkingAgent[K]>>
}

export interface TalkSession {
  page: Page
  agent: RemoteAgent
  electron: ElectronApplication | null
  pageErrors: string[]
}

export interface TalkOptions {
  /** What the microphone plays in a loop; null for a computer without one. */
  microphone: Int16Array | null
  args?: string[]
  limitMs?: number
  /** Flags for Chromium. */
  flags?: string[]
}

interface TalkFixtures {
  startTalk(options: TalkOptions): Promise<TalkSession>
}

const isRoot = process.getuid?.() === 0
const TIMEOUT = { timeout: TIMEOUT_MS }

export const test = base.extend<TalkFixtures>({
  startTalk: async ({ host, workspace, profile }, use, info) => {
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
      const appArgs = [
        '--profile',
        profile,
        '--workspace',
        workspace,
        '--trust',
        '--ears',
        'off',
        '--voice',
        'off',
        ...args,
      ]
      const start = host === 'electron' ? startInElectron : startInBrowser
      return start(appArgs, given, limitMs, (stop) => stops.push(stop))
    })
    for (const stop of stops.toReversed()) await stop()
    await rm(folder, { recursive: true, force: true })
  },
})

export { expect } from '@playwright/test'

type OnStop = (stop: () => Promise<unknown>) => void

async function startInElectron(
  appArgs: string[],
  flags: string[],
  limitMs: number,
  onStop: OnStop,
): Promise<TalkSession> {
  const electron = await _electron.launch({
    executablePath: process.env['PARLEY_TEST_ELECTRON']!,
    chromiumSandbox: !isRoot,
    args: [...flags, repository, ...appArgs],
    env: process.env as Record<string, string>,
    ...TIMEOUT,
  })
  onStop(() => electron.close())
  electron.context().setDefaultTimeout(TIMEOUT_MS)
  const page = await electron.firstWindow(TIMEOUT)
  // Waits for the app's own room; otherwise the window would join the other room twice, before and after the reload.
  await page.getByRole('button', { name: 'Room: Local room' }).waitFor()
  // The app is real; only its room is replaced, and the window joins again.
  await electron.evaluate(
    ({ ipcMain, MessageChannelMain }, { root, limit }) => {
      const { createRequire } = process.getBuiltinModule('node:module')
      const require = createRequire(`${root}/package.json`)
      const { createLocalRoom: newRoom } = require(`${root}/src/main/rooms/local/local-room.ts`)
      const { createPortTransport } = require(`${root}/src/main/rooms/local/port-transport.ts`)
      const { createTalkingAgent: newAgent } = require(`${root}/test/fakes/talking-agent.ts`)
      const room = newRoom({ agentIdentity: 'parley', newId: () => crypto.randomUUID(), onError: () => {} })
      Object.assign(globalThis, { talkingAgent: newAgent(room, limit) })
      type Handler = (event: Electron.IpcMainInvokeEvent, name: string, input: unknown) => unknown
      // Electron has no public way to replace a registered handler.
      // oxlint-disable-next-line no-underscore-dangle
      const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
      const original = handlers.get('parley.request')!
      ipcMain.removeHandler('parley.request')
      ipcMain.handle('parley.request', (event, name: string, input: unknown) => {
        if (name !== 'room.join') return original(event, name, input)
        const { port1, port2 } = new MessageChannelMain()
        room.attach(createPortTransport(port1), crypto.randomUUID())
        event.sender.postMessage('parley.room.port', null, [port2])
        return { ok: true, value: null }
      })
    },
    { root: repository, limit: limitMs },
  )
  const pageErrors = collectPageErrors(page)
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
  return { page, agent, electron, pageErrors }
}

async function startInBrowser(
  appArgs: string[],
  flags: string[],
  limitMs: number,
  onStop: OnStop,
): Promise<TalkSession> {
  const parsed = parseCommandLine([...appArgs, '--gateway', 'off'], {}, { ignoreUnknown: false })
  if (parsed.tag !== 'run') throw new Error('The test passed flags that Parley does not know.')
  const { commandLine } = parsed
  const app = await createApp({
    profile: commandLine.launch.profile!,
    commandLine,
    trustAtStart: [commandLine.launch.workspace!],
    version: '0.0.0',
    resources: join(repository, 'resources'),
    host: 'browser',
    openLink: async () => {},
    environment: {},
    guestPage: async () => null,
    spawnSpeech: () => () => {
      throw new Error('The fake agent needs no speech engines.')
    },
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
    onRoom: (socket) => room.attach(createSocketTransport(socket), randomUUID()),
    onIpc(socket) {
      app.onEvent((name, value) => sendToSocket(socket, name, value))
      answerSocket(socket, {
        ...app.handlers,
        'room.join': () => null,
        'window.arrange': () => null,
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
  const pageErrors = collectPageErrors(page)
  await page.goto(server.url)
  const agent = new Proxy({} as RemoteAgent, {
    get:
      (_, name: keyof TalkingAgent) =>
      async (...args: unknown[]) =>
        (direct[name] as (...given: unknown[]) => unknown)(...args),
  })
  return { page, agent, electron: null, pageErrors }
}

function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      pageErrors.push(message.text())
  })
  return pageErrors
}
