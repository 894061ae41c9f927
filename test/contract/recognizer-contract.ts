// What every recognizer must do.
import { afterEach, describe, expect, it } from 'vitest'
import type { ActivityChange } from '../../src/core/speech/hearing/speech-activity.ts'
import type { Recognizer, RecoveredTake, Take, TakeEvent } from '../../src/core/ports/recognizer.ts'

export interface MadeRecognizer {
  recognizer: Recognizer
  /** The recognizer of another run of the app, with the takes that this one stored. */
  again(): Promise<Recognizer>
  remove(): Promise<void>
}

interface Clips {
  /** Audio of these words, followed by silence, and of other transcript. */
  first: { samples: Int16Array; word: RegExp }
  second: { samples: Int16Array; word: RegExp }
}

export function describeRecognizer(
  name: string,
  make: (options: { limitMs?: number }) => Promise<MadeRecognizer>,
  { first, second }: Clips,
): void {
  describe(`A recognizer ${name}`, () => {
    const made: MadeRecognizer[] = []
    afterEach(async () => {
      for (const one of made.splice(0)) await one.remove()
    })
    const start = async (options: { limitMs?: number } = {}): Promise<MadeRecognizer> => {
      const one = await make(options)
      made.push(one)
      return one
    }
    const speak = (take: { write(samples: Int16Array): void }, samples: Int16Array): void => {
      for (let at = 0; at < samples.length; at += 320) take.write(samples.subarray(at, at + 320))
    }
    const all = async (takes: AsyncIterable<RecoveredTake>): Promise<RecoveredTake[]> => {
      const found: RecoveredTake[] = []
      for await (const take of takes) found.push(take)
      return found
    }
    const eventsOf = (take: Take): TakeEvent[] => {
      const events: TakeEvent[] = []
      take.onEvent((event) => events.push(event))
      return events
    }

    it('transcribes an utterance and reports when it happened', async () => {
      const { recognizer } = await start()
      const take = recognizer.open({ takeId: 'one', session: 's' })
      const events = eventsOf(take)
      speak(take, first.samples)
      const transcript = await take.release()
      expect(transcript).toMatchObject({ takeId: 'one', text: expect.stringMatching(first.word) as string })
      expect(transcript.engine).not.toBe('')
      expect(transcript.times.soundMs).toBe(first.samples.length / 16)
      expect(transcript.times.openedAt).toBeLessThanOrEqual(transcript.times.releasedAt)
      expect(transcript.times.releasedAt).toBeLessThanOrEqual(transcript.times.recognisedAt)
      expect(events[0]).toMatchObject({ type: 'speech.began' })
      expect(await take.release()).toEqual(transcript)
    })

    it('transcribes silence as nothing', async () => {
      const { recognizer } = await start()
      const take = recognizer.open({ takeId: 'quiet', session: 's' })
      speak(take, new Int16Array(16_000))
      expect((await take.release()).text).toBe('')
    })

    it('transcribes the audio from before the take was opened', async () => {
      const { recognizer } = await start()
      const take = recognizer.open({ takeId: 'late', session: 's', preRoll: first.samples.slice(0, 8000) })
      speak(take, first.samples.subarray(8000))
      expect((await take.release()).text).toMatch(first.word)
    })

    it('keeps two takes apart', async () => {
      const { recognizer } = await start()
      const one = recognizer.open({ takeId: 'one', session: 's' })
      const other = recognizer.open({ takeId: 'two', session: 's' })
      speak(one, first.samples)
      speak(other, second.samples)
      const [a, b] = await Promise.all([one.release(), other.release()])
      expect(a.text).toMatch(first.word)
      expect(b.text).toMatch(second.word)
    })

    it('drops a take that was cancelled', async () => {
      const { recognizer, again } = await start()
      const take = recognizer.open({ takeId: 'one', session: 'mine' })
      speak(take, first.samples)
      take.cancel()
      await expect(take.release()).rejects.toMatchObject({ name: 'AbortError' })
      expect(await all((await again()).recover('mine'))).toEqual([])
    })

    it('offers an unacknowledged take at the next start until it is acknowledged', async () => {
      const { recognizer, again } = await start()
      const one = recognizer.open({ takeId: 'one', session: 'mine' })
      const two = recognizer.open({ takeId: 'two', session: 'mine' })
      const three = recognizer.open({ takeId: 'three', session: 'mine' })
      speak(one, first.samples)
      speak(two, second.samples)
      speak(three, new Int16Array(8000))
      await one.release()
      await recognizer.acknowledge('one')
      expect(await all(recognizer.recover('mine'))).toEqual([])
      const next = await again()
      expect(await all(next.recover('another'))).toEqual([])
      const recovered = await all(next.recover('mine'))
      const spoken = {
        takeId: 'two',
        session: 'mine',
        startedAt: expect.any(Number) as number,
        soundMs: second.samples.length / 16,
        text: expect.stringMatching(second.word) as string,
        spoke: true,
      }
      expect(recovered.find(({ takeId }) => takeId === 'two')).toEqual(spoken)
      expect(recovered.find(({ takeId }) => takeId === 'three')).toMatchObject({ text: '', spoke: false })
      expect(recovered.length).toBe(2)
      expect(await all(next.recover('mine', 'two'))).toEqual([spoken])
      await next.acknowledge('two')
      await next.acknowledge('three')
      expect(await all(next.recover('mine'))).toEqual([])
    })

    it('offers a take that was left in the same run', async () => {
      const { recognizer } = await start()
      const take = recognizer.open({ takeId: 'one', session: 'mine' })
      speak(take, first.samples)
      await take.release()
      expect(await all(recognizer.recover('mine'))).toEqual([])
      await recognizer.leave('one')
      expect(await all(recognizer.recover('mine'))).toMatchObject([{ takeId: 'one', spoke: true }])
    })

    it('ends a take that is too long and reports it', async () => {
      const { recognizer } = await start({ limitMs: 1000 })
      const take = recognizer.open({ takeId: 'long', session: 's' })
      const events = eventsOf(take)
      speak(take, first.samples)
      expect(events.filter(({ type }) => type === 'take.limited')).toEqual([
        { type: 'take.limited', limitMs: 1000 },
      ])
      expect((await take.release()).times.soundMs).toBe(1000)
    })

    it('reports speech', async () => {
      const { recognizer } = await start()
      const changes: ActivityChange[] = []
      const both = new Promise<void>((resolve) => {
        const watch = recognizer.watch((change) => {
          changes.push(change)
          if (changes.length === 2) resolve()
        })
        speak(watch, new Int16Array(8192))
        speak(watch, first.samples)
        speak(watch, new Int16Array(16_384))
      })
      await both
      expect(changes.map(({ type }) => type)).toEqual(['speech.began', 'speech.paused'])
      expect(changes[0]!.at).toBeLessThan(changes[1]!.at)
    })

    it('refuses a take id that cannot name a file', async () => {
      const { recognizer } = await start()
      for (const takeId of ['', '../up', 'a/b', 'x'.repeat(65)])
        expect(() => recognizer.open({ takeId, session: 's' })).toThrow(
          expect.objectContaining({
            fault: expect.objectContaining({ code: 'bad_request' }) as object,
          }) as Error,
        )
    })
  })
}
