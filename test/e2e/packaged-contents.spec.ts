// The package from outside: its files, its fuses, and what its page may do.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import {
  filesBeside,
  filesInside,
  packagedFolder,
  packagedResources,
  partOf,
} from '../../build/packaging/packaged.ts'
import {
  besideArchive,
  inFolder,
  isChosen,
  packedPackages,
  sizeParts,
  thisTarget,
  WHOLE_MB,
} from '../../build/packaging/parts.ts'
import type { GatewayStatus } from '../../src/shared/gateway-status.ts'
import { expect, test, type Packaged } from './packaged-fixture.ts'
import { ask, openAbout, tab } from './user-actions.ts'

/** Runs on every package before a release, on every system. */
const smoke = { tag: '@smoke' }
const speechOff = { PARLEY_EARS: 'off', PARLEY_VOICE: 'off' }
const resourcesOf = ({ folder }: Packaged): string =>
  join(folder, relative(packagedFolder(), packagedResources()))

test('the package holds only expected files, each within its size limit', smoke, ({ packaged }) => {
  const files = filesInside(resourcesOf(packaged))
  expect(files.length).toBeGreaterThan(150)
  expect(files.filter(({ path }) => partOf(path) === null)).toEqual([])
  for (const { part, budgetMb } of sizeParts) {
    const bytes = files.filter(({ path }) => partOf(path) === part).reduce((sum, file) => sum + file.bytes, 0)
    expect(bytes, part).toBeGreaterThan(0)
    expect(bytes / 1e6, `${part}, in megabytes`).toBeLessThan(budgetMb)
  }
})

test('the app’s folder holds only expected files, within their size limits', smoke, ({ packaged }) => {
  const expected = inFolder(thisTarget())
  const names = readdirSync(packaged.folder)
  expect(names.filter((name) => !expected.includes(name))).toEqual([])
  const isMac = process.platform === 'darwin'
  if (!isMac) expect(readdirSync(join(packaged.folder, 'locales'))).toEqual(['en-US.pak'])
  const licences = isMac ? readdirSync(resourcesOf(packaged)) : names
  expect(licences).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']))
  const bytes = filesBeside(packaged.folder).reduce((sum, file) => sum + file.bytes, 0)
  expect(bytes / 1e6, 'megabytes').toBeLessThan(WHOLE_MB)
})

test('no sources, tests, maps, caches, or parts of other platforms are inside', smoke, ({ packaged }) => {
  const paths = filesInside(resourcesOf(packaged)).map(({ path }) => path)
  const unwanted =
    /\.(?:tsx?|map|md|cc|h|yml|log|flow|tsbuildinfo)$|(?:^|\/)(?:src|tests?|__tests__|bench|docs|examples?|\.cache|\.bin|\.github)\//
  expect(paths.filter((path) => unwanted.test(path))).toEqual([])
  const { platform, arch } = thisTarget()
  const others = ['linux', 'darwin', 'win32'].filter((name) => name !== platform)
  expect(paths.filter((path) => others.some((name) => path.includes(name)))).toEqual([])
  expect(paths.filter((path) => path.includes(arch === 'x64' ? 'arm64' : 'x64'))).toEqual([])
  const below = paths.filter((path) => path.startsWith('node_modules/'))
  expect(below.length).toBeGreaterThan(50)
  expect(below.filter((path) => !isChosen(path, thisTarget()))).toEqual([])
  // Bundled packages are not included a second time.
  const packages = new Set(
    paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  )
  expect([...packages].sort()).toEqual(
    packedPackages(thisTarget())
      .map(({ name }) => name)
      .sort(),
  )
})

test('only files that cannot run inside the archive are unpacked', smoke, ({ packaged }) => {
  const resources = resourcesOf(packaged)
  const listed = filesInside(resources).filter(({ unpacked }) => unpacked)
  const beside = filesBeside(join(resources, 'app.asar.unpacked'))
  expect(beside.map(({ path }) => path).sort()).toEqual(listed.map(({ path }) => path).sort())
  expect(listed.filter(({ path }) => !/\.node$|\.onnx$|\/bin\//.test(path))).toEqual([])
  const program = listed.find(({ path }) => /\/bin\/rg(?:\.exe)?$/.test(path))
  if (process.platform !== 'win32')
    expect(statSync(join(resources, 'app.asar.unpacked', program!.path)).mode & 0o111).not.toBe(0)
  const { always, inRelease } = besideArchive(thisTarget())
  const names = readdirSync(resources).filter((name) => !inRelease.includes(name))
  expect(names.sort()).toEqual(always.sort())
})

test(
  'its fuses are set: it cannot run as Node, accepts no Node options, and loads only its archive',
  smoke,
  async ({ packaged }) => {
    const wire = await getCurrentFuseWire(
      process.platform === 'darwin' ? join(packaged.folder, 'Parley.app') : packaged.program,
    )
    const on = (fuse: FuseV1Options): boolean => wire[fuse] === FuseState.ENABLE
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyFromAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      filePrivileges: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: process.platform !== 'linux',
      onlyFromAsar: true,
      filePrivileges: false,
    })
  },
)

