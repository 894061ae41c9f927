import { expect, test } from 'vitest'
import { createSoundWatch, type SoundWatch } from '../../../../src/renderer/talk/sound-watch.ts'

const frame = (loud: number): Int16Array =>
  Int16Array.from({ length: 320 }, (_, at) => (at % 2 ? loud : -loud))

const rmsOf = (watch: SoundWatch): number => {
  let rms = Number.NaN
  watch.onLevel((level) => {
    rms = level.rms
  })()
  return rms
}

test('a take of zeros is noticed after a while; a pause in one that had sound is not', () => {
  const watch = createSoundWatch()
  watch.begin()
  const first = Array.from({ length: 100 }, () => watch.measure(frame(0)))
  expect(first[10]).toBe('pause')
  expect(first.at(-1)).toBe('nothing')
  expect(watch.measure(frame(900))).toBe('sound')
  expect(Array.from({ length: 100 }, () => watch.measure(frame(0))).at(-1)).toBe('pause')
  watch.begin()
  expect(Array.from({ length: 100 }, () => watch.measure(frame(0))).at(-1)).toBe('nothing')
})

test('the meter rises at once, falls slowly, and is empty once the microphone is closed', () => {
  const watch = createSoundWatch()
  watch.measure(frame(16_384))
  const loud = rmsOf(watch)
  expect(loud).toBeCloseTo(-6, 0)
  watch.measure(frame(0))
  expect(rmsOf(watch)).toBeLessThan(loud)
  expect(rmsOf(watch)).toBeGreaterThan(loud - 2)
  watch.close()
  expect(rmsOf(watch)).toBe(-120)
})
