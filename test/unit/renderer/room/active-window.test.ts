import { expect, it } from 'vitest'
import { createActiveWindow } from '../../../../src/renderer/room/active-window.ts'

/** Windows of one browser: each receives the messages of the others. */
function desk() {
  const heard: (() => void)[] = []
  return function open() {
    const page = new EventTarget()
    const mine: (() => void)[] = []
    const channel = {
      postMessage: () => {
        for (const listener of heard) if (!mine.includes(listener)) listener()
      },
      addEventListener(_type: 'message', listener: () => void) {
        mine.push(listener)
        heard.push(listener)
      },
    }
    const { isInUse } = createActiveWindow(channel, page)
    return { isInUse, use: () => page.dispatchEvent(new Event('pointerdown')) }
  }
}

it('the active window is the newest one until the user uses another', () => {
  const open = desk()
  const first = open()
  expect(first.isInUse()).toBe(true)
  const second = open()
  expect([first.isInUse(), second.isInUse()]).toEqual([false, true])
  first.use()
  expect([first.isInUse(), second.isInUse()]).toEqual([true, false])
  second.use()
  expect([first.isInUse(), second.isInUse()]).toEqual([false, true])
})
