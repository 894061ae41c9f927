import { resolve } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { listenForOutsideRequests } from '../../../../src/main/window/outside-requests.ts'

const electron = await vi.hoisted(async () => {
  const events = await import('node:events')
  return {
    app: new events.EventEmitter(),
    BrowserWindow: { getAllWindows: () => [] },
    dialog: { showMessageBox: () => Promise.resolve({ response: 0 }) },
  }
})
vi.mock('electron', () => electron)

const event = { preventDefault() {} }
const did: string[] = []
let isEnding = false

/** The app as a Mac has it when its last window was closed. */
beforeEach(() => {
  did.length = 0
  isEnding = false
  electron.app.removeAllListeners()
  follow(null)
})

const follow = (folder: string | null): void =>
  listenForOutsideRequests().follow(
    { folder, from: '/home/ada' },
    {
      open: (path) => void did.push(`open ${path}`),
      ensureWindow: () => void did.push('window'),
      endsFirst(second) {
        if (isEnding) did.push(`again with ${second.folder}`)
        return isEnding
      },
    },
  )

it('A folder in the arguments is opened, relative to the working folder', () => {
  follow('code')
  expect(did).toEqual([`open ${resolve('/home/ada/code')}`, 'window'])
})

it('A folder from the file manager is shown, even if no window is open', () => {
  electron.app.emit('open-file', event, '/work')
  expect(did).toEqual([`open ${resolve('/work')}`, 'window'])
})

it('A folder from a link is shown too', async () => {
  electron.app.emit('open-url', event, 'parley://open?folder=/work')
  await new Promise((settle) => setImmediate(settle))
  expect(did).toEqual([`open ${resolve('/work')}`, 'window'])
})

it('A second start shows a window, whether or not it names a folder', () => {
  electron.app.emit('second-instance', event, [], '/', { folder: null, from: '/' })
  expect(did).toEqual(['window'])
})

it('A second start opens nothing in an app that is ending', () => {
  isEnding = true
  electron.app.emit('second-instance', event, [], '/', { folder: '/work', from: '/' })
  expect(did).toEqual(['again with /work'])
})
