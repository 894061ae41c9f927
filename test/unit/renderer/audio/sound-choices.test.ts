import { expect, test } from 'vitest'
import { createSoundChoices } from '../../../../src/renderer/audio/sound-choices.ts'
import { ofKind } from '../../../../src/renderer/audio/sound-devices.ts'

function storage(stored: Record<string, string> = {}) {
  return () => ({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
  })
}

test('choices are restored the next time', () => {
  const stored = {}
  createSoundChoices(storage(stored)).change({ microphone: 'm', volume: 0.4, muted: true })
  expect(createSoundChoices(storage(stored)).get()).toEqual({
    microphone: 'm',
    silent: false,
    speaker: null,
    volume: 0.4,
    muted: true,
  })
})

test('invalid choices are dropped, and a browser without storage works', () => {
  const broken = storage({ 'parley.sound': '{"volume":7,"microphone":{"x":1},"muted":true}' })
  expect(createSoundChoices(broken).get()).toEqual({
    microphone: null,
    silent: false,
    speaker: null,
    volume: 1,
    muted: true,
  })
  expect(createSoundChoices(storage({ 'parley.sound': '[' })).get().volume).toBe(1)
  const refusing = createSoundChoices(() => {
    throw new Error('no storage here')
  })
  refusing.change({ volume: 0.2 })
  expect(refusing.get().volume).toBe(0.2)
})

test('devices are listed by their own names, without aliases', () => {
  const found = [
    { kind: 'audioinput', deviceId: 'default', label: 'Default' },
    { kind: 'audioinput', deviceId: 'a', label: 'Headset' },
    { kind: 'audioinput', deviceId: 'b', label: '' },
    { kind: 'audiooutput', deviceId: 'c', label: 'Speakers' },
  ] as const
  expect(ofKind(found, 'audioinput')).toEqual([
    { id: 'a', name: 'Headset' },
    { id: 'b', name: 'Microphone 2' },
  ])
})
