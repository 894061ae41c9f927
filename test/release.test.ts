// What a release is made of: its notes, its checksums, its licences, its list of parts, and how it is packed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, win32 } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { builderConfig, type Packing } from '../build/packaging/builder-config.ts'
import { electronNotice, isAllowed, noticesOf, noticesText } from '../build/packaging/notices.ts'
import { besideArchive, forGraphics, isChosen, thisTarget, type Target } from '../build/packaging/parts.ts'
import { packageSource } from '../build/packaging/package-source.ts'
import { releasedFrom } from '../build/packaging/release-demands.ts'
import { sbomOf } from '../build/packaging/sbom.ts'
import { buildFor, forgetEmptySecrets } from '../build/packaging/signing.ts'
import { importsOf } from '../build/packaging/windows-imports.ts'
import { gatherRelease, mergeUpdateLists } from '../build/release-files.ts'
import { notesOf, tagBefore } from '../build/release-notes.ts'
import { createTempFolder } from './temp-folder.ts'

const root = join(import.meta.dirname, '..')
const packing = (target: Target, env: Packing['env'] = {}): Packing => ({
  target,
  app: '/app',
  output: '/out',
  electron: null,
  repository: 'parley/parley',
  env,
})

describe('the notes of a release', () => {
  it('say what a user would notice, and nothing else', () => {
    const notes = notesOf([
      'test: something',
      'feat: folders open by a link',
      'fix: a word is no longer lost',
      "Merge branch 'x'",
      'feat!: settings moved',
    ])
    expect(notes).toBe(
      '## Changed in a way you have to know\n\n- Settings moved\n\n## New\n\n- Folders open by a link\n\n## Fixed\n\n- A word is no longer lost\n',
    )
    expect(notesOf(['test: x'])).toBe('Nothing that a user would notice.\n')
  })

  it('begin where the version before ended: for an early one any, for another one that was not early', () => {
    const folder = createTempFolder()
    onTestFinished(folder.remove)
    folder.git('init', '--quiet')
    for (const tag of ['v0.9.0', 'v1.0.0-beta.1', 'v1.0.0-beta.2', 'v1.0.0']) {
      folder.commitAll()
      folder.git('tag', tag)
    }
    expect(tagBefore('v0.9.0', folder.path)).toBeNull()
    expect(tagBefore('v1.0.0-beta.2', folder.path)).toBe('v1.0.0-beta.1')
    expect(tagBefore('v1.0.0', folder.path)).toBe('v0.9.0')
  })
})

describe('the files of a release', () => {
  const list = (file: string): string =>
    `version: 1.0.0\nfiles:\n  - url: ${file}\n    sha512: x\n    size: 3\npath: ${file}\nsha512: x\n`

  it('are gathered from all systems with their checksums, and the lists of both Macs are one', () => {
    const folder = createTempFolder({
      'packaged/a/Parley.zip': 'zip',
      'packaged/a/latest-mac.yml': list('Parley-arm64.zip'),
      'packaged/b/latest-mac.yml': list('Parley-x64.zip'),
    })
    onTestFinished(folder.remove)
    const to = join(folder.path, 'release')
    gatherRelease(join(folder.path, 'packaged'), to)
    const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8')
    expect(sums).toContain(`${createHash('sha256').update('zip').digest('hex')}  Parley.zip\n`)
    const merged = readFileSync(join(to, 'latest-mac.yml'), 'utf8')
    expect(new Set([...merged.matchAll(/url: (\S+)/g)].map(([, url]) => url))).toEqual(
      new Set(['Parley-arm64.zip', 'Parley-x64.zip']),
    )
    expect([...merged.matchAll(/^path: /gm)]).toHaveLength(1)
  })

  it('are refused where two systems made something different of the same name', () => {
    const folder = createTempFolder({ 'packaged/a/Parley.zip': 'one', 'packaged/b/Parley.zip': 'two' })
    onTestFinished(folder.remove)
    expect(() => gatherRelease(join(folder.path, 'packaged'), join(folder.path, 'r'))).toThrow(/Parley\.zip/)
    expect(() => mergeUpdateLists('version: 1\n', list('a'))).toThrow()
  })
})

