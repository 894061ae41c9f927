import { expect, test } from 'vitest'
import { isText, meansTalk } from '../../../../src/renderer/talk/talk-keys.ts'

const space = {
  key: ' ',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
}

/** A fake element: what it is, and whether it is inside something that Space activates. */
const element = (is: string, inside: boolean, value?: string) => ({
  matches: (selector: string) => selector === is,
  closest: () => (inside ? {} : null),
  ...(value !== undefined && { value }),
})

test('Space talks where it does nothing else', () => {
  expect(meansTalk(space, null)).toBe(true)
  expect(meansTalk(space, element('main', false))).toBe(true)
  expect(meansTalk(space, element('button', true))).toBe(false)
})

test('in the text box, Space talks while the box is empty', () => {
  expect(meansTalk(space, element('.composer textarea', true, ''))).toBe(true)
  expect(meansTalk(space, element('.composer textarea', true, 'find'))).toBe(false)
  expect(meansTalk(space, element('input', true, ''))).toBe(false)
})

test('Space does not talk with a modifier, during composition, or if it was handled', () => {
  expect(meansTalk({ ...space, ctrlKey: true }, null)).toBe(false)
  expect(meansTalk({ ...space, shiftKey: true }, null)).toBe(false)
  expect(meansTalk({ ...space, isComposing: true }, null)).toBe(false)
  expect(meansTalk({ ...space, defaultPrevented: true }, null)).toBe(false)
  expect(meansTalk({ ...space, key: 'a' }, null)).toBe(false)
})

test('a letter is text; a command is not', () => {
  expect(isText({ ...space, key: 'f' })).toBe(true)
  expect(isText({ ...space, key: 'f', ctrlKey: true })).toBe(false)
  expect(isText({ ...space, key: 'Shift' })).toBe(false)
})
