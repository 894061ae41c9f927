// What every voice engine must do.
import { afterEach, describe, expect, it } from 'vitest'
import type { VoiceEngine, VoiceStyle } from '../../src/core/ports/voice-engine.ts'
import { joined } from '../../src/core/speech/hearing/samples.ts'
import { FaultError } from '../../src/shared/errors.ts'

export interface MadeVoice {
  engine: VoiceEngine
  remove?(): Promise<void>
}

const SENTENCE = 'The build passed, and two files were changed.'

export function describeVoice(name: string, make: () => Promise<MadeVoice>): void {
  describe(`A voice ${name}`, () => {
    const made: MadeVoice[] = []
    afterEach(async () => {
      for (const { engine, remove } of made.splice(0)) {
        await engine.close()
        await remove?.()
      }
    })

    async function start(): Promise<VoiceEngine> {
      const opened = await make()
      made.push(opened)
      return opened.engine
    }

    async function say(
      engine: VoiceEngine,
      text: string,
      style: Partial<VoiceStyle> = {},
    ): Promise<Int16Array> {
      const parts: Int16Array[] = []
      const whole = { voice: engine.voices[0]?.id ?? '', rate: 1, ...style }
      for await (const part of engine.speak(text, whole, new AbortController().signal)) parts.push(part)
      return joined(parts)
    }

    const loudness = (samples: Int16Array): number =>
      Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length))

    it('has a name, voices to choose from and a sample rate', async () => {
      const engine = await start()
      expect(engine.id).not.toBe('')
      expect(engine.name).not.toBe('')
      expect(engine.voices.length).toBeGreaterThan(0)
      expect(engine.sampleRate).toBeGreaterThanOrEqual(8_000)
      await engine.prepare({ voice: engine.voices[0]?.id ?? '', rate: 1 })
    })

    it('speaks a sentence at a natural length and level', async () => {
      const engine = await start()
      const samples = await say(engine, SENTENCE)
      expect(samples.length / engine.sampleRate).toBeGreaterThan(1)
      expect(samples.length / engine.sampleRate).toBeLessThan(8)
      expect(loudness(samples)).toBeGreaterThan(300)
    })

    it('makes more audio for more words', async () => {
      const engine = await start()
      const [short, long] = [await say(engine, 'Done.'), await say(engine, SENTENCE)]
      expect(short.length).toBeGreaterThan(0)
      expect(long.length).toBeGreaterThan(short.length * 1.5)
    })

    it('is about twice as fast at twice the rate, and bounds the rate', async () => {
      const engine = await start()
      const usual = await say(engine, SENTENCE)
      const fast = await say(engine, SENTENCE, { rate: 2 })
      expect(fast.length / usual.length).toBeGreaterThan(0.4)
      expect(fast.length / usual.length).toBeLessThan(0.65)
      const faster = await say(engine, SENTENCE, { rate: 1000 })
      expect(faster.length / fast.length).toBeGreaterThan(0.9)
      expect((await say(engine, SENTENCE, { rate: Number.NaN })).length / usual.length).toBeGreaterThan(0.9)
    })

    it('uses its first voice instead of an unknown one', async () => {
      const engine = await start()
      expect(await say(engine, 'Done.', { voice: '../../nobody' })).toHaveLength(
        (await say(engine, 'Done.')).length,
      )
    })

    it.each(['', '   ', '...', '\n', '🎉'])('makes no audio for %j', async (nothing) => {
      expect(await say(await start(), nothing)).toHaveLength(0)
    })

    it.each([
      ['a very long word', 'a'.repeat(400)],
      ['what looks like options', '-t -o /etc/passwd --help'],
      ['signs that end strings', 'x\u0000y'],
      ['signs that turn text round', '\u202Eabc'],
      ['markup', '<ssml>&amp;</ssml>'],
      ['formats', '%s%n %d'],
    ])('survives %s', async (_, odd) => {
      const engine = await start()
      await say(engine, odd)
      expect((await say(engine, 'Done.')).length).toBeGreaterThan(0)
    })

    it('makes no audio when it was aborted before it began', async () => {
      const engine = await start()
      const style = { voice: engine.voices[0]?.id ?? '', rate: 1 }
      const heard: Int16Array[] = []
      for await (const part of engine.speak(SENTENCE, style, AbortSignal.abort())) heard.push(part)
      expect(heard).toEqual([])
    })

    it('stops when it is aborted, and speaks again afterwards', async () => {
      const engine = await start()
      const stop = new AbortController()
      const style = { voice: engine.voices[0]?.id ?? '', rate: 1 }
      const speaking = engine.speak(SENTENCE, style, stop.signal)[Symbol.asyncIterator]()
      const first = speaking.next()
      stop.abort()
      await first
      expect((await speaking.next()).done).toBe(true)
      expect((await say(engine, 'Done.')).length).toBeGreaterThan(0)
    })

    it('speaks two sentences requested at once, each completely', async () => {
      const engine = await start()
      const alone = await say(engine, SENTENCE)
      const [one, other] = await Promise.all([say(engine, SENTENCE), say(engine, 'Done.')])
      expect(one).toHaveLength(alone.length)
      expect(other.length).toBeLessThan(alone.length)
    })

    it('fails with a fault after it was closed', async () => {
      const engine = await start()
      await engine.close()
      await expect(say(engine, SENTENCE)).rejects.toBeInstanceOf(FaultError)
    })
  })
}
