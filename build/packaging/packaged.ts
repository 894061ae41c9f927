// Where the packaged app is and what it contains.
import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { repository } from '../repository.ts'
import { sizeParts, thisTarget, type Target } from './parts.ts'

export function packagedFolder({ platform, arch }: Target = thisTarget()): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  const name = { linux: `linux${suffix}-unpacked`, darwin: `mac${suffix}`, win32: `win${suffix}-unpacked` }[
    platform
  ]
  return join(repository, 'dist', name)
}

export function packagedProgram({ platform, arch }: Target = thisTarget()): string {
  const inside = { linux: 'parley', darwin: 'Parley.app/Contents/MacOS/Parley', win32: 'parley.exe' }[
    platform
  ]
  return join(packagedFolder({ platform, arch }), inside)
}

export function packagedResources({ platform, arch }: Target = thisTarget()): string {
  const inside = platform === 'darwin' ? 'Parley.app/Contents/Resources' : 'resources'
  return join(packagedFolder({ platform, arch }), inside)
}

export interface FileInside {
  /** Relative to the app's root, with forward slashes. */
  path: string
  bytes: number
  /** Next to the archive, not in it. */
  unpacked: boolean
}

interface Listing {
  files: Record<string, Listing | { size: number; unpacked?: boolean }>
}

/** Every file of the app, without Electron's. */
export function filesInside(resources: string): FileInside[] {
  const files: FileInside[] = []
  const walk = (listing: Listing, folder: string): void => {
    for (const [name, entry] of Object.entries(listing.files)) {
      const path = folder === '' ? name : `${folder}/${name}`
      if ('files' in entry) walk(entry, path)
      else files.push({ path, bytes: entry.size, unpacked: entry.unpacked === true })
    }
  }
  walk(readListing(join(resources, 'app.asar')), '')
  return files
}

/** An archive starts with four lengths; the last one is the length of the listing that follows. */
function readListing(archive: string): Listing {
  const file = openSync(archive, 'r')
  const lengths = Buffer.alloc(16)
  readSync(file, lengths, 0, 16, 0)
  const listing = Buffer.alloc(lengths.readUInt32LE(12))
  readSync(file, listing, 0, listing.length, 16)
  closeSync(file)
  return JSON.parse(listing.toString('utf8')) as Listing
}

/** Files next to the archive that the archive's listing does not contain. */
export function filesBeside(folder: string): { path: string; bytes: number }[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(folder, path).replaceAll('\\', '/'), bytes: statSync(path).size }
    })
}

/** The part that a file belongs to; null for an unexpected file. */
export const partOf = (path: string): string | null =>
  sizeParts.find(({ matches }) => matches.test(path))?.part ?? null
