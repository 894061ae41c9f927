// The Chromium sandbox, switched on. As root, the other tests run without it, because Chromium requires that.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { _electron } from '@playwright/test'
import { repository } from '../../build/repository.ts'
import { expect, TIMEOUT_MS, test } from './parley-fixture.ts'
import { ask, tab } from './user-actions.ts'

const NOBODY = 65_534

test.skip(process.platform !== 'linux', 'The test reads /proc.')

test('the page runs in the system’s sandbox when a user other than root starts the app', async ({
  launch,
  workspace,
}) => {
  expect(launch).toBeTruthy()
  const isRoot = process.getuid?.() === 0
  const home = await mkdtemp(join(tmpdir(), 'parley-sandbox-'))
  const app = isRoot
    ? copyForNobody(home, workspace)
    : { electron: process.env['PARLEY_TEST_ELECTRON']!, root: repository }
  const running = await _electron.launch({
    timeout: TIMEOUT_MS,
    executablePath: app.electron,
    chromiumSandbox: true,
    args: [app.root, '--profile', join(home, 'profile'), '--workspace', workspace, '--trust'],
    env: { ...(process.env as Record<string, string>), HOME: home, PARLEY_EARS: 'off', PARLEY_VOICE: 'off' },
  })
  running.context().setDefaultTimeout(TIMEOUT_MS)
  const page = await running.firstWindow({ timeout: TIMEOUT_MS })
  await ask(page, 'open tide.py')
  await expect(tab(page, /tide\.py/)).toBeVisible()
  const pid = await running.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
  )
  const account = readFileSync(`/proc/${pid}/status`, 'utf8')
  // Seccomp 2: every system call is filtered. There are no capabilities at all.
  expect(account).toMatch(/^Seccomp:\t2$/m)
  expect(account).toMatch(/^CapEff:\t0+$/m)
  await running.close()
  // Processes of the app may still write while they exit.
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** Copies what the app needs to where an unprivileged user can read it, and returns how to start it as `nobody`. */
function copyForNobody(home: string, workspace: string): { electron: string; root: string } {
  const root = join(home, 'app')
  for (const path of ['package.json', 'out', 'node_modules/@vscode']) {
    cpSync(join(repository, path), join(root, path), { recursive: true })
  }
  const runtime = join(home, 'runtime')
  cpSync(dirname(process.env['PARLEY_TEST_ELECTRON']!), runtime, { recursive: true })
  mkdirSync(join(home, 'profile'))
  for (const path of [home, join(home, 'profile')]) chownSync(path, NOBODY, NOBODY)
  spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, workspace])
  const starter = join(home, 'start')
  const drop = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`
  writeFileSync(starter, `#!/bin/sh\nexec ${drop} '${join(runtime, 'electron')}' "$@"\n`)
  chmodSync(starter, 0o755)
  return { electron: starter, root }
}
