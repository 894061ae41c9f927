// Records which packages went into a bundle, because their licences ship with it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

export interface PackageOnDisk {
  name: string
  version: string
  /** Relative to the repository. */
  folder: string
}

const recordNames = ['main', 'preload', 'renderer'] as const
type RecordName = (typeof recordNames)[number]

const recordFile = (root: string, name: RecordName): string => join(root, 'out', 'packages', `${name}.json`)

/** For the bundle of that name and its workers, which are separate bundles. */
export function recordPackages(root: string, name: RecordName): () => Plugin {
  const found = new Map<string, PackageOnDisk>()
  return () => ({
    name: 'parley-record-packages',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const modules = file.type === 'chunk' ? Object.keys(file.modules) : file.originalFileNames
        for (const id of modules) {
          const one = packageOf(root, id)
          if (one) found.set(one.folder, one)
        }
      }
      mkdirSync(dirname(recordFile(root, name)), { recursive: true })
      const sorted = [...found.values()].sort((a, b) => a.folder.localeCompare(b.folder))
      writeFileSync(recordFile(root, name), `${JSON.stringify(sorted, null, 2)}\n`)
    },
  })
}

export const bundledPackages = (root: string): PackageOnDisk[] =>
  recordNames.flatMap((name) => JSON.parse(readFileSync(recordFile(root, name), 'utf8')) as PackageOnDisk[])

export function packageIn(root: string, folder: string): PackageOnDisk {
  const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  return { name, version, folder }
}

/** The innermost package of a module, found by its folder: some packages have a package.json in every folder. */
function packageOf(root: string, id: string): PackageOnDisk | null {
  const path = id.replace(/^\0+/, '').replace(/\?.*$/, '').replaceAll('\\', '/')
  const inside = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  if (!inside || !existsSync(join(root, inside, 'package.json'))) return null
  return packageIn(root, inside)
}
