// The built-in voice in the speech process, transcribed by Moonshine.
import { afterEach, describe, expect, it } from 'vitest'
import { joined, samplesIn } from '../../src/core/speech/hearing/samples.ts'
import { readReply } from '../../src/core/speech/speaking/reply-reader.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { loadMoonshine } from '../../src/main/speech/hearing/moonshine.ts'
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

describe('the built-in voice in the speech process', () => {
  it('is understood when it speaks a reply with code', async () => {
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
    const recognizer = await loadMoonshine('base')
    closing.push(() => recognizer.close())
    const { text } = await recognizer.transcribe(joined([...parts, quiet]), {
      signal: new AbortController().signal,
    })
    expect(text.toLowerCase()).toMatch(/all (?:42|forty[ -]two) tests pass in config/)
  })

  it('stops on request, and speaks again', async () => {
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
