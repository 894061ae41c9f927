// The parts of a release: notes, checksums, licences, bill of materials and packages.
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
import { addCommits, lastCommit, releaseChangelog } from '../build/changelog.ts'
import { previousTag, releaseNotes } from '../build/release-notes.ts'
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

describe('the release notes', () => {
  it('list only changes that a user would notice', () => {
    const notes = releaseNotes([
      'test: something',
      'feat: folders open by a link',
      'fix: a word is no longer lost',
      "Merge branch 'x'",
      'feat!: settings moved',
    ])
    expect(notes).toBe(
      '## Breaking changes\n\n- Settings moved\n\n## New\n\n- Folders open by a link\n\n## Fixed\n\n- A word is no longer lost\n',
    )
    expect(releaseNotes(['test: x'])).toBe('No user-visible changes.\n')
  })

  it('start at the previous version: any version for a pre-release, otherwise the last stable one', () => {
    const folder = createTempFolder()
    onTestFinished(folder.remove)
    folder.git('init', '--quiet')
    for (const tag of ['v0.9.0', 'v1.0.0-beta.1', 'v1.0.0-beta.2', 'v1.0.0']) {
      folder.commitAll()
      folder.git('tag', tag)
    }
    expect(previousTag('v0.9.0', folder.path)).toBeNull()
    expect(previousTag('v1.0.0-beta.2', folder.path)).toBe('v1.0.0-beta.1')
    expect(previousTag('v1.0.0', folder.path)).toBe('v0.9.0')
  })
})

describe('the changelog', () => {
  const start =
    '# Changelog\n\n<!-- Includes commits up to 1234567. -->\n\n## Unreleased\n\n### New\n\n- Edited by hand\n\n## 0.1.0 (2026-01-01)\n\n### New\n\n- First\n'

  it('gets new commits above the entries that are there, and remembers the last commit', () => {
    const added = addCommits(start, ['feat: links', 'fix: a crash', 'docs: words'], 'abcdef0')
    expect(added).toContain(
      '## Unreleased\n\n### New\n\n- Links\n- Edited by hand\n\n### Fixed\n\n- A crash\n\n## 0.1.0',
    )
    expect(lastCommit(added)).toBe('abcdef0')
    expect(addCommits(added, [], 'abcdef0')).toBe(added)
  })

  it('gets no entry twice, if a merge brought back an earlier mark', () => {
    const added = addCommits(start, ['feat: links', 'fix: a crash'], 'abcdef0')
    const merged = added.replace('abcdef0', '1234567')
    expect(addCommits(merged, ['fix: a leak', 'feat: links', 'fix: a crash'], 'abcdef1')).toContain(
      '### New\n\n- Links\n- Edited by hand\n\n### Fixed\n\n- A leak\n- A crash\n\n## 0.1.0',
    )
    expect(addCommits(merged, ['feat: links'], 'abcdef0')).toBe(added)
  })

  it('turns "Unreleased" into a release and starts an empty section', () => {
    const released = releaseChangelog(start, '0.2.0', '2026-02-03')
    expect(released).toContain('## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n### New\n\n- Edited by hand\n')
    expect(addCommits(released, ['fix: later'], 'abcdef0')).toContain(
      '## Unreleased\n\n### Fixed\n\n- Later\n\n## 0.2.0',
    )
  })

  it('of this repository can be continued', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replaceAll('\r\n', '\n')
    expect(addCommits(changelog, [], lastCommit(changelog))).toBe(changelog)
  })
})

