import { describe, expect, it } from 'vitest'
import type { SpokenFrame, SpokenReply } from '../../../../src/core/ports/speaker.ts'
import { createSpeaker } from '../../../../src/main/speech/voice/speaker.ts'
import { textHeard } from '../../../../src/core/voice/heard-text.ts'
import { FaultError } from '../../../../src/shared/errors.ts'
import { createFakeVoice } from '../../../fakes/fake-voice.ts'

const settings = { voice: 'low', rate: 1, volume: 1 }

async function all(reply: SpokenReply): Promise<SpokenFrame[]> {
  const frames: SpokenFrame[] = []
  for await (const frame of reply.frames()) frames.push(frame)
  return frames
}

/** Reads as many frames as are given, and no more. */
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
  it('says a whole reply in frames of 20 ms that follow each other', async () => {
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append('It works. All tests pass.')
    reply.end()
    const frames = await all(reply)
    expect(frames.every(({ samples }) => samples.length === 320)).toBe(true)
    expect(frames.map(({ at }) => at)).toEqual(frames.map((_, index) => index * 320))
    expect(frames.at(-1)?.place).toBe(25)
  })

  it('tells the place in the reply, which never goes back', async () => {
    const text = 'I changed `parseConfig` in the file. All tests pass.'
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append(text)
    reply.end()
    const frames = await all(reply)
    const places = frames.map(({ place }) => place)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const half = frames[Math.floor(frames.length / 2)]
    expect(textHeard(text, reply.heard(half?.at ?? 0))).toBe('I changed `parseConfig` in')
    expect(textHeard(text, reply.heard(1e9))).toBe(text)
  })

  it('makes the next sentence while one is being taken, and not the one after', async () => {
    const engine = createFakeVoice()
    const reply = createSpeaker(engine, settings).begin()
    reply.append('One is said. Two is said. Three is said. Four is said. ')
    const reading = reader(reply)
    await reading.take(3)
    await expect.poll(() => engine.finished).toEqual(['One is said.', 'Two is said.'])
    expect(engine.asked).toEqual(['One is said.', 'Two is said.'])
    reply.stop()
  })

  it('begins to speak before the reply is whole', async () => {
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append('The first sentence. The second')
    expect(await reader(reply).take(5)).toHaveLength(5)
    reply.stop()
  })

  it('says what seems whole while a tool runs', async () => {
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append('Let me look at that.')
    reply.pause()
    expect(await reader(reply).take(5)).toHaveLength(5)
    reply.stop()
  })

  it('stops with one frame more, which dies away', async () => {
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append('This sentence is stopped somewhere. ')
    reply.end()
    const reading = reader(reply)
    await reading.take(10)
    reply.stop()
    const rest = await reading.take(100)
    expect(rest).toHaveLength(1)
    expect(Math.abs(rest[0]?.samples.at(-1) ?? 1)).toBe(0)
  })

  it('stops at once while the engine is still at work, and while no text comes', async () => {
    const engine = createFakeVoice()
    engine.hold()
    const speaker = createSpeaker(engine, settings)
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
    const speaker = createSpeaker(createFakeVoice(), settings)
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

  it('is louder or softer from the next frame on, without a step', async () => {
    const speaker = createSpeaker(createFakeVoice(), settings)
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

  it('is faster from the next sentence on', async () => {
    const speaker = createSpeaker(createFakeVoice(), settings)
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

  it('says nothing for a reply with nothing to say', async () => {
    const reply = createSpeaker(createFakeVoice(), settings).begin()
    reply.append('🎉\n\n---\n')
    reply.end()
    reply.end()
    expect(await all(reply)).toEqual([])
  })

  it('fails as its engine does, after what was said', async () => {
    const reply = createSpeaker(createFakeVoice({ failsAt: 'broken' }), settings).begin()
    reply.append('This is fine. This is broken. This is lost.')
    reply.end()
    const frames: SpokenFrame[] = []
    const reading = (async () => {
      for await (const frame of reply.frames()) frames.push(frame)
    })()
    await expect(reading).rejects.toBeInstanceOf(FaultError)
    expect(frames.at(-1)?.place).toBe('This is fine.'.length)
  })

  it('makes no more once nobody reads any more', async () => {
    const engine = createFakeVoice()
    const reply = createSpeaker(engine, settings).begin()
    reply.append('One is said. Two is said. Three is said. ')
    reply.end()
    for await (const frame of reply.frames()) if (frame.at > 0) break
    await expect.poll(() => engine.asked.length).toBeLessThanOrEqual(2)
  })
})
