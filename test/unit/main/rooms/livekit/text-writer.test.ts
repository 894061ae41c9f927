import { expect, it } from 'vitest'
import type { TextStreamWriter } from '../../../../../src/core/ports/room.ts'
import { createOutgoing } from '../../../../../src/main/rooms/livekit/outgoing.ts'
import { openTextWriter } from '../../../../../src/main/rooms/livekit/text-writer.ts'

/** A library in which every operation ends when the test says so, in any order. */
function createSlowLibrary() {
  const done: string[] = []
  const pending = new Map<string, () => void>()
  const asked = (what: string): Promise<void> =>
    new Promise((resolve) =>
      pending.set(what, () => {
        done.push(what)
        pending.delete(what)
        resolve()
      }),
    )
  const participant = {
    async streamText({ topic = '' }: { topic?: string } = {}) {
      await asked(`open ${topic}`)
      // Within one text it keeps the order.
      return new WritableStream<string>({
        write: (text) => asked(`write ${text}`),
        close: () => asked(`close ${topic}`),
      }).getWriter() as never
    },
  }
  const outgoing = createOutgoing({ maxBytes: 1_000_000, onOverflow() {}, onError() {} })
  const segments = new Map<string, Promise<unknown>>()
  const open = (topic: string, attributes: Record<string, string>): TextStreamWriter =>
    openTextWriter(participant, outgoing, segments, { topic, attributes })
  function say(topic: string, attributes: Record<string, string>, text: string): void {
    const writer = open(topic, attributes)
    writer.write(text)
    writer.close()
  }
  /** Runs everything that does not wait for the library. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    open,
    say,
    segments,
    outgoing,
    done,
    /** The operations that are under way, once no more begin. */
    async underWay() {
      await settled()
      return [...pending.keys()]
    },
    finish: (what: string) => pending.get(what)!(),
    async finishAll() {
      await settled()
      while (pending.size > 0) {
        // The last one first: the library keeps no order.
        ;[...pending.values()].at(-1)!()
        await settled()
      }
    },
  }
}

it('a final transcript comes after the partial one it replaces, however slow the library is', async () => {
  const library = createSlowLibrary()
  library.say('guess', { 'lk.segment_id': 'one' }, 'open the')
  library.say('transcript', { 'lk.segment_id': 'one' }, 'open the harbour')
  await library.finishAll()
  expect(library.done).toEqual([
    'open guess',
    'write open the',
    'close guess',
    'open transcript',
    'write open the harbour',
    'close transcript',
  ])
})

it('a text of another segment, or of none, does not wait for it', async () => {
  const library = createSlowLibrary()
  library.say('transcript', { 'lk.segment_id': 'one' }, 'open the harbour')
  library.say('reply', { 'lk.segment_id': 'two' }, 'Here it is.')
  library.say('note', {}, 'By the way.')
  expect(await library.underWay()).toEqual(['open transcript', 'open reply', 'open note'])
})

it('a text that repeats one that is still being written waits for what was written, and not for its end', async () => {
  const library = createSlowLibrary()
  const attributes = { 'lk.segment_id': 'one' }
  const reply = library.open('reply', attributes)
  reply.write('Before. ')
  library.say('to a latecomer', attributes, 'Before. ')
  expect(await library.underWay()).toEqual(['open reply'])
  library.finish('open reply')
  expect(await library.underWay()).toEqual(['write Before. '])
  library.finish('write Before. ')
  expect(await library.underWay()).toEqual(['open to a latecomer'])
  reply.close()
  await library.finishAll()
  await library.outgoing.drained()
  expect(library.segments.size).toBe(0)
})