test('it starts as Parley even when asked to run as Node', ({ packaged }) => {
  // Node would print the sum; Parley prints its help.
  const answer = spawnSync(packaged.program, ['--no-sandbox', '-p', '40+2', '--help'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  expect(answer.stdout).not.toContain('42')
  expect(answer.stdout).toContain('usage: parley')
})

test('it says that it is a test build and lists all licences', async ({ packaged, start, workspace }) => {
  const resources = resourcesOf(packaged)
  expect(existsSync(join(resources, 'app-update.yml'))).toBe(false)
  expect(readFileSync(join(resources, 'NOTICES.txt'), 'utf8')).toContain('monaco-editor')
  expect(readFileSync(join(resources, 'NOTICES.txt'), 'utf8')).toContain('Moonshine')
  const { page } = await start({ args: [workspace], env: speechOff })
  const about = await openAbout(page)
  await expect(about).toContainText('test build')
  for (const part of ['Electron', 'monaco-editor', 'react', '@livekit/rtc-node', 'Moonshine'])
    await expect(about.locator('summary', { hasText: part }).first()).toBeVisible()
})

test(
  'its page has no Node, follows its policy, and may use only the microphone',
  smoke,
  async ({ start, workspace }) => {
    const { page, pageErrors } = await start({ args: [workspace], env: speechOff })
    await ask(page, 'open tide.py')
    await expect(tab(page, /tide\.py/)).toBeVisible()
    expect(pageErrors).toEqual([])
    const found = await page.evaluate(async () => {
      const failed = (asked: Promise<unknown>): Promise<boolean> =>
        asked.then(
          () => false,
          () => true,
        )
      const inline = document.createElement('script')
      // The policy refuses the text property; a text node gets past that, and still does not run.
      inline.append('window.inlineRan = true')
      document.body.append(inline)
      const states: Record<string, string> = {}
      for (const name of ['microphone', 'camera', 'geolocation', 'notifications', 'clipboard-read'])
        states[name] = (await navigator.permissions.query({ name: name as PermissionName })).state
      return {
        address: location.href,
        node: [typeof globalThis.process, typeof (globalThis as { require?: unknown }).require],
        policy: (await fetch('app://parley/')).headers.get('content-security-policy'),
        outside: await failed(fetch('http://127.0.0.1:9/')),
        file: await failed(fetch('file:///etc/passwd')),
        inlineRan: 'inlineRan' in window,
        above: (await fetch('app://parley/../package.json')).status,
        states,
      }
    })
    expect(found).toEqual({
      address: 'app://parley/',
      node: ['undefined', 'undefined'],
      policy: expect.stringContaining("default-src 'none'"),
      outside: true,
      file: true,
      inlineRan: false,
      above: 404,
      states: {
        microphone: 'granted',
        camera: 'denied',
        geolocation: 'denied',
        notifications: 'denied',
        'clipboard-read': 'denied',
      },
    })
    expect(found.policy).not.toContain('unsafe-eval')
  },
)

test('other devices reach its gateway and its phone page, and its test client works', async ({
  packaged,
  profile,
  start,
  workspace,
}) => {
  // A free port may be taken a moment later, so the app chooses one and reports it.
  const { page } = await start({ args: [workspace], env: { ...speechOff, GATEWAY_PORT: '0' } })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  const listening = async (): Promise<string | null> => {
    const answer = await page.evaluate(() => window.parley!.request('gateway.status', null))
    const { value } = answer as { value: GatewayStatus }
    return value.tag === 'listening' ? new URL(value.url).port : null
  }
  await expect.poll(listening).not.toBeNull()
  const port = await listening()
  const phone = await fetch(`http://127.0.0.1:${port}/vela`)
  expect([phone.status, await phone.text()]).toEqual([200, expect.stringContaining('<script')])
  const client = spawnSync(
    packaged.program,
    ['--no-sandbox', '--client', 'vela', '--mocked', '--url', `ws://127.0.0.1:${port}`, '--json'],
    // The client reads the token from the same profile.
    { encoding: 'utf8', env: { ...process.env, PARLEY_PROFILE: profile } },
  )
  expect(client.stdout).toContain('This is a deterministic mocked response from the gateway vertical slice.')
  expect(client.status).toBe(0)
})
