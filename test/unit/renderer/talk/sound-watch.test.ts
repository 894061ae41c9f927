import { expect, test } from 'vitest'
import { createSoundWatch } from '../../../../src/renderer/talk/sound-watch.ts'

const frame = (loud: number): Int16Array =>
  Int16Array.from({ length: 320 }, (_, at) => (at % 2 ? loud : -loud))

test('a take of zeros is noticed after a while; a pause in one that had sound is not', () => {
  const watch = createSoundWatch()
  watch.begin()
  const first = Array.from({ length: 100 }, () => watch.hear(frame(0)))
  expect(first[10]).toBe('pause')
  expect(first.at(-1)).toBe('nothing')
  expect(watch.hear(frame(900))).toBe('sound')
  expect(Array.from({ length: 100 }, () => watch.hear(frame(0))).at(-1)).toBe('pause')
  watch.begin()
  expect(Array.from({ length: 100 }, () => watch.hear(frame(0))).at(-1)).toBe('nothing')
})

test('the meter rises at once, falls slowly, and is empty once the microphone is closed', () => {
  const watch = createSoundWatch()
  watch.hear(frame(16_384))
  const loud = watch.level().rms
  expect(loud).toBeCloseTo(-6, 0)
  watch.hear(frame(0))
  expect(watch.level().rms).toBeLessThan(loud)
  expect(watch.level().rms).toBeGreaterThan(loud - 2)
  watch.close()
  expect(watch.level().rms).toBe(-120)
})
