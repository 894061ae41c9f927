// Where the packaged app is, and what is in it, read from outside.
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
  /** With slashes, from the app's own root, archived or beside the archive. */
  path: string
  bytes: number
  /** Beside the archive rather than in it. */
  unpacked: boolean
}

interface Listing {
  files: Record<string, Listing | { size: number; unpacked?: boolean }>
}

/** Every file of the app itself, Electron's left out. */
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

/** An archive begins with four lengths, of which the last is that of the listing that follows. */
function readListing(archive: string): Listing {
  const file = openSync(archive, 'r')
  const lengths = Buffer.alloc(16)
  readSync(file, lengths, 0, 16, 0)
  const listing = Buffer.alloc(lengths.readUInt32LE(12))
  readSync(file, listing, 0, listing.length, 16)
  closeSync(file)
  return JSON.parse(listing.toString('utf8')) as Listing
}

/** What lies beside the archive on disk, which nothing in the archive speaks of. */
export function filesBeside(folder: string): { path: string; bytes: number }[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: relative(folder, path).replaceAll('\\', '/'), bytes: statSync(path).size }
    })
}

/** The part a file of the app belongs to; null where nobody expected it. */
export const partOf = (path: string): string | null =>
  sizeParts.find(({ matches }) => matches.test(path))?.part ?? null
