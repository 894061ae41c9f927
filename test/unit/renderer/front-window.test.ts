import { expect, it } from 'vitest'
import { createFrontWindow } from '../../../src/renderer/front-window.ts'

/** Windows that hear each other as those of one browser do: everybody but the one who speaks. */
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
    const { isInUse } = createFrontWindow(channel, page)
    return { isInUse, use: () => page.dispatchEvent(new Event('pointerdown')) }
  }
}

it('is the newest window, until another one is used', () => {
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
