// Installs a real OpenClaw gateway from the package registry into .cache/. Its lock file pins the hash of every
// package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repository } from '../../../build/repository.ts'

const pinned = join(import.meta.dirname, 'installed')
const folder = join(repository, '.cache', 'openclaw')
const checked = join(folder, 'checked')
const INSTALL_TIMEOUT_MS = 600_000

export type Installed = { tag: 'there'; program: string } | { tag: 'absent'; reason: string }

export async function installGateway(): Promise<Installed> {
  const program = join(folder, 'node_modules', 'openclaw', 'openclaw.mjs')
  const lock = createHash('sha256')
    .update(readFileSync(join(pinned, 'package-lock.json')))
    .digest('hex')
  if (existsSync(checked) && readFileSync(checked, 'utf8') === lock && existsSync(program)) {
    return { tag: 'there', program }
  }
  process.stderr.write('Installing the OpenClaw gateway for its tests (about 770 MB, once)…\n')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(pinned, file), join(folder, file))
  const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: INSTALL_TIMEOUT_MS,
    // The gateway needs the Node this process runs on, not the system's.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    shell: process.platform === 'win32',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0 || !existsSync(program)) {
    const lastLine = stderr.trim().split('\n').at(-1) ?? ''
    return {
      tag: 'absent',
      reason: `The OpenClaw gateway could not be installed${lastLine && ` (${lastLine})`}.`,
    }
  }
  writeFileSync(checked, lock)
  return { tag: 'there', program }
}
