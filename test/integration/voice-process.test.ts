// The built-in voice in the speech process, as it is in the app, heard by the ears beside it.
import { afterEach, describe, expect, it } from 'vitest'
import { joined, samplesIn } from '../../src/core/ears/samples.ts'
import { readReply } from '../../src/core/voice/reply-reader.ts'
import { systemClock } from '../../src/main/clock.ts'
import { loadMoonshine } from '../../src/main/speech/ears/moonshine.ts'
import { spawnChild } from '../../src/main/speech/process/spawn-child.ts'
import { createSpeechProcess } from '../../src/main/speech/process/speech-process.ts'
import { createVoiceClient } from '../../src/main/speech/process/voice-client.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function start() {
  const speech = createSpeechProcess({ spawn: spawnChild(), clock: systemClock, onProblem: () => undefined })
  closing.push(() => speech.close())
  return createVoiceClient(speech.service('voice'))
}

describe('the built-in voice in its process', () => {
  it('is understood when a reply with code in it is said', async () => {
    const voice = start()
    const quiet = new Int16Array(samplesIn(200))
    const parts: Int16Array[] = [quiet]
    for (const { text } of readReply('All 42 tests pass in `src/config.ts`.'))
      for await (const { samples } of voice.speak(
        'flite',
        text,
        { voice: 'rms', rate: 1 },
        new AbortController().signal,
      ))
        parts.push(samples)
    const ears = await loadMoonshine('base')
    closing.push(() => ears.close())
    const { text } = await ears.transcribe(joined([...parts, quiet]), {
      signal: new AbortController().signal,
    })
    expect(text.toLowerCase()).toMatch(/all (?:42|forty[ -]two) tests pass in config/)
  })

  it('stops when it is told to, and speaks again', async () => {
    const voice = start()
    const stop = new AbortController()
    const options = { voice: 'slt', rate: 1 }
    stop.abort()
    for await (const _ of voice.speak('flite', 'Nobody hears this.', options, stop.signal))
      expect.unreachable('it spoke')
    let heard = 0
    for await (const { samples } of voice.speak(
      'flite',
      'This is heard.',
      options,
      new AbortController().signal,
    ))
      heard += samples.length
    expect(heard).toBeGreaterThan(8_000)
  })
})
