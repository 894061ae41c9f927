// Collects the contents of the app's archive: bundles, packages and resources.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository } from '../repository.ts'
import { packedPackages, type Target } from './parts.ts'

export interface Manifest {
  name: string
  productName: string
  version: string
  description: string
  /** Only `release` updates itself: a `test` build must not, and macOS does not let an `unsigned` one. */
  parley: { build: 'test' | 'release' | 'unsigned' }
}

/** The app without its packages. Browser mode needs a checkout and does not ship. */
const OWN = {
  from: [
    'out/{main,preload,renderer,vela}/**/*',
    'resources/{icon.svg,icon.png}',
    'resources/licences/*',
    'resources/words/*',
  ],
  except: ['out/main/serve.js', '**/*.map'],
}

export function stageApp(folder: string, target: Target, build: Manifest['parley']['build']): Manifest {
  rmSync(folder, { recursive: true, force: true })
  copy(repository, folder, OWN.from, OWN.except)
  for (const { name, files, except = [] } of packedPackages(target)) {
    const from = join(repository, 'node_modules', name)
    if (!existsSync(from)) throw new Error(`${name} is part of the app but not installed.`)
    for (const pattern of files)
      if (copy(from, join(folder, 'node_modules', name), [pattern], except) === 0)
        // Intel Macs have no ONNX Runtime; there, the local recognizer reports that it is unavailable.
        if (!(pattern.includes('darwin/x64') && name === 'onnxruntime-node'))
          throw new Error(`${name} has no ${pattern}, which is part of the app.`)
    copy(from, join(folder, 'node_modules', name), ['package.json'], [])
  }
  const manifest = manifestFor(build)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

interface OwnManifest extends Manifest {
  type: string
  main: string
}

/** The repository's manifest. */
export const ownManifest = (): OwnManifest =>
  JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as OwnManifest

function manifestFor(build: Manifest['parley']['build']): Manifest {
  const { name, productName, version, description, type, main } = ownManifest()
  return { name, productName, version, description, type, main, parley: { build } } as Manifest
}

function copy(from: string, to: string, patterns: readonly string[], except: readonly string[]): number {
  const files = globSync([...patterns], { cwd: from, exclude: [...except], withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    const target = join(to, path.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(path, target)
  }
  return files.length
}
