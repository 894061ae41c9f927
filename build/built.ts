// Builds the app unless the build is newer than all of its sources.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

const inputs = ['src', 'resources', 'electron.vite.config.ts', 'package-lock.json']
const outputs = [
  'out/packages/main.json',
  'out/main/index.js',
  'out/main/serve.js',
  'out/main/client.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/vela/index.html',
]

export function newest(path: string): number {
  const info = statSync(path)
  if (!info.isDirectory()) return info.mtimeMs
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isFresh(): boolean {
  const at = (path: string): string => join(repository, path)
  if (!outputs.every((path) => existsSync(at(path)))) return false
  const builtAt = Math.min(...outputs.map((path) => statSync(at(path)).mtimeMs))
  return inputs.filter((path) => existsSync(at(path))).every((path) => newest(at(path)) <= builtAt)
}

/** Build messages go to standard error: standard output belongs to the caller. */
export function ensureBuilt(): void {
  if (isFresh()) return
  process.stderr.write('Building Parley…\n')
  const { status } = spawnSync('electron-vite', ['build', '--logLevel', 'warn'], {
    cwd: repository,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write('The build failed.\n')
    process.exit(1)
  }
}
