import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withFileLock } from '../../../../src/main/storage/file-lock.ts'
import { openRecentFolders } from '../../../../src/main/storage/recent-folders.ts'
import { openSecrets, type Keychain } from '../../../../src/main/storage/secret-store.ts'
import { openSettings } from '../../../../src/main/storage/settings-store.ts'
import type { Fault } from '../../../../src/shared/errors.ts'
import { canMount, onOwnDisk } from '../../../own-disk.ts'
import { createTempFolder, type TempFolder } from '../../../temp-folder.ts'

let folder: TempFolder
let problems: Fault[]
beforeEach(() => {
  folder = createTempFolder()
  problems = []
})
afterEach(() => folder.remove())

const given = { flags: {}, environment: {} }
const onProblem = (fault: Fault): void => void problems.push(fault)
const settings = () => openSettings(folder.path, given, onProblem)
const recents = () => openRecentFolders(folder.path, onProblem)
const keychain: Keychain = {
  isAvailable: () => true,
  seal: (text) => `sealed ${text}`,
  unseal(text) {
    if (!text.startsWith('sealed ')) throw new Error('sealed elsewhere')
    return text.slice('sealed '.length)
  },
}
const secrets = (of: Keychain | null = keychain) =>
  openSecrets({ profile: folder.path, keychain: of, useFile: true, onError: () => {}, onProblem })
const file = (name: string): string => join(folder.path, name)
const stored = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'))
const names = (): string[] => readdirSync(folder.path).sort()

describe('A damaged file of the profile', () => {
  it.each([
    ['settings.json', settings, ['', 'not json', '{"theme":"dark"', '[]', 'null', '\0\0\0\0']],
    ['secrets.json', secrets, ['', '{', '[]', '{"how":"plain"}', '{"how":"other","secrets":{}}']],
    ['recent-folders.json', recents, ['', '{', '{}', '7']],
  ] as const)('is renamed, and Parley tells the user: %s', async (name, open, spoilt) => {
    for (const [n, text] of spoilt.entries()) {
      folder.write(name, text)
      await open()
      const aside = names().filter((one) => one.startsWith(`${name}.corrupt-`))
      expect(aside).toHaveLength(n + 1)
      expect(aside.map((one) => readFileSync(file(one), 'utf8'))).toContain(text)
      expect(names()).not.toContain(name)
      expect(problems).toHaveLength(n + 1)
      expect(problems[n]!.message).toContain('damaged')
      expect(aside.some((one) => problems[n]!.remedy.includes(one))).toBe(true)
    }
    await open()
    expect(problems).toHaveLength(spoilt.length)
  })

  it('is renamed if it is damaged while Parley runs', async () => {
    const store = await settings()
    await store.save({ theme: 'dark' })
    folder.write('settings.json', '{"theme":')
    await store.save({ whenBusy: 'followup' })
    expect(stored('settings.json')).toEqual({ whenBusy: 'followup' })
    expect(names().filter((name) => name.includes('.corrupt-'))).toHaveLength(1)
    expect(problems).toHaveLength(1)
  })

  it('is one of at most ten', async () => {
    for (let n = 0; n < 14; n++) {
      folder.write('settings.json', `spoilt ${n}`)
      await settings()
    }
    const aside = names().filter((name) => name.includes('.corrupt-'))
    expect(aside).toHaveLength(10)
    expect(aside.map((name) => readFileSync(file(name), 'utf8'))).toContain('spoilt 13')
  })
})

describe('A file of the profile that cannot be read', () => {
  it('does not count as missing and is not overwritten', async () => {
    // A folder in its place can be read by nobody, whoever runs this test.
    mkdirSync(file('settings.json'))
    const store = await settings()
    expect(problems).toMatchObject([{ message: expect.stringContaining('could not be read') as string }])
    await expect(store.save({ theme: 'dark' })).rejects.toMatchObject({
      fault: { code: 'profile_file', message: expect.stringContaining('could not be saved') as string },
    })
    expect(store.get().theme).toBe('system')
    expect(statSync(file('settings.json')).isDirectory()).toBe(true)
    expect(names()).toEqual(['settings.json'])
  })
})

describe('What this version does not know', () => {
  it('stays in the settings after a change', async () => {
    folder.write(
      'settings.json',
      JSON.stringify({ theme: 'solarized', future: { a: [1] }, whenBusy: 'followup' }),
    )
    const store = await settings()
    expect(store.get().theme).toBe('system')
    await store.save({ whenBusy: 'interrupt' })
    expect(stored('settings.json')).toEqual({ theme: 'solarized', future: { a: [1] }, whenBusy: 'interrupt' })
  })

  it('stays in the secrets after a change', async () => {
    const before = { how: 'sealed', secrets: { mine: 'sealed a', elsewhere: '?', odd: 7 }, version: 2 }
    folder.write('secrets.json', JSON.stringify(before))
    const store = await secrets()
    expect([store.get('mine'), store.get('elsewhere'), store.get('odd')]).toEqual(['a', null, null])
    store.set('mine', 'b')
    await store.written()
    expect(stored('secrets.json')).toEqual({ ...before, secrets: { ...before.secrets, mine: 'sealed b' } })
  })

  it('stays in the recent folders after a change', async () => {
    const newer = { path: '/b', name: 'b', openedAt: 1, pinned: true }
    folder.write('recent-folders.json', JSON.stringify([newer, { url: 'ssh://x' }]))
    const recent = await recents()
    expect(recent.list()).toEqual([{ path: '/b', name: 'b', openedAt: 1 }])
    await recent.opened('/a', 2)
    expect(stored('recent-folders.json')).toEqual([
      { path: '/a', name: 'a', openedAt: 2 },
      newer,
      { url: 'ssh://x' },
    ])
  })
})

