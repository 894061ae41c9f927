import { expect, test } from 'vitest'
import { voiceWords } from '../../../../src/renderer/status-bar/voice-words.ts'
import type { SpeechState } from '../../../../src/shared/wire/speech-state.ts'

const flite = (state: SpeechState['state']): SpeechState => ({ name: 'Flite, built in', state })

test('the voice that speaks is named, whatever becomes of another one', () => {
  const heard = { name: 'Flite, built in', silent: false }
  expect(voiceWords(flite({ tag: 'ready' }), 1, false)).toEqual({ ...heard, beside: null })
  expect(voiceWords(flite({ tag: 'loading' }), 1, false)).toEqual({ ...heard, beside: 'loading' })
  expect(voiceWords(flite({ tag: 'loading', progress: 0.4 }), 1, false)).toEqual({
    ...heard,
    beside: 'loading 40 %',
  })
  const failed = flite({ tag: 'failed', message: 'It is too slow here.', remedy: '' })
  expect(voiceWords(failed, 1, false)).toEqual({ ...heard, beside: 'trouble' })
})

test('where nothing sounds, it says why', () => {
  const ready = flite({ tag: 'ready' })
  expect(voiceWords(null, 1, false)).toEqual({ name: 'No voice', beside: null, silent: true })
  expect(voiceWords(flite({ tag: 'off' }), 1, false)).toMatchObject({ name: 'Voice off', silent: true })
  expect(voiceWords(ready, 0, false)).toMatchObject({ name: 'Voice silent', silent: true })
  expect(voiceWords(ready, 1, true)).toMatchObject({ name: 'Click to hear', silent: true })
})
