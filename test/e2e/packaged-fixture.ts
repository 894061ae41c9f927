// Drives the packaged app from outside. Its fuses keep debuggers out of the main process, so a test uses the window,
// through Chromium's debugging port. The app runs outside the repository, because inside it files missing from the
// package would be found in node_modules.
import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { chromium, type Browser, type Page } from '@playwright/test'
import { ensurePackaged } from '../../build/packaging/ensure-packaged.ts'
import { packagedFolder, packagedProgram } from '../../build/packaging/packaged.ts'
import { HEARING_RATE } from '../../src/core/speech/hearing/samples.ts'
import { wavOf } from '../../src/core/speech/hearing/wav.ts'
import { fakeMicrophone, collectPageErrors, TIMEOUT_MS, test as base } from './parley-fixture.ts'

export interface Packaged {
  /** The folder it was copied to, and its program. */
  folder: string
  program: string
}

export interface RunningPackage {
  page: Page
  process: ChildProcess
  /** The address of Chromium's debugging port. */
  address: string
  pageErrors: string[]
  /** The lines it wrote to standard error. */
  stderr: string[]
  /** Closes the window as a user does, and on a Mac quits the app too. Returns the exit code. */
  quit(): Promise<number | null>
}

interface StartOptions {
  /** The program of another copy. */
  program?: string
  args?: string[]
  env?: Record<string, string>
  microphone?: Int16Array
}

interface Fixtures {
  start(options?: StartOptions): Promise<RunningPackage>
  /** Starts the app again while it runs, as the command `parley` does. */
  startAgain(...args: string[]): Promise<number | null>
}

const isRoot = process.getuid?.() === 0
const sandbox = isRoot ? ['--no-sandbox'] : []

export const test = base.extend<Fixtures, { packaged: Packaged }>({
  packaged: [
    async ({}, use) => {
      ensurePackaged()
      const home = await mkdtemp(join(tmpdir(), 'parley-packaged-'))
      const folder = join(home, 'Parley')
      // Linked if possible, because the package is large.
      if (spawnSync('cp', ['-al', packagedFolder(), folder]).status !== 0) {
        rmSync(folder, { recursive: true, force: true })
        cpSync(packagedFolder(), folder, { recursive: true, verbatimSymlinks: true })
      }
      const program = join(folder, packagedProgram().slice(packagedFolder().length))
      await use({ folder, program })
      await rm(home, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  start: async ({ packaged, profile }, use) => {
    const running: RunningPackage[] = []
    await use(async ({ program = packaged.program, args = [], env = {}, microphone } = {}) => {
      const flags: string[] = []
      if (microphone) {
        const file = join(profile, `microphone-${running.length}.wav`)
        await writeFile(file, wavOf(microphone, HEARING_RATE))
        flags.push(...fakeMicrophone(file))
      }
      const started = await startPackaged(program, {
        args: [...sandbox, ...flags, '--profile', profile, '--trust', ...args],
        env,
      })
      running.push(started)
      return started
    })
    for (const one of running) await one.quit()
  },

  startAgain: async ({ packaged, profile }, use) => {
    await use(async (...args) => {
      const again = spawn(packaged.program, [...sandbox, '--profile', profile, ...args], { stdio: 'ignore' })
      const [code] = (await once(again, 'exit')) as [number | null]
      return code
    })
  },
})

export { expect } from '@playwright/test'

interface Launch {
  args: string[]
  env: Record<string, string>
}

/** The window, once there is one. */
export async function connectTo(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  return context!.pages()[0] ?? (await context!.waitForEvent('page'))
}

export async function startPackaged(program: string, { args, env }: Launch): Promise<RunningPackage> {
  const child = spawn(program, ['--remote-debugging-port=0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  // Registered first: the process may exit at any moment, and the event comes once.
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve))
  try {
    return await attach(program, child, ended)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function attach(
  program: string,
  child: ChildProcessByStdio<null, null, Readable>,
  ended: Promise<number | null>,
): Promise<RunningPackage> {
  const stderr: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      stderr.push(line)
      const found = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`${basename(program)} exited with ${code}: ${stderr.join('\n')}`)),
    )
  })
  const browser = await chromium.connectOverCDP(address, { timeout: TIMEOUT_MS })
  const page = await connectTo(browser)
  let quitting: Promise<number | null> | null = null
  return {
    page,
    process: child,
    address,
    pageErrors: collectPageErrors(page),
    stderr,
    quit() {
      quitting ??= (async () => {
        if (child.exitCode === null && child.signalCode === null) {
          await page.close().catch(() => {})
          // On a Mac the app runs without a window until it is asked to quit.
          if (process.platform === 'darwin') child.kill('SIGTERM')
        }
        const code = await ended
        await browser.close().catch(() => {})
        return code
      })()
      return quitting
    },
  }
}
