import { describe, expect, it } from 'vitest'
import type { SpokenFrame, SpokenReply } from '../../../../../src/core/ports/speech.ts'
import { createReplySpeaker } from '../../../../../src/main/speech/speaking/reply-speaker.ts'
import { textHeard } from '../../../../../src/core/speech/speaking/heard-text.ts'
import { FaultError } from '../../../../../src/shared/errors.ts'
import { createFakeVoice } from '../../../../fakes/fake-voice.ts'

const settings = { voice: 'low', rate: 1, volume: 1 }

async function all(reply: SpokenReply): Promise<SpokenFrame[]> {
  const frames: SpokenFrame[] = []
  for await (const frame of reply.frames()) frames.push(frame)
  return frames
}

/** Reads this many frames, and no more. */
function reader(reply: SpokenReply) {
  const frames = reply.frames()[Symbol.asyncIterator]()
  return {
    async take(count: number): Promise<SpokenFrame[]> {
      const taken: SpokenFrame[] = []
      while (taken.length < count) {
        const next = await frames.next()
        if (next.done) break
        taken.push(next.value)
      }
      return taken
    },
  }
}

const loudest = (frame: SpokenFrame | undefined): number => Math.max(...(frame?.samples ?? []).map(Math.abs))

describe('the speaker', () => {
  it('speaks a whole reply in consecutive frames of 20 ms', async () => {
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append('It works. All tests pass.')
    reply.end()
    const frames = await all(reply)
    expect(frames.every(({ samples }) => samples.length === 320)).toBe(true)
    expect(frames.map(({ at }) => at)).toEqual(frames.map((_, index) => index * 320))
    expect(frames.at(-1)?.place).toBe(25)
  })

  it('reports the position in the reply, which never goes back', async () => {
    const text = 'I changed `parseConfig` in the file. All tests pass.'
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append(text)
    reply.end()
    const frames = await all(reply)
    const places = frames.map(({ place }) => place)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const half = frames[Math.floor(frames.length / 2)]
    expect(textHeard(text, reply.heard(half?.at ?? 0))).toBe('I changed `parseConfig` in')
    expect(textHeard(text, reply.heard(1e9))).toBe(text)
  })

  it('makes the next sentence while one plays, and not the one after it', async () => {
    const engine = createFakeVoice()
    const reply = createReplySpeaker(engine, settings).begin()
    reply.append('One is said. Two is said. Three is said. Four is said. ')
    const reading = reader(reply)
    await reading.take(3)
    await expect.poll(() => engine.finished).toEqual(['One is said.', 'Two is said.'])
    expect(engine.asked).toEqual(['One is said.', 'Two is said.'])
    reply.stop()
  })

  it('begins to speak before the reply is complete', async () => {
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append('The first sentence. The second')
    expect(await reader(reply).take(5)).toHaveLength(5)
    reply.stop()
  })

  it('speaks a sentence that seems complete while a tool runs', async () => {
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append('Let me look at that.')
    reply.pause()
    expect(await reader(reply).take(5)).toHaveLength(5)
    reply.stop()
  })

  it('stops with one more frame, which fades out', async () => {
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append('This sentence is stopped somewhere. ')
    reply.end()
    const reading = reader(reply)
    await reading.take(10)
    reply.stop()
    const rest = await reading.take(100)
    expect(rest).toHaveLength(1)
    expect(Math.abs(rest[0]?.samples.at(-1) ?? 1)).toBe(0)
  })

  it('stops at once while the engine works, and while no text comes', async () => {
    const engine = createFakeVoice()
    engine.hold()
    const speaker = createReplySpeaker(engine, settings)
    const working = speaker.begin()
    working.append('This is being made. ')
    working.end()
    const waiting = all(working)
    await expect.poll(() => engine.asked).toHaveLength(1)
    working.stop()
    expect(await waiting).toEqual([])
    const silent = speaker.begin()
    const nothing = all(silent)
    silent.stop()
    expect(await nothing).toEqual([])
    engine.release()
  })

  it('speaks with one voice at a time: a new reply ends the one before', async () => {
    const speaker = createReplySpeaker(createFakeVoice(), settings)
    const first = speaker.begin()
    first.append('The first reply goes on and on. ')
    first.end()
    const reading = reader(first)
    await reading.take(5)
    const second = speaker.begin()
    second.append('Second.')
    second.end()
    expect((await reading.take(100)).length).toBeLessThanOrEqual(1)
    expect((await all(second)).length).toBeGreaterThan(3)
  })

  it('changes the volume from the next frame on, without a step', async () => {
    const speaker = createReplySpeaker(createFakeVoice(), settings)
    const reply = speaker.begin()
    reply.append('This is said rather softly. ')
    reply.end()
    const reading = reader(reply)
    const usual = (await reading.take(5)).at(-1)
    speaker.set({ ...settings, volume: 0 })
    const [fading, muted] = await reading.take(2)
    expect(loudest(usual)).toBeGreaterThan(2_000)
    expect(loudest(fading)).toBeGreaterThan(1_000)
    expect(loudest(muted)).toBe(0)
    reply.stop()
  })

  it('changes the rate from the next sentence on', async () => {
    const speaker = createReplySpeaker(createFakeVoice(), settings)
    const length = async (): Promise<number> => {
      const reply = speaker.begin()
      reply.append('A sentence of some length.')
      reply.end()
      return (await all(reply)).length
    }
    const usual = await length()
    speaker.set({ ...settings, rate: 2 })
    expect((await length()) / usual).toBeLessThan(0.6)
  })

  it('speaks nothing for a reply without words', async () => {
    const reply = createReplySpeaker(createFakeVoice(), settings).begin()
    reply.append('🎉\n\n---\n')
    reply.end()
    reply.end()
    expect(await all(reply)).toEqual([])
  })

  it('fails as its engine does, after what was spoken', async () => {
    const reply = createReplySpeaker(createFakeVoice({ failsAt: 'broken' }), settings).begin()
    reply.append('This is fine. This is broken. This is lost.')
    reply.end()
    const frames: SpokenFrame[] = []
    const reading = (async () => {
      for await (const frame of reply.frames()) frames.push(frame)
    })()
    await expect(reading).rejects.toBeInstanceOf(FaultError)
    expect(frames.at(-1)?.place).toBe('This is fine.'.length)
  })

  it('makes no more audio once nobody reads it', async () => {
    const engine = createFakeVoice()
    const reply = createReplySpeaker(engine, settings).begin()
    reply.append('One is said. Two is said. Three is said. ')
    reply.end()
    for await (const frame of reply.frames()) if (frame.at > 0) break
    await expect.poll(() => engine.asked.length).toBeLessThanOrEqual(2)
  })
})
