// Parley as a person has it: a real Electron window, or a real browser on browser mode. Each test has a workspace and a
// profile of its own, and everything it started is stopped by its handle.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  _electron,
  chromium,
  test as base,
  type Browser,
  type ElectronApplication,
  type Page,
} from '@playwright/test'
import { provideDisplay } from '../../build/display.ts'
import { repository } from '../../build/repository.ts'
import { HEARING_RATE } from '../../src/core/ears/samples.ts'
import { wavOf } from '../../src/core/ears/wav.ts'
import { createWorkspace } from './workspace-fixture.ts'

export type Host = 'electron' | 'browser'

export interface Running {
  page: Page
  /** The main process, where there is one. */
  electron: ElectronApplication | null
  /** Where other devices connect to, where it was told. */
  gateway: string | null
  /** What the page complained about: uncaught errors, console errors, refusals of the policy. */
  complaints: string[]
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  /** The folder to open at once; null for a newcomer's start. */
  workspace?: string | null
  env?: Record<string, string>
  args?: string[]
  /** What the microphone hears from when it is opened, once. With it, Parley hears and speaks as it does for a person. */
  microphone?: Int16Array
  /** For Chromium. */
  flags?: string[]
}

interface Fixtures {
  host: Host
  workspace: string
  profile: string
  launch(options?: LaunchOptions): Promise<Running>
}

export const isRoot = process.getuid?.() === 0
/** Loading what hears and speaks takes a while, and most tests neither talk nor listen. */
const unspoken = { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' }
const spoken = { PARLEY_EARS: 'embedded', PARLEY_VOICE: 'builtin' }

/** For what hangs, far above what a busy machine needs; Playwright by itself gives a window of Electron half a minute. */
export const PATIENCE_MS = 120_000

/** For a test about the page alone, which is the same in both hosts, where there are others that run in both. */
export const inOneHost = { tag: '@one-host' }

/** Flags for a Chromium whose microphone plays a file. */
export const fakeMicrophone = (file: string, how: 'once' | 'again and again' = 'once'): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${file}${how === 'once' ? '%noloop' : ''}`,
  '--use-fake-ui-for-media-stream',
]

export const test = base.extend<Fixtures, { display: void }>({
  display: [
    async ({}, use) => {
      const stop = await provideDisplay({ ownOne: true })
      await use()
      stop()
    },
    { scope: 'worker', auto: true },
  ],

  host: ['electron', { option: true }],

  workspace: async ({}, use) => {
    const { path, remove } = await createWorkspace()
    await use(path)
    await remove()
  },

  profile: async ({}, use) => {
    const path = await mkdtemp(join(tmpdir(), 'parley-profile-'))
    await use(path)
    // What the app had started may still be about to end, and writes something on its way out.
    await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },

  launch: async ({ host, workspace, profile }, use, info) => {
    const reason = process.env['PARLEY_TEST_ELECTRON_ABSENT']
    if (host === 'electron' && reason) {
      if (process.env['PARLEY_DEMAND_ALL']) throw new Error(reason)
      info.skip(true, reason)
    }
    const running: Running[] = []
    await use(async (options = {}) => {
      const folder = options.workspace === undefined ? workspace : options.workspace
      const args = [
        '--profile',
        profile,
        ...(folder === null ? [] : ['--workspace', folder]),
        ...(options.args ?? []),
      ]
      const flags = [...(options.flags ?? [])]
      if (options.microphone) {
        const file = join(profile, `microphone-${running.length}.wav`)
        await writeFile(file, wavOf(options.microphone, HEARING_RATE))
        flags.push(...fakeMicrophone(file))
      }
      const env = { ...(options.microphone ? spoken : unspoken), ...options.env }
      const started = await (host === 'electron' ? launchElectron : launchBrowser)({ args, env, flags })
      running.push(started)
      return started
    })
    for (const one of running) await one.stop()
  },
})

export { expect } from '@playwright/test'

interface Launch {
  args: string[]
  env: Record<string, string>
  flags: string[]
}

async function launchElectron({ args, env, flags }: Launch): Promise<Running> {
  const electron = await _electron.launch({
    timeout: PATIENCE_MS,
    executablePath: process.env['PARLEY_TEST_ELECTRON']!,
    chromiumSandbox: !isRoot,
    args: [...flags, repository, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  electron.context().setDefaultTimeout(PATIENCE_MS)
  const page = await electron.firstWindow({ timeout: PATIENCE_MS })
  // As a browser's is, which has gone to it: until then there is not even a body.
  await page.waitForLoadState()
  const main = electron.process()
  return {
    page,
    electron,
    gateway: null,
    complaints: listenToComplaints(page),
    stop: once1(() => electron.close()),
    async kill() {
      main.kill('SIGKILL')
      if (main.exitCode === null && main.signalCode === null) await once(main, 'exit')
    },
  }
}

async function launchBrowser({ args, env, flags }: Launch): Promise<Running> {
  const { url, gateway, server } = await startServe(args, env)
  const browser: Browser = await chromium.launch({
    executablePath: process.env['PARLEY_TEST_CHROMIUM']!,
    chromiumSandbox: !isRoot,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--disable-quic',
      ...flags,
    ],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const complaints = listenToComplaints(page)
  await page.goto(url)
  const stop = once1(async () => {
    await browser.close()
    await stopServe(server)
  })
  return {
    page,
    electron: null,
    gateway,
    complaints,
    stop,
    async kill() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      await browser.close()
    },
  }
}

export async function startServe(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ url: string; gateway: string | null; server: ChildProcess }> {
  const server = spawn(process.execPath, [join(repository, 'out/main/serve.js'), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...unspoken, ...env },
  })
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  return { ...(JSON.parse(line) as { url: string; gateway: string | null }), server }
}

export async function stopServe(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

export function listenToComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}

function once1(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