describe('Two Parleys with one profile', () => {
  it('keep each other’s settings, and see them with their next change', async () => {
    const [one, other] = [await settings(), await settings()]
    await one.save({ theme: 'dark' })
    expect(await other.save({ whenBusy: 'followup' })).toMatchObject({ theme: 'dark', whenBusy: 'followup' })
    expect(await one.save({ voiceRate: 120 })).toMatchObject({ whenBusy: 'followup' })
    expect(stored('settings.json')).toEqual({ theme: 'dark', whenBusy: 'followup', voiceRate: 120 })
  })

  it('keep each other’s secrets, with a keychain and without', async () => {
    const desktop = await secrets()
    const browser = await secrets(null)
    const third = await secrets()
    desktop.set('a', '1')
    await desktop.written()
    browser.set('b', '2')
    await browser.written()
    third.set('c', '3')
    await third.written()
    desktop.set('d', null)
    desktop.set('e', '5')
    await desktop.written()
    expect(desktop.get('c')).toBe('3')
    expect(stored('secrets.json')).toEqual({
      how: 'sealed',
      secrets: { a: 'sealed 1', c: 'sealed 3', e: 'sealed 5' },
      plain: { b: '2' },
    })
    expect((await secrets(null)).get('b')).toBe('2')
  })

  it('lose nothing if they write at the same time', async () => {
    const both = [await recents(), await recents()]
    await Promise.all(Array.from({ length: 10 }, (_, n) => both[n % 2]!.opened(`/p${n}`, n)))
    expect((await recents()).list()).toHaveLength(10)
    expect(names()).toEqual(['recent-folders.json'])
  })
})

describe('The lock of a file', () => {
  it('is taken from a dead process, and from one that holds it too long', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    folder.write('a.lock', `${pid} left behind`)
    expect(await withFileLock(file('a'), async () => 'in')).toBe('in')
    folder.write('a.lock', `${process.ppid} still there`)
    const longAgo = Date.now() / 1000 - 60
    utimesSync(file('a.lock'), longAgo, longAgo)
    expect(await withFileLock(file('a'), async () => 'in')).toBe('in')
    expect(names()).toEqual([])
  })

  it('admits one at a time, and is released after an error', async () => {
    let inside = 0
    const enter = () =>
      withFileLock(file('a'), async () => {
        expect(++inside).toBe(1)
        await Promise.resolve()
        inside--
        throw new Error('mistake')
      })
    const outcomes = await Promise.allSettled([enter(), enter(), enter()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(names()).toEqual([])
  })
})

describe.runIf(canMount)('A disk', () => {
  function run(how: 'full' | 'read-only'): Record<string, unknown> {
    const script = resolve('test/write-to-full-disk.ts')
    const { stdout, stderr } = onOwnDisk(folder.path, [process.execPath, script, folder.path, how])
    expect(stderr).toBe('')
    return JSON.parse(stdout) as Record<string, unknown>
  }

  it('that is full gets a clear message, keeps what was there, and has no temporary files', () => {
    const report = run('full')
    expect(report['fault']).toMatchObject({
      code: 'profile_file',
      message: 'Your settings could not be saved: the disk is full.',
    })
    expect(report['settings']).toEqual({ theme: 'dark' })
    expect(report['files']).toEqual([
      'ballast',
      expect.stringMatching(/^log\.\d+\.open$/),
      'log.jsonl',
      'settings.json',
    ])
    expect(report['failures']).toBeGreaterThan(0)
    expect(report['afterwards']).toEqual(report['appended'])
  }, 30_000)

  it('that is read-only gets a clear message and stays as it was', () => {
    const report = run('read-only')
    expect(report['fault']).toMatchObject({
      code: 'profile_file',
      message: expect.stringContaining('has no permission') as string,
    })
    expect(report['settings']).toEqual({ theme: 'dark' })
    expect(report['files']).toEqual(['log.jsonl', 'settings.json'])
    expect(report['failures']).toBeGreaterThan(0)
  }, 30_000)
})

it('A start removes the leftovers of a process that was killed', async () => {
  writeFileSync(file('settings.json.123.tmp'), 'half')
  const longAgo = Date.now() / 1000 - 3600
  utimesSync(file('settings.json.123.tmp'), longAgo, longAgo)
  await settings()
  expect(names()).toEqual([])
})
