import { expect, it } from 'vitest'
import type { Closing, Frame } from '../../../src/client/link.ts'
import type { Line } from '../../../src/client/wires/speaker.ts'
import { createVoiceIdeSpeaker } from '../../../src/client/wires/voice-ide-speaker.ts'
import { createFakeClock } from '../../fakes/fake-clock.ts'

/** A connection that is broken by hand. */
function createLine() {
  const sent: { id: string; kind: Record<string, object> }[] = []
  let breakOff: (closing: Closing) => void = () => {}
  let hear: (frame: Frame) => void = () => {}
  const closed = new Promise<Closing>((resolve) => (breakOff = resolve))
  const line: Line = {
    send: (frame) => void sent.push(JSON.parse(String(frame)) as (typeof sent)[number]),
    onFrame: (listener) => (hear = listener),
    closed,
    roundTrip: async () => {},
    close: () => breakOff({ code: 1000, reason: '' }),
  }
  return {
    line,
    sent,
    breakOff: async () => {
      breakOff({ code: 1006, reason: '' })
      await closed
    },
    say: (id: string, kind: object) =>
      hear(JSON.stringify({ id, timestamp: '2025-01-15T10:30:00.000Z', kind })),
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('A runtime that is offline keeps what it has to say, and sends it after it came back', async () => {
  const clock = createFakeClock()
  const connections: ReturnType<typeof createLine>[] = []
  let ids = 0
  const speaker = createVoiceIdeSpeaker({
    clock,
    timeoutMs: 60_000,
    realtime: false,
    note: () => {},
    sessionId: 's',
    after: null,
    newId: () => `mine-${++ids}`,
    random: () => 0.5,
    async connect() {
      const made = createLine()
      connections.push(made)
      if (connections.length === 2) throw new Error('nobody there')
      return made.line
    },
  })
  await speaker.ready
  connections[0]!.say('theirs-1', { assistantSpeechPartial: { text: 'Hi' } })
  await connections[0]!.breakOff()
  await settled()
  speaker.say({ text: 'one' })
  speaker.say({ text: 'two' })
  // The first attempt fails, and the pause before the next is longer.
  clock.advance(200)
  await settled()
  expect(connections).toHaveLength(2)
  clock.advance(200)
  expect(connections).toHaveLength(2)
  clock.advance(200)
  await settled()
  expect(connections).toHaveLength(3)
  expect(connections[2]!.sent.map(({ kind }) => kind)).toEqual([
    { sessionReconnect: { sessionId: 's', lastEventId: 'theirs-1' } },
    { userAudioTranscriptFinal: { text: 'one' } },
    { userAudioTranscriptFinal: { text: 'two' } },
  ])
})

it('A runtime gives up at last where nobody is there any more', async () => {
  const clock = createFakeClock()
  const first = createLine()
  let attempts = 0
  const speaker = createVoiceIdeSpeaker({
    clock,
    timeoutMs: 3_600_000,
    realtime: false,
    note: () => {},
    sessionId: 's',
    after: null,
    newId: () => 'id',
    random: () => 0,
    async connect() {
      if (attempts++ > 0) throw new Error('nobody there')
      return first.line
    },
  })
  await speaker.ready
  const turn = speaker.turn({ text: 'Hello' })
  await first.breakOff()
  for (let pause = 0; pause < 20; pause++) {
    await settled()
    clock.advance(10_000)
  }
  expect(await turn).toBe('The gateway closed the connection (1006).')
  expect(attempts).toBe(9)
})
