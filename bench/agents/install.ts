// Installs LiveKit's own agent library from its lock file into .cache, for comparison. It is not part of the app.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repository } from '../../build/repository.ts'

const pinned = join(import.meta.dirname, 'installed')
const folder = join(repository, '.cache', 'livekit-agents')
const checked = join(folder, 'checked')
const INSTALL_TIMEOUT_MS = 600_000

/** Returns the folder of its packages. */
export function installAgents(): string {
  const packages = join(folder, 'node_modules')
  const lock = createHash('sha256')
    .update(readFileSync(join(pinned, 'package-lock.json')))
    .digest('hex')
  if (existsSync(checked) && readFileSync(checked, 'utf8') === lock) return packages
  process.stderr.write('Installing LiveKit’s agent library for comparison (about 290 MB, once)…\n')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(pinned, file), join(folder, file))
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`LiveKit’s agent library could not be installed: ${stderr}`)
  writeFileSync(checked, lock)
  return packages
}
