// Parley as users run it: a real Electron window, or a real browser in browser mode. Each test has its own workspace
// and profile, and stops everything it started.
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
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { createWorkspace } from './workspace-fixture.ts'

export type Host = 'electron' | 'browser'

export interface Running {
  page: Page
  /** The main process; null in browser mode. */
  electron: ElectronApplication | null
  /** The gateway's address; null in Electron. */
  gateway: string | null
  /** Uncaught errors, console errors and violations of the content policy. */
  pageErrors: string[]
  stop(): Promise<void>
  /** Kills it, as a power cut would. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  /** The folder to open; null starts without one. */
  workspace?: string | null
  /** Whether the folder is trusted from the start. Default: true. */
  trusted?: boolean
  env?: Record<string, string>
  args?: string[]
  /** What the microphone plays once, from when it opens. Turns on the real recognizer and voice. */
  microphone?: Int16Array
  /** Flags for Chromium. */
  flags?: string[]
}

interface Fixtures {
  host: Host
  workspace: string
  profile: string
  launch(options?: LaunchOptions): Promise<Running>
}

export const isRoot = process.getuid?.() === 0
/** Loading the speech engines takes a while, and most tests do not need them. */
const speechOff = { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' }
const speechOn = { PARLEY_EARS: 'embedded', PARLEY_VOICE: 'builtin' }

/** A limit for hangs, far above what a busy machine needs; Playwright's default for an Electron window is 30 s. */
export const TIMEOUT_MS = 120_000

/** The test checks only the page, which is the same in both hosts: it runs in one of them. */
export const inOneHost = { tag: '@one-host' }

/** The test is one of the main stories, which `npm test` runs. */
export const mainStory = { tag: '@main' }

/** Flags for a Chromium whose microphone plays a file. */
export const fakeMicrophone = (file: string, how: 'once' | 'loop' = 'once'): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${file}${how === 'once' ? '%noloop' : ''}`,
  '--use-fake-ui-for-media-stream',
]

export const test = base.extend<Fixtures, { display: void }>({
  display: [
    async ({}, use) => {
      const stop = await provideDisplay({ separate: true })
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
    // Processes of the app may still write while they exit.
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
        ...(folder === null
          ? []
          : ['--workspace', folder, ...(options.trusted === false ? [] : ['--trust'])]),
        ...(options.args ?? []),
      ]
      const flags = [...(options.flags ?? [])]
      if (options.microphone) {
        const file = join(profile, `microphone-${running.length}.wav`)
        await writeFile(file, wavOf(options.microphone, HEARING_RATE))
        flags.push(...fakeMicrophone(file))
      }
      const env = { ...(options.microphone ? speechOn : speechOff), ...options.env }
      const started = await (host === 'electron' ? launchElectron : launchBrowser)({ args, env, flags })
      running.push(started)
      return started
    })
    for (const app of running) await app.stop()
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
    timeout: TIMEOUT_MS,
    executablePath: process.env['PARLEY_TEST_ELECTRON']!,
    chromiumSandbox: !isRoot,
    args: [...flags, repository, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  electron.context().setDefaultTimeout(TIMEOUT_MS)
  const page = await electron.firstWindow({ timeout: TIMEOUT_MS })
  // In a browser, `goto` has waited for this; before it, the page has no body.
  await page.waitForLoadState()
  const main = electron.process()
  return {
    page,
    electron,
    gateway: null,
    pageErrors: collectPageErrors(page),
    stop: runOnce(() => electron.close()),
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
  const pageErrors = collectPageErrors(page)
  await page.goto(url)
  const stop = runOnce(async () => {
    await browser.close()
    await stopServe(server)
  })
  return {
    page,
    electron: null,
    gateway,
    pageErrors,
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
    env: { ...process.env, ...speechOff, ...env },
  })
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  return { ...(JSON.parse(line) as { url: string; gateway: string | null }), server }
}

export async function stopServe(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /content security policy/i.test(message.text()))
      pageErrors.push(message.text())
  })
  return pageErrors
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => (done ??= work())
}
