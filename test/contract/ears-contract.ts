// What all ears do, whatever recognises.
import { afterEach, describe, expect, it } from 'vitest'
import type { ActivityChange } from '../../src/core/ears/speech-activity.ts'
import type { Ears, RecoveredTake, Take, TakeEvent } from '../../src/core/ports/ears.ts'

export interface MadeEars {
  ears: Ears
  /** Ears of another run of the app, over what this one has kept. */
  again(): Promise<Ears>
  remove(): Promise<void>
}

interface Sounds {
  /** Sound in which these words are said, followed by silence, and other words in another. */
  first: { samples: Int16Array; word: RegExp }
  second: { samples: Int16Array; word: RegExp }
}

export function describeEars(
  name: string,
  make: (options: { limitMs?: number }) => Promise<MadeEars>,
  { first, second }: Sounds,
): void {
  describe(`Ears ${name}`, () => {
    const made: MadeEars[] = []
    afterEach(async () => {
      for (const one of made.splice(0)) await one.remove()
    })
    const start = async (options: { limitMs?: number } = {}): Promise<MadeEars> => {
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

    it('give the words that were said, with the times it took', async () => {
      const { ears } = await start()
      const take = ears.open({ takeId: 'one', session: 's' })
      const events = eventsOf(take)
      speak(take, first.samples)
      const words = await take.release()
      expect(words).toMatchObject({ takeId: 'one', text: expect.stringMatching(first.word) as string })
      expect(words.engine).not.toBe('')
      expect(words.times.soundMs).toBe(first.samples.length / 16)
      expect(words.times.openedAt).toBeLessThanOrEqual(words.times.releasedAt)
      expect(words.times.releasedAt).toBeLessThanOrEqual(words.times.recognisedAt)
      expect(events[0]).toMatchObject({ type: 'speech.began' })
      expect(await take.release()).toEqual(words)
    })

    it('hear nothing in silence', async () => {
      const { ears } = await start()
      const take = ears.open({ takeId: 'quiet', session: 's' })
      speak(take, new Int16Array(16_000))
      expect((await take.release()).text).toBe('')
    })

    it('hear what came before the take was opened', async () => {
      const { ears } = await start()
      const take = ears.open({ takeId: 'late', session: 's', preRoll: first.samples.slice(0, 8000) })
      speak(take, first.samples.subarray(8000))
      expect((await take.release()).text).toMatch(first.word)
    })

    it('keep two takes apart', async () => {
      const { ears } = await start()
      const one = ears.open({ takeId: 'one', session: 's' })
      const other = ears.open({ takeId: 'two', session: 's' })
      speak(one, first.samples)
      speak(other, second.samples)
      const [a, b] = await Promise.all([one.release(), other.release()])
      expect(a.text).toMatch(first.word)
      expect(b.text).toMatch(second.word)
    })

    it('forget a take that was cancelled', async () => {
      const { ears, again } = await start()
      const take = ears.open({ takeId: 'one', session: 'mine' })
      speak(take, first.samples)
      take.cancel()
      await expect(take.release()).rejects.toMatchObject({ name: 'AbortError' })
      expect(await all((await again()).recover('mine'))).toEqual([])
    })

    it('offer what was never acknowledged at the next start, until it is', async () => {
      const { ears, again } = await start()
      const one = ears.open({ takeId: 'one', session: 'mine' })
      const two = ears.open({ takeId: 'two', session: 'mine' })
      const three = ears.open({ takeId: 'three', session: 'mine' })
      speak(one, first.samples)
      speak(two, second.samples)
      speak(three, new Int16Array(8000))
      await one.release()
      await ears.acknowledge('one')
      expect(await all(ears.recover('mine'))).toEqual([])
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

    it('offer what was left in the run it was left in', async () => {
      const { ears } = await start()
      const take = ears.open({ takeId: 'one', session: 'mine' })
      speak(take, first.samples)
      await take.release()
      expect(await all(ears.recover('mine'))).toEqual([])
      await ears.leave('one')
      expect(await all(ears.recover('mine'))).toMatchObject([{ takeId: 'one', spoke: true }])
    })

    it('end a take that has become too long, and say so', async () => {
      const { ears } = await start({ limitMs: 1000 })
      const take = ears.open({ takeId: 'long', session: 's' })
      const events = eventsOf(take)
      speak(take, first.samples)
      expect(events.filter(({ type }) => type === 'take.limited')).toEqual([
        { type: 'take.limited', limitMs: 1000 },
      ])
      expect((await take.release()).times.soundMs).toBe(1000)
    })

    it('tell when somebody speaks', async () => {
      const { ears } = await start()
      const changes: ActivityChange[] = []
      const both = new Promise<void>((resolve) => {
        const watch = ears.watch((change) => {
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

    it('refuse a take that could not be a file', async () => {
      const { ears } = await start()
      for (const takeId of ['', '../up', 'a/b', 'x'.repeat(65)])
        expect(() => ears.open({ takeId, session: 's' })).toThrow(
          expect.objectContaining({
            fault: expect.objectContaining({ code: 'bad_request' }) as object,
          }) as Error,
        )
    })
  })
}