describe('the licences inside', () => {
  it('are allowed one by one: every one of those joined by AND, any of those joined by OR', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND BSD-3-Clause'].map(isAllowed)).toEqual([
      true,
      true,
      true,
    ])
    expect(['GPL-3.0-only', 'MIT AND GPL-3.0', 'nothing said', ''].map(isAllowed)).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })

  it('are read with their parentheses', () => {
    for (const refused of [
      '(MIT OR GPL-3.0) AND GPL-2.0',
      'GPL-2.0 AND (MIT OR ISC)',
      '(MIT OR GPL-3.0',
      'MIT)',
      '()',
      'MIT OR',
    ])
      expect(isAllowed(refused), refused).toBe(false)
    for (const allowed of ['(MIT OR GPL-3.0) AND ISC', 'GPL-2.0 OR (MIT AND ISC)', 'GPL-2.0 AND X OR MIT'])
      expect(isAllowed(allowed), allowed).toBe(true)
  })

  it('are in the text beside the app for models and engines too, if they are inside', () => {
    const parts = JSON.parse(readFileSync(join(root, 'resources/licences/index.json'), 'utf8')) as {
      part: string
      files: string[]
      shipped: boolean
    }[]
    const text = noticesText([])
    for (const { part, files, shipped } of parts) {
      expect(text.includes(part), part).toBe(shipped)
      for (const file of files)
        if (shipped)
          expect(text).toContain(readFileSync(join(root, 'resources/licences', file), 'utf8').trim())
    }
  })

  it('of Electron and Chromium are where the notice says: beside the program, and on a Mac inside the app', () => {
    const folder = createTempFolder({ LICENSE: 'Copyright (c) Electron contributors' })
    onTestFinished(folder.remove)
    const electron = { folder: folder.path, version: '45.0.0' }
    const mac: Target = { platform: 'darwin', arch: 'arm64' }
    const linux: Target = { platform: 'linux', arch: 'x64' }
    expect(electronNotice(linux, electron).for).toContain('LICENSES.chromium.html beside the program')
    expect(electronNotice(mac, electron).for).toContain('LICENSES.chromium.html in Contents/Resources')
    for (const file of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(besideArchive(mac).always).toContain(file)
      expect(besideArchive(linux).always).not.toContain(file)
    }
  })

  it.runIf(existsSync(join(root, 'out/packages/main.json')))(
    'are found for all that is bundled and packed, each with its text, and listed as parts',
    () => {
      const notices = noticesOf(thisTarget())
      const names = notices.map(({ part }) => part)
      for (const part of ['react', 'monaco-editor', 'zod', '@livekit/rtc-node', 'electron-updater'])
        expect(names).toContain(part)
      expect(notices.filter(({ text }) => !/copyright|licen[cs]e/i.test(text))).toEqual([])
      // Of what was linked into a library its package says nothing.
      const linked = notices.find(({ part }) => part.startsWith('@livekit/rtc-ffi-bindings-'))
      for (const inside of ['Apache License', 'WebRTC', 'FFmpeg']) expect(linked?.text).toContain(inside)
      const { components } = sbomOf(thisTarget(), '1.0.0', '45.0.0') as { components: { purl: string }[] }
      expect(components.length).toBeGreaterThan(100)
      expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
    },
  )
})

