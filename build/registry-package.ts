// Downloads a package that is not a dependency into .cache: an exact version, verified by its hash, unpacked.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface PinnedPackage {
  name: string
  version: string
  /** In the registry's form: `sha512-…`. */
  integrity: string
}

/** Unpacks it into `folder`, completely or not at all. Returns null, or why it failed. `only` limits it to these paths. */
export async function unpackPackage(
  { name, version, integrity }: PinnedPackage,
  folder: string,
  only: readonly string[] = [],
): Promise<string | null> {
  if (existsSync(folder)) return null
  const unpacking = `${folder}.unpacking`
  rmSync(unpacking, { recursive: true, force: true })
  mkdirSync(unpacking, { recursive: true })
  const pack = spawnSync('npm', ['pack', `${name}@${version}`, '--silent'], {
    cwd: unpacking,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const tarball = join(unpacking, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  if (pack.status !== 0 || !existsSync(tarball)) return `${name} could not be downloaded from the registry`
  if (`sha512-${await digest(tarball)}` !== integrity) return `${name} has an unexpected hash`
  const paths = only.map((path) => `package/${path}`)
  const untar = spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacking, ...paths])
  if (untar.status !== 0) return `${name} could not be unpacked`
  rmSync(tarball)
  renameSync(unpacking, folder)
  return null
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('base64')
}
