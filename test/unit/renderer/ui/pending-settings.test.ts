import { expect, test } from 'vitest'
import {
  shownSettings,
  unread,
  withLoaded,
  withAnswer,
  withPending,
} from '../../../../src/renderer/ui/pending-settings.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'

const read = withLoaded(unread, defaultSettings)
const dark = { theme: 'dark' } as const
const high = { contrast: 'high' } as const

test('shows nothing before the settings are loaded, and then includes choices made meanwhile', () => {
  const chosen = withPending(unread, dark)
  expect(shownSettings(chosen)).toBeNull()
  expect(shownSettings(withLoaded(chosen, defaultSettings))).toEqual({ ...defaultSettings, ...dark })
})

test('shows a choice at once, and then the answer', () => {
  const chosen = withPending(read, dark)
  expect(shownSettings(chosen)).toEqual({ ...defaultSettings, ...dark })
  const answered = withAnswer(chosen, dark, { ...defaultSettings, ...dark })
  expect(answered).toEqual({ answer: { ...defaultSettings, ...dark }, pending: [] })
})

test('a late answer to one choice does not take back the next', () => {
  const both = withPending(withPending(read, dark), high)
  const late = withAnswer(both, dark, { ...defaultSettings, ...dark })
  expect(shownSettings(late)).toEqual({ ...defaultSettings, ...dark, ...high })
  // Nor does the event about it, which every window receives.
  expect(shownSettings(withLoaded(both, { ...defaultSettings, ...dark }))).toMatchObject({ ...dark, ...high })
})

test('drops a refused choice and keeps the others', () => {
  const both = withPending(withPending(read, dark), high)
  expect(shownSettings(withAnswer(both, dark, null))).toEqual({ ...defaultSettings, ...high })
})
