import { expect, it } from 'vitest'
import { createUpdateController } from '../../../../src/main/window/update-controller.ts'
import type { UpdateSource } from '../../../../src/main/window/update-source.ts'
import type { UpdateStatus } from '../../../../src/shared/update-status.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

function sourceOf(newest: string | null): UpdateSource & { did: string[]; installed: Promise<void> } {
  const did: string[] = []
  let resolve = (): void => {}
  const installed = new Promise<void>((settle) => (resolve = settle))
  return {
    did,
    installed,
    check: async (channel) => {
      did.push(`check ${channel}`)
      return newest === null ? null : { version: newest, notes: 'Better.' }
    },
    download: async (onPercent) => {
      did.push('download')
      onPercent(50)
    },
    leave: async () => void did.push('leave'),
    prepare: async () => void did.push('prepare'),
    async install() {
      did.push('install')
      resolve()
    },
    installAtEnd: (yes) => void did.push(`at the end: ${yes}`),
  }
}

/** The reported statuses, and a way to wait for one. */
function listen(): {
  onStatus(status: UpdateStatus): void
  until(tag: UpdateStatus['tag']): Promise<UpdateStatus>
  tags(): UpdateStatus['tag'][]
} {
  const statuses: UpdateStatus[] = []
  let wake = (): void => {}
  return {
    onStatus(status) {
      statuses.push(status)
      wake()
    },
    tags: () => statuses.map(({ tag }) => tag),
    async until(tag) {
      for (;;) {
        const found = statuses.find((status) => status.tag === tag)
        if (found) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

it('The app looks for an update some time after its start, downloads it, and installs it on request', async () => {
  const clock = createFakeClock()
  const source = sourceOf('2.0.0')
  const { onStatus, until } = listen()
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'beta',
    open: async () => source,
    clock,
    onStatus,
  })
  clock.advance(60_000)
  expect(await until('ready')).toMatchObject({ version: '2.0.0', notes: 'Better.' })
  keeper.setBusy(true)
  expect(keeper.install()).toMatchObject({ asked: true })
  expect(source.did).not.toContain('install')
  keeper.setBusy(false)
  await source.installed
  expect(source.did).toEqual(['leave', 'check beta', 'download', 'at the end: true', 'prepare', 'install'])
})

it.each([
  ['has come to its end all the same', () => {}],
  [
    'was stopped',
    () => {
      throw new Error('cancelled')
    },
  ],
])('A new channel cancels the download of the old one, and is not disturbed if that %s', async (_, end) => {
  const { onStatus, until, tags } = listen()
  const newest = { stable: '2.0.0', beta: '3.0.0', off: '' }
  let version = ''
  let endFirst = (): void => {}
  const installed: string[] = []
  const source: UpdateSource = {
    ...sourceOf(null),
    check: async (channel) => ({ version: (version = newest[channel]), notes: '' }),
    download: async () => {
      if (version !== '2.0.0') return
      await new Promise<void>((resolve) => (endFirst = resolve))
      end()
    },
    leave: async () => endFirst(),
    installAtEnd: (yes) => void (yes && installed.push(version)),
  }
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'stable',
    open: async () => source,
    clock: createFakeClock(),
    onStatus,
  })
  keeper.check()
  expect(await until('downloading')).toMatchObject({ version: '2.0.0' })
  keeper.follow('beta')
  await new Promise((resolve) => setImmediate(resolve))
  expect(keeper.status()).toMatchObject({ tag: 'ready', version: '3.0.0' })
  expect(tags()).not.toContain('failed')
  expect(installed).toEqual(['3.0.0'])
})

it('An update found in the previous channel is not downloaded', async () => {
  const { onStatus, until } = listen()
  const source = sourceOf(null)
  let answer = (): void => {}
  source.check = async (channel) => {
    if (channel === 'beta') return { version: '3.0.0', notes: '' }
    await new Promise<void>((resolve) => (answer = resolve))
    return { version: '2.0.0', notes: '' }
  }
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'stable',
    open: async () => source,
    clock: createFakeClock(),
    onStatus,
  })
  keeper.check()
  await new Promise((resolve) => setImmediate(resolve))
  source.leave = async () => answer()
  keeper.follow('beta')
  expect(await until('downloading')).toMatchObject({ version: '3.0.0' })
})

it('A downloaded update is prepared when the app ends, unless updates are off', async () => {
  const source = sourceOf('2.0.0')
  const { onStatus, until } = listen()
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'stable',
    open: async () => source,
    clock: createFakeClock(),
    onStatus,
  })
  await keeper.end()
  expect(source.did).toEqual([])
  keeper.check()
  await until('ready')
  await keeper.end()
  expect(source.did.at(-1)).toBe('prepare')
  keeper.follow('off')
  await keeper.end()
  expect(source.did.filter((what) => what === 'prepare')).toHaveLength(1)
})

it('A user who starts to talk while the system prepares an update is not interrupted', async () => {
  const { onStatus, until } = listen()
  const source = sourceOf('2.0.0')
  let makeReady = (): void => {}
  source.prepare = () => new Promise((resolve) => (makeReady = resolve))
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'stable',
    open: async () => source,
    clock: createFakeClock(),
    onStatus,
  })
  keeper.check()
  await until('ready')
  keeper.install()
  keeper.setBusy(true)
  await new Promise((resolve) => setImmediate(resolve))
  makeReady()
  await new Promise((resolve) => setImmediate(resolve))
  expect(source.did).not.toContain('install')
  source.prepare = () => Promise.resolve()
  keeper.setBusy(false)
  await source.installed
  expect(source.did.filter((what) => what === 'install')).toHaveLength(1)
})

it('An update source that cannot be opened is reported, and does not end the app', async () => {
  const clock = createFakeClock()
  const { onStatus, until } = listen()
  const keeper = createUpdateController({
    unavailable: null,
    channel: 'stable',
    open: () => Promise.reject(new Error('No such host.')),
    clock,
    onStatus,
  })
  keeper.check()
  expect(await until('failed')).toMatchObject({ message: 'No such host.' })
})

it('A test build and a checkout never look for updates', () => {
  const clock = createFakeClock()
  let opened = 0
  const open = async (): Promise<UpdateSource> => {
    opened++
    return sourceOf('2.0.0')
  }
  const keeper = createUpdateController({
    unavailable: 'test build',
    channel: 'stable',
    open,
    clock,
    onStatus() {},
  })
  clock.advance(60_000)
  expect(keeper.check()).toEqual({ tag: 'unavailable', why: 'test build' })
  expect(keeper.install()).toEqual({ tag: 'unavailable', why: 'test build' })
  expect(opened).toBe(0)
})
