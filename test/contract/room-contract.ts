// What every room does, whatever its transport.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Room } from '../../src/core/ports/room.ts'
import type { IncomingText, RoomLink, RoomListener } from '../../src/renderer/room/room-link.ts'
import { FaultError } from '../../src/shared/errors.ts'

export interface RoomUnderTest {
  room: Room
  join(listener: RoomListener): Promise<RoomLink>
  /** The agent's voice arrives as audio that sounds the same, not sample for sample. */
  lossyVoice?: boolean
  close(): Promise<void>
}

/** Records what a participant received, and lets a test wait for it. */
export function createHearing() {
  const heard = {
    data: [] as [string, number[]][],
    texts: new Map<string, IncomingText & { text: string; closed: boolean }>(),
    attributes: {} as Record<string, string>,
    audio: [] as [number[], number][],
    closed: null as string | null,
  }
  const checks = new Set<() => void>()
  const changed = (): void => {
    for (const check of checks) check()
  }
  const listener: RoomListener = {
    data: (topic, bytes) => (heard.data.push([topic, [...bytes]]), changed()),
    textOpened: (stream) => (
      heard.texts.set(stream.streamId, { ...stream, text: '', closed: false }),
      changed()
    ),
    textAppended(streamId, text) {
      const stream = heard.texts.get(streamId)
      if (stream) stream.text += text
      changed()
    },
    textClosed(streamId) {
      const stream = heard.texts.get(streamId)
      if (stream) stream.closed = true
      changed()
    },
    attributesChanged: (attributes) => (Object.assign(heard.attributes, attributes), changed()),
    audio: (samples, sampleRate) => (heard.audio.push([[...samples], sampleRate]), changed()),
    recovered: () => {},
    weakened: () => {},
    closed: (reason) => ((heard.closed = reason), changed()),
  }
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return
        checks.delete(check)
        resolve()
      }
      checks.add(check)
      check()
    })
  return { heard, listener, until }
}

/** Some rooms notice only seconds later that a participant has left. */
const PATIENT = { timeout: 300_000 }

const tone = (sampleRate: number, ms: number): Int16Array =>
  Int16Array.from({ length: (sampleRate * ms) / 1000 }, (_, at) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * 500 * at) / sampleRate)),
  )

