import { expect, test } from 'vitest'
import { voiceText } from '../../../../src/renderer/status-bar/voice-text.ts'
import type { SpeechState } from '../../../../src/shared/wire/speech-state.ts'

const flite = (state: SpeechState['state']): SpeechState => ({ name: 'Flite, built in', state })

test('the voice that speaks is named, whatever the state of the chosen one', () => {
  const heard = { name: 'Flite, built in', silent: false }
  expect(voiceText(flite({ tag: 'ready' }), 1, false)).toEqual({ ...heard, beside: null })
  expect(voiceText(flite({ tag: 'loading' }), 1, false)).toEqual({ ...heard, beside: 'loading' })
  expect(voiceText(flite({ tag: 'loading', progress: 0.4 }), 1, false)).toEqual({
    ...heard,
    beside: 'loading 40 %',
  })
  const failed = flite({ tag: 'failed', message: 'It is too slow here.', remedy: '' })
  expect(voiceText(failed, 1, false)).toEqual({ ...heard, beside: 'trouble' })
})

test('says why the user hears nothing', () => {
  const ready = flite({ tag: 'ready' })
  expect(voiceText(null, 1, false)).toEqual({ name: 'No voice', beside: null, silent: true })
  expect(voiceText(flite({ tag: 'off' }), 1, false)).toMatchObject({ name: 'Voice off', silent: true })
  expect(voiceText(ready, 0, false)).toMatchObject({ name: 'Voice muted', silent: true })
  expect(voiceText(ready, 1, true)).toMatchObject({ name: 'Click to hear', silent: true })
})
