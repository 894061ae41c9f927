import { resolve } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { listenOutside } from '../../../../src/main/window/asked-from-outside.ts'

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
  listenOutside().follow(
    { folder, from: '/home/ada' },
    {
      open: (path) => void did.push(`open ${path}`),
      haveWindow: () => void did.push('window'),
      endsFirst(second) {
        if (isEnding) did.push(`again with ${second.folder}`)
        return isEnding
      },
    },
  )

it('A folder that the start itself named is opened, from where it was started', () => {
  follow('code')
  expect(did).toEqual([`open ${resolve('/home/ada/code')}`, 'window'])
})

it('A folder that the file manager opens is seen, also where no window is open', () => {
  electron.app.emit('open-file', event, '/work')
  expect(did).toEqual([`open ${resolve('/work')}`, 'window'])
})

it('A folder that a link opens is seen too', async () => {
  electron.app.emit('open-url', event, 'parley://open?folder=/work')
  await new Promise((settle) => setImmediate(settle))
  expect(did).toEqual([`open ${resolve('/work')}`, 'window'])
})

it('A second start shows a window, whether or not it names a folder', () => {
  electron.app.emit('second-instance', event, [], '/', { folder: null, from: '/' })
  expect(did).toEqual(['window'])
})

it('A second start while the app ends opens nothing in what is about to be gone', () => {
  isEnding = true
  electron.app.emit('second-instance', event, [], '/', { folder: '/work', from: '/' })
  expect(did).toEqual(['again with /work'])
})
