// The list of parts as CycloneDX: everything that was bundled or packed, and Electron.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../repository.ts'
import { packedPackages, type Target } from './parts.ts'
import { bundledPackages, packageIn, type PackageOnDisk } from './record-packages.ts'

interface Component {
  type: 'library' | 'framework'
  name: string
  version: string
  purl: string
  licenses?: { expression: string }[]
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

function componentOf({ name, version, folder }: PackageOnDisk): Component {
  const { license } = JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as {
    license?: unknown
  }
  return {
    type: 'library',
    name,
    version,
    purl: purlOf(name, version),
    ...(typeof license === 'string' ? { licenses: [{ expression: license }] } : {}),
  }
}

export function sbomOf(target: Target, version: string, electron: string): Record<string, unknown> {
  const packed = packedPackages(target).map(({ name }) => packageIn(repository, `node_modules/${name}`))
  const inside = new Map(
    [...bundledPackages(repository), ...packed].map((one) => [purlOf(one.name, one.version), one]),
  )
  const runtime: Component = {
    type: 'framework',
    name: 'electron',
    version: electron,
    purl: purlOf('electron', electron),
    licenses: [{ expression: 'MIT' }],
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'Parley', version } },
    components: [runtime, ...[...inside.values()].map(componentOf)].sort((a, b) =>
      a.purl.localeCompare(b.purl),
    ),
  }
}

export function writeSbom(folder: string, target: Target, version: string, electron: string): void {
  const file = join(folder, `Parley-${version}-${target.platform}-${target.arch}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(sbomOf(target, version, electron), null, 2)}\n`)
}