export function describeRoom(name: string, make: () => Promise<RoomUnderTest>): void {
  describe(name, () => {
    let under: RoomUnderTest
    beforeEach(async () => {
      under = await make()
    })
    afterEach(() => under.close())

    const enter = async () => {
      const hearing = createHearing()
      const link = await under.join(hearing.listener)
      return { ...hearing, link }
    }

    it('sends data to everyone, by topic, in order, byte for byte', async () => {
      const [one, two] = [await enter(), await enter()]
      for (let i = 0; i < 400; i++) under.room.publishData('events', Uint8Array.of(i & 255, i >> 8))
      for (const { heard, until } of [one, two]) {
        await until(() => heard.data.length === 400)
        expect(heard.data).toEqual(Array.from({ length: 400 }, (_, i) => ['events', [i & 255, i >> 8]]))
      }
    })

    it('sends data for one participant to that one only', async () => {
      const [one, two] = [await enter(), await enter()]
      under.room.publishData('events', Uint8Array.of(1), { to: one.link.identity })
      under.room.publishData('events', Uint8Array.of(2))
      await one.until(() => one.heard.data.length === 2)
      await two.until(() => two.heard.data.length === 1)
      expect(two.heard.data).toEqual([['events', [2]]])
    })

    it('sends a text stream with its attributes and sender, piece by piece, and its end', async () => {
      const { heard, until } = await enter()
      const writer = under.room.streamText({
        topic: 'lk.transcription',
        attributes: { a: '1' },
        senderIdentity: 'ada',
      })
      writer.write('Hello ')
      writer.write('wörld 🙂')
      writer.close()
      await until(() => [...heard.texts.values()].some(({ closed }) => closed))
      const [stream] = heard.texts.values()
      expect(stream).toMatchObject({
        topic: 'lk.transcription',
        attributes: { a: '1' },
        sender: 'ada',
        text: 'Hello wörld 🙂',
      })
    })

    it('sends a text to everyone except the one who has it already', async () => {
      const [one, two] = [await enter(), await enter()]
      const say = (text: string, except?: string): void => {
        const writer = under.room.streamText({
          topic: 'lk.transcription',
          attributes: {},
          ...(except && { except }),
        })
        writer.write(text)
        writer.close()
      }
      // Some rooms notice participants only seconds later.
      await expect.poll(() => under.room.participants(), PATIENT).toHaveLength(2)
      say('not for one', one.link.identity)
      say('for all')
      const all = ({ heard }: typeof one): string[] => [...heard.texts.values()].map(({ text }) => text)
      const closed = ({ heard }: typeof one, count: number): boolean =>
        [...heard.texts.values()].filter((text) => text.closed).length === count
      await two.until(() => closed(two, 2))
      await one.until(() => closed(one, 1))
      expect(all(two).toSorted()).toEqual(['for all', 'not for one'])
      expect(all(one)).toEqual(['for all'])
    })

    it('sends a very long text whole, without cutting a character in half', async () => {
      const { heard, until } = await enter()
      const text = 'a🙂'.repeat(20_000)
      const writer = under.room.streamText({ topic: 't', attributes: {} })
      writer.write(text)
      writer.close()
      await until(() => [...heard.texts.values()].some(({ closed }) => closed))
      expect([...heard.texts.values()][0]!.text).toBe(text)
    })

    it('shows the agent’s attributes to a newcomer, and their changes to everyone', async () => {
      under.room.setAttributes({ 'lk.agent.state': 'idle', other: 'x' })
      const { heard, until } = await enter()
      await until(() => heard.attributes['lk.agent.state'] === 'idle')
      under.room.setAttributes({ 'lk.agent.state': 'thinking' })
      await until(() => heard.attributes['lk.agent.state'] === 'thinking')
      expect(heard.attributes['other']).toBe('x')
    })

    it('gives the agent typed text with its sender', async () => {
      const { link } = await enter()
      const received = new Promise((resolve) =>
        under.room.onText('lk.chat', (text, from) => resolve([text, from])),
      )
      await link.sendText('lk.chat', 'öffne die Datei')
      expect(await received).toEqual(['öffne die Datei', link.identity])
    })

    it('answers each caller’s own call', async () => {
      const [one, two] = [await enter(), await enter()]
      under.room.onRpc('echo', ({ caller, payload }) => `${caller} said ${payload}`)
      const answers = await Promise.all([one.link.call('echo', 'a'), two.link.call('echo', 'b')])
      expect(answers).toEqual([`${one.link.identity} said a`, `${two.link.identity} said b`])
    })

    it('returns a refusal with its code and message', async () => {
      const { link } = await enter()
      under.room.onRpc('refuse', () => {
        throw new FaultError('outside_workspace', 'Not in here.', 'Look elsewhere.')
      })
      await expect(link.call('refuse', '')).rejects.toMatchObject({
        message: 'Not in here.',
        fault: { code: 'outside_workspace', remedy: 'Look elsewhere.' },
      })
      await expect(link.call('nobody', '')).rejects.toThrow('Nobody here answers nobody.')
    })

    it('carries audio both ways', async () => {
      const { heard, until, link } = await enter()
      const received = new Promise((resolve) =>
        under.room.onAudio((samples, rate, from) => resolve([[...samples], rate, from])),
      )
      under.room.onRpc('here', () => '')
      await link.call('here', '')
      link.sendAudio(Int16Array.of(0, 1, -1, 32_767, -32_768), 16_000)
      expect(await received).toEqual([[0, 1, -1, 32_767, -32_768], 16_000, link.identity])
      if (under.lossyVoice) {
        for (let i = 0; i < 25; i++) under.room.publishAudio(tone(24_000, 20), 24_000)
        return until(() => heard.audio.some(([samples]) => Math.max(...samples) > 5_000))
      }
      under.room.publishAudio(Int16Array.of(-2, 2), 24_000)
      await until(() => heard.audio.length === 1)
      expect(heard.audio).toEqual([[[-2, 2], 24_000]])
    })

    it('lists the participants who are present', async () => {
      const [one, two] = [await enter(), await enter()]
      under.room.onRpc('here', () => '')
      await Promise.all([one.link.call('here', ''), two.link.call('here', '')])
      expect(under.room.participants().sort()).toEqual([one.link.identity, two.link.identity].sort())
      const gone = two.until(() => two.heard.closed !== null)
      two.link.close()
      await gone
      under.room.onRpc('who', () => JSON.stringify(under.room.participants()))
      await expect.poll(() => one.link.call('who', ''), PATIENT).toBe(JSON.stringify([one.link.identity]))
    })

    it('fails pending calls when the connection is lost', async () => {
      const { link, heard, until } = await enter()
      const asked = new Promise<void>((resolve) => {
        under.room.onRpc('never', () => {
          resolve()
          return new Promise<string>(() => {})
        })
      })
      const call = link.call('never', '')
      const failure = expect(call).rejects.toThrow()
      await asked
      under.room.close()
      await failure
      await until(() => heard.closed !== null)
    })
  })
}
