import { beforeEach, expect, it, vi } from 'vitest'
import { createShutdown, argumentsFor, type Shutdown } from '../../../../src/main/window/shutdown.ts'
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
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  did.length = 0
  prevented = 0
  app.removeAllListeners()
})

function shutdownOf(close: () => Promise<void>): Shutdown {
  const shutdown = createShutdown({ close, onEnded: () => void did.push('ended'), named: null, clock })
  shutdown.onExit(async () => void did.push('last'))
  return shutdown
}

it('The app exits when everything is closed, and closes once', async () => {
  shutdownOf(async () => void did.push('close'))
  quit()
  quit()
  await settled()
  expect(prevented).toBe(2)
  expect(did.filter((what) => what === 'close')).toHaveLength(1)
  expect(did.slice(0, 2)).toEqual(['close', 'ended'])
  expect(did.at(-1)).toBe('exit 0')
})

it('The app exits even if a part of it never finishes closing', async () => {
  shutdownOf(() => new Promise(() => {}))
  quit()
  await settled()
  expect(did).toEqual([])
  clock.advance(60_000)
  await settled()
  expect(did).toEqual(['ended', 'last', 'exit 0'])
})

it('An app that is started while it ends restarts with the requested folder', async () => {
  const shutdown = shutdownOf(() => new Promise(() => {}))
  const second = { folder: 'code', from: '/home/ada' }
  expect(shutdown.takesSecondStart(second)).toBe(false)
  quit()
  expect(shutdown.takesSecondStart(second)).toBe(true)
  expect(shutdown.takesSecondStart(second)).toBe(true)
  expect(did).toEqual([expect.stringMatching(/^again: --workspace=.*code$/)])
})

it('An app that ends for an update does not restart twice', () => {
  const shutdown = shutdownOf(() => new Promise(() => {}))
  void shutdown.end()
  expect(shutdown.takesSecondStart({ folder: null, from: '/' })).toBe(true)
  expect(did).toEqual([])
})

it('The new request replaces the old one, and a link stays a link', () => {
  const args = ['--profile', '/p', '/a']
  const link = 'parley://open?folder=/b'
  expect(argumentsFor(args, '/a', { folder: null, from: '/' })).toEqual(['--profile', '/p'])
  expect(argumentsFor(args, '/a', { folder: link, from: '/' })).toEqual(['--profile', '/p', link])
})