describe('the release files', () => {
  const list = (file: string): string =>
    `version: 1.0.0\nfiles:\n  - url: ${file}\n    sha512: x\n    size: 3\npath: ${file}\nsha512: x\n`

  it('are collected from all systems with their checksums, and both Mac lists become one', () => {
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

  it('are refused if two systems built different files with the same name', () => {
    const folder = createTempFolder({ 'packaged/a/Parley.zip': 'one', 'packaged/b/Parley.zip': 'two' })
    onTestFinished(folder.remove)
    expect(() => gatherRelease(join(folder.path, 'packaged'), join(folder.path, 'r'))).toThrow(/Parley\.zip/)
    expect(() => mergeUpdateLists('version: 1\n', list('a'))).toThrow()
  })
})

describe('the licences in a package', () => {
  it('are allowed one by one: all that AND joins, any that OR joins', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND BSD-3-Clause'].map(isAllowed)).toEqual([
      true,
      true,
      true,
    ])
    expect(['GPL-3.0-only', 'MIT AND GPL-3.0', 'none named', ''].map(isAllowed)).toEqual(
      Array.from({ length: 4 }, () => false),
    )
  })

  it('are parsed with parentheses', () => {
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

  it('are in the notice next to the app for models and engines too, if the app contains them', () => {
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

  it('of Electron and Chromium are where the notice says: next to the program, and on a Mac inside the app', () => {
    const folder = createTempFolder({ LICENSE: 'Copyright (c) Electron contributors' })
    onTestFinished(folder.remove)
    const electron = { folder: folder.path, version: '45.0.0' }
    const mac: Target = { platform: 'darwin', arch: 'arm64' }
    const linux: Target = { platform: 'linux', arch: 'x64' }
    expect(electronNotice(linux, electron).for).toContain('LICENSES.chromium.html next to the program')
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
      // A package does not list what was linked into its library.
      const linked = notices.find(({ part }) => part.startsWith('@livekit/rtc-ffi-bindings-'))
      for (const inside of ['Apache License', 'WebRTC', 'FFmpeg']) expect(linked?.text).toContain(inside)
      const { components } = sbomOf(thisTarget(), '1.0.0', '45.0.0') as { components: { purl: string }[] }
      expect(components.length).toBeGreaterThan(100)
      expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length)
    },
  )
})

describe('packaging', () => {
  it('tells a chosen file from one that was included by default', () => {
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
      // The binding does not load one by name at start-up either.
      const binding = readFileSync(join(root, folder, 'onnxruntime_binding.node'))
      for (const left of forGraphics)
        expect(binding.includes(left, 0, 'latin1') || binding.includes(left, 0, 'utf16le'), left).toBe(false)
    },
  )

  it('needs no secrets: Mac apps are signed ad hoc, without hardening or notarization', () => {
    expect(builderConfig(packing({ platform: 'darwin', arch: 'arm64' })).mac).toMatchObject({
      identity: '-',
      hardenedRuntime: false,
      notarize: false,
    })
  })

  it('uses the secrets that are set', () => {
    const env = { CSC_LINK: 'a certificate', APPLE_API_KEY: 'a key' }
    expect(builderConfig(packing({ platform: 'darwin', arch: 'arm64' }, env)).mac).toMatchObject({
      hardenedRuntime: true,
      notarize: true,
    })
  })

  it('reads the registry from npm’s settings, without a password', () => {
    expect(packageSource('https://ada:secret@packages.example/npm/\n')).toBe('https://packages.example/npm/')
    expect(packageSource('undefined')).toBe('')
    vi.stubEnv('npm_config_registry', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(packageSource()).toMatch(/^https?:/)
  })

  it('refuses a release without its commit or its package source', () => {
    const env = { GITHUB_REPOSITORY: 'parley/parley' }
    const release = { version: '1.0.0', source: 'https://packages.example/' }
    expect(releasedFrom(env, release)).toBe('parley/parley')
    expect(() => releasedFrom(env, { ...release, source: '' })).toThrow('natural voice')
    for (const none of [{}, { GITHUB_REPOSITORY: '' }, { GITHUB_REPOSITORY: 'parley' }])
      expect(() => releasedFrom(none, release)).toThrow('Set GITHUB_REPOSITORY')
  })

  it('refuses a pre-release from which the updater could not continue', () => {
    const release = (version: string): string =>
      releasedFrom({ GITHUB_REPOSITORY: 'parley/parley' }, { version, source: 'https://packages.example/' })
    for (const version of ['1.0.0', '1.0.0-beta.1', '1.0.0-alpha.12'])
      expect(release(version)).toBe('parley/parley')
    for (const version of ['1.0.0-rc.1', '1.0.0-1', '1.0.0-beta', '1.0.0-beta1'])
      expect(() => release(version), version).toThrow('-beta.N')
  })

  it('names the home page in every installer of a release', () => {
    const { extraMetadata } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    expect(extraMetadata).toEqual({ homepage: 'https://github.com/parley/parley' })
  })

  it('treats an empty secret as missing', () => {
    const env = { CSC_LINK: '', CSC_KEY_PASSWORD: '', APPLE_API_KEY_ID: '', APPLE_API_ISSUER: 'x', HOME: '' }
    forgetEmptySecrets(env)
    expect(env).toEqual({ APPLE_API_ISSUER: 'x', HOME: '' })
  })

  it('tells only an unsigned Mac app that it cannot update itself', () => {
    const mac: Target = { platform: 'darwin', arch: 'arm64' }
    expect(buildFor(mac, true, { CSC_LINK: '' })).toBe('unsigned')
    expect(buildFor(mac, true, { CSC_LINK: 'a certificate' })).toBe('release')
    expect(buildFor({ platform: 'linux', arch: 'x64' }, true, {})).toBe('release')
    expect(buildFor(mac, false, { CSC_LINK: 'a certificate' })).toBe('test')
  })

  it('names the app Parley.app on a Mac, and `parley` where the program is the command', () => {
    const { productName, executableName, linux, win } = builderConfig(
      packing({ platform: 'darwin', arch: 'arm64' }),
    )
    expect([productName, executableName]).toEqual(['Parley', undefined])
    expect([linux?.executableName, win?.executableName]).toEqual(['parley', 'parley'])
  })

  it('requires all libraries that Chromium needs on Debian, under their old and new names', () => {
    const { deb } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    for (const needed of ['xdg-utils', 'libatspi2.0-0', 'libuuid1', 'libasound2 | libasound2t64', 'libgbm1'])
      expect(deb?.depends).toContainEqual(expect.stringContaining(needed))
  })

  it('starts from an AppImage without a library that newer systems lack', () => {
    const { toolsets } = builderConfig(packing({ platform: 'linux', arch: 'x64' }))
    expect(toolsets?.appimage).toMatch(/^[1-9]/)
  })

  it('says why it needs the microphone, opens folders, and handles its own links', () => {
    const { mac, linux, protocols } = builderConfig(packing({ platform: 'darwin', arch: 'x64' }))
    expect(JSON.stringify(mac?.extendInfo)).toContain('NSMicrophoneUsageDescription')
    expect(JSON.stringify(mac?.extendInfo)).toContain('public.folder')
    expect(linux?.mimeTypes).toEqual(['inode/directory'])
    expect(protocols).toEqual([{ name: 'Parley', schemes: ['parley'] }])
    expect(readFileSync(join(root, 'build/packaging/entitlements.mac.plist'), 'utf8')).toContain(
      'com.apple.security.device.audio-input',
    )
  })

  it('opens folders and drive roots from Windows Explorer', () => {
    const script = readFileSync(join(root, 'build/packaging/installer.nsh'), 'utf8')
    const words = [...script.matchAll(/"(%V[^"]*)"/g)].map(([, word]) => word!)
    expect(words).toHaveLength(2)
    for (const word of words)
      for (const folder of ['D:\\', 'C:\\code']) {
        const said = word.replace('%V', folder)
        // Windows treats a quote after a backslash as part of the word.
        expect(said).not.toMatch(/\\$/)
        expect(win32.resolve(said)).toBe(folder)
      }
  })

  it('refers only to files that exist', () => {
    const { mac, win, linux, nsis } = builderConfig(packing({ platform: 'win32', arch: 'x64' }))
    for (const file of [mac?.icon, mac?.entitlements, win?.icon, linux?.icon, nsis?.include])
      expect(existsSync(String(file)), String(file)).toBe(true)
  })
})