describe('how it is packed', () => {
  it('knows a file that was chosen from one that came along', () => {
    const linux: Target = { platform: 'linux', arch: 'x64' }
    const chosen = (path: string): boolean => isChosen(`node_modules/${path}`, linux)
    expect(chosen('onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1')).toBe(true)
    expect(chosen('@bufbuild/protobuf/dist/cjs/wire/text-format.js')).toBe(true)
    expect(chosen('@vscode/ripgrep/package.json')).toBe(true)
    expect(chosen('onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll')).toBe(false)
    expect(chosen('@livekit/rtc-ffi-bindings/debug/trace.js')).toBe(false)
    expect(chosen('@vscode/ripgrep/node_modules/left-pad/package.json')).toBe(false)
    expect(chosen('llama-tokenizer-js/llama-tokenizer.js.orig')).toBe(false)
  })

  it.each(['x64', 'arm64'] as const)(
    'leaves out for Windows, %s, only what its libraries load without',
    (arch) => {
      const folder = `node_modules/onnxruntime-node/bin/napi-v6/win32/${arch}`
      const packed = readdirSync(join(root, folder)).filter((file) =>
        isChosen(`${folder}/${file}`, { platform: 'win32', arch }),
      )
      expect(packed.sort()).toEqual(['onnxruntime.dll', 'onnxruntime_binding.node'])
      for (const file of packed) {
        const bytes = readFileSync(join(root, folder, file))
        const needed = importsOf(bytes).map((name) => name.toLowerCase())
        expect(needed).toContain('kernel32.dll')
        expect(forGraphics.filter((left) => needed.includes(left.toLowerCase()))).toEqual([])
      }
      // Nor does the binding load one by its name when it starts, as it once did.
      const binding = readFileSync(join(root, folder, 'onnxruntime_binding.node'))
      for (const left of forGraphics)
        expect(binding.includes(left, 0, 'latin1') || binding.includes(left, 0, 'utf16le'), left).toBe(false)
    },
  )

  it('needs no secret: a Mac is signed by itself and not hardened, and nothing is notarised', () => {
    expect(builderConfig(packing({ platform: 'darwin', arch: 'arm64' })).mac).toMatchObject({
      identity: '-',
      hardenedRuntime: false,
      notarize: false,
    })
  })

  it('uses the secrets that are there', () => {
    const env = { CSC_LINK: 'a certificate', APPLE_API_KEY: 'a key' }
    expect(builderConfig(packing({ platform: 'darwin', arch: 'arm64' }, env)).mac).toMatchObject({
      hardenedRuntime: true,
      notarize: true,
    })
  })

  it('knows where packages are fetched from, as npm says it and without a password', () => {
    expect(packageSource('https://ada:secret@packages.example/npm/\n')).toBe('https://packages.example/npm/')
    expect(packageSource('undefined')).toBe('')
    vi.stubEnv('npm_config_registry', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(packageSource()).toMatch(/^https?:/)
  })

  it('is refused as a release where it would not know what it is from, or where packages are', () => {
    const env = { GITHUB_REPOSITORY: 'parley/parley' }
    const release = { version: '1.0.0', source: 'https://packages.example/' }
    expect(releasedFrom(env, release)).toBe('parley/parley')
    expect(() => releasedFrom(env, { ...release, source: '' })).toThrow('natural voice')
    for (const none of [{}, { GITHUB_REPOSITORY: '' }, { GITHUB_REPOSITORY: 'parley' }])
      expect(() => releasedFrom(none, release)).toThrow('set GITHUB_REPOSITORY')
  })

  it('is refused as an early version from which the updater finds no way on', () => {
    const release = (version: string): string =>
      releasedFrom({ GITHUB_REPOSITORY: 'parley/parley' }, { version, source: 'https://packages.example/' })
    for (const version of ['1.0.0', '1.0.0-beta.1', '1.0.0-alpha.12'])
      expect(release(version)).toBe('parley/parley')
    for (const version of ['1.0.0-rc.1', '1.0.0-1', '1.0.0-beta', '1.0.0-beta1'])
      expect(() => release(version), version).toThrow('-beta.N')
  })

  it('names its home in every installer of a release', () => {
    const { extraMetadata } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    expect(extraMetadata).toEqual({ homepage: 'https://github.com/parley/parley' })
  })

  it('takes a secret that is empty for none', () => {
    const env = { CSC_LINK: '', CSC_KEY_PASSWORD: '', APPLE_API_KEY_ID: '', APPLE_API_ISSUER: 'x', HOME: '' }
    forgetEmptySecrets(env)
    expect(env).toEqual({ APPLE_API_ISSUER: 'x', HOME: '' })
  })

  it('tells an unsigned app on a Mac that it cannot replace itself, and no other release', () => {
    const mac: Target = { platform: 'darwin', arch: 'arm64' }
    expect(buildFor(mac, true, { CSC_LINK: '' })).toBe('unsigned')
    expect(buildFor(mac, true, { CSC_LINK: 'a certificate' })).toBe('release')
    expect(buildFor({ platform: 'linux', arch: 'x64' }, true, {})).toBe('release')
    expect(buildFor(mac, false, { CSC_LINK: 'a certificate' })).toBe('test')
  })

  it('is Parley.app on a Mac, and `parley` where the program is the command', () => {
    const { productName, executableName, linux, win } = builderConfig(
      packing({ platform: 'darwin', arch: 'arm64' }),
    )
    expect([productName, executableName]).toEqual(['Parley', undefined])
    expect([linux?.executableName, win?.executableName]).toEqual(['parley', 'parley'])
  })

  it('asks a Debian system for all that Chromium is linked to, by the old names and the new', () => {
    const { deb } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    for (const needed of ['xdg-utils', 'libatspi2.0-0', 'libuuid1', 'libasound2 | libasound2t64', 'libgbm1'])
      expect(deb?.depends).toContainEqual(expect.stringContaining(needed))
  })

  it('starts from an AppImage without a library that newer systems do not have', () => {
    const { toolsets } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    expect(toolsets?.appimage).toMatch(/^[1-9]/)
  })

  it('says why it wants the microphone, opens folders, and knows its own links', () => {
    const { mac, linux, protocols } = builderConfig(packing({ platform: 'darwin', arch: 'x64' }))
    expect(JSON.stringify(mac?.extendInfo)).toContain('NSMicrophoneUsageDescription')
    expect(JSON.stringify(mac?.extendInfo)).toContain('public.folder')
    expect(linux?.mimeTypes).toEqual(['inode/directory'])
    expect(protocols).toEqual([{ name: 'Parley', schemes: ['parley'] }])
    expect(readFileSync(join(root, 'build/packaging/entitlements.mac.plist'), 'utf8')).toContain(
      'com.apple.security.device.audio-input',
    )
  })

  it('opens the root of a drive from the file manager of Windows as well as a folder', () => {
    const script = readFileSync(join(root, 'build/packaging/installer.nsh'), 'utf8')
    const words = [...script.matchAll(/"(%V[^"]*)"/g)].map(([, word]) => word!)
    expect(words).toHaveLength(2)
    for (const word of words)
      for (const folder of ['D:\\', 'C:\\code']) {
        const said = word.replace('%V', folder)
        // Windows takes a quote after a backslash for a part of the word.
        expect(said).not.toMatch(/\\$/)
        expect(win32.resolve(said)).toBe(folder)
      }
  })

  it('has every file it names', () => {
    const { mac, win, linux, nsis } = builderConfig(packing({ platform: 'win32', arch: 'x64' }))
    for (const file of [mac?.icon, mac?.entitlements, win?.icon, linux?.icon, nsis?.include])
      expect(existsSync(String(file)), String(file)).toBe(true)
  })
})
