import { beforeEach, expect, it, vi } from 'vitest'
import { createEnding, wordsFor, type Ending } from '../../../../src/main/window/ending.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const electron = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events')
  const did: string[] = []
  const app = Object.assign(new EventEmitter(), {
    exit: (code: number) => void did.push(`exit ${code}`),
    relaunch: ({ args }: { args: string[] }) => void did.push(`again: ${args.at(-1)}`),
  })
  return { app, did }
})
vi.mock('electron', () => ({ app: electron.app }))

const { app, did } = electron
const clock = createFakeClock()
let prevented = 0
const quit = (): unknown => app.emit('will-quit', { preventDefault: () => prevented++ })
const told = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  did.length = 0
  prevented = 0
  app.removeAllListeners()
})

function endingOf(close: () => Promise<void>): Ending {
  return createEnding({
    close,
    onEnded: () => void did.push('ended'),
    last: async () => void did.push('last'),
    named: null,
    clock,
  })
}

it('The app is gone when all is closed, and is closed once', async () => {
  endingOf(async () => void did.push('close'))
  quit()
  quit()
  await told()
  expect(prevented).toBe(2)
  expect(did.filter((what) => what === 'close')).toHaveLength(1)
  expect(did.slice(0, 2)).toEqual(['close', 'ended'])
  expect(did.at(-1)).toBe('exit 0')
})

it('The app is gone also where a part of it never says that it is closed', async () => {
  endingOf(() => new Promise(() => {}))
  quit()
  await told()
  expect(did).toEqual([])
  clock.advance(60_000)
  await told()
  expect(did).toEqual(['ended', 'last', 'exit 0'])
})

it('Who starts the app while it ends gets it once it is gone, with what they asked for', async () => {
  const ending = endingOf(() => new Promise(() => {}))
  const second = { folder: 'code', from: '/home/ada' }
  expect(ending.takesSecondStart(second)).toBe(false)
  quit()
  expect(ending.takesSecondStart(second)).toBe(true)
  expect(ending.takesSecondStart(second)).toBe(true)
  expect(did).toEqual([expect.stringMatching(/^again: --workspace=.*code$/)])
})

it('What ends for a newer version is not started a second time', () => {
  const ending = endingOf(() => new Promise(() => {}))
  void ending.end()
  expect(ending.takesSecondStart({ folder: null, from: '/' })).toBe(true)
  expect(did).toEqual([])
})

it('What was asked for now takes the place of what was asked for then, and a link stays a link', () => {
  const words = ['--profile', '/p', '/a']
  const link = 'parley://open?folder=/b'
  expect(wordsFor(words, '/a', { folder: null, from: '/' })).toEqual(['--profile', '/p'])
  expect(wordsFor(words, '/a', { folder: link, from: '/' })).toEqual(['--profile', '/p', link])
})
