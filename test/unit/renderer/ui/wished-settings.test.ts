import { expect, test } from 'vitest'
import {
  shownSettings,
  unread,
  withAnswer,
  withTold,
  withWish,
} from '../../../../src/renderer/ui/wished-settings.ts'
import { defaultSettings } from '../../../../src/shared/settings.ts'

const read = withTold(unread, defaultSettings)
const dark = { theme: 'dark' } as const
const high = { contrast: 'high' } as const

test('nothing is shown before the settings were read, and then what was chosen meanwhile too', () => {
  const chosen = withWish(unread, dark)
  expect(shownSettings(chosen)).toBeNull()
  expect(shownSettings(withTold(chosen, defaultSettings))).toEqual({ ...defaultSettings, ...dark })
})

test('a choice is shown at once, and as it was answered after that', () => {
  const chosen = withWish(read, dark)
  expect(shownSettings(chosen)).toEqual({ ...defaultSettings, ...dark })
  const answered = withAnswer(chosen, dark, { ...defaultSettings, ...dark })
  expect(answered).toEqual({ told: { ...defaultSettings, ...dark }, wishes: [] })
})

test('a late answer to one choice does not take back the next', () => {
  const both = withWish(withWish(read, dark), high)
  const late = withAnswer(both, dark, { ...defaultSettings, ...dark })
  expect(shownSettings(late)).toEqual({ ...defaultSettings, ...dark, ...high })
  // Nor does the news of it, which every window is told.
  expect(shownSettings(withTold(both, { ...defaultSettings, ...dark }))).toMatchObject({ ...dark, ...high })
})

test('a choice that was refused is not shown any more, and others are', () => {
  const both = withWish(withWish(read, dark), high)
  expect(shownSettings(withAnswer(both, dark, null))).toEqual({ ...defaultSettings, ...high })
})
