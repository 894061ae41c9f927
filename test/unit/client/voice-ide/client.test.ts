import { expect, it } from 'vitest'
import type { Closing, Frame } from '../../../../src/client/link.ts'
import type { Connection } from '../../../../src/client/wire-client.ts'
import { createVoiceIdeClient } from '../../../../src/client/voice-ide/client.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

/** A connection that the test can break. */
function createLine() {
  const sent: { id: string; kind: Record<string, object> }[] = []
  let breakOff: (closing: Closing) => void = () => {}
  let hear: (frame: Frame) => void = () => {}
  const closed = new Promise<Closing>((resolve) => (breakOff = resolve))
  const line: Connection = {
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

it('A client without a connection stores its requests, and sends them after it has reconnected', async () => {
  const clock = createFakeClock()
  const connections: ReturnType<typeof createLine>[] = []
  let ids = 0
  const speaker = createVoiceIdeClient({
    clock,
    timeoutMs: 60_000,
    realtime: false,
    note: () => {},
    sessionId: 's',
    after: null,
    resume: null,
    newId: () => `mine-${++ids}`,
    random: () => 0.5,
    async connect() {
      const made = createLine()
      connections.push(made)
      if (connections.length === 2) throw new Error('no gateway')
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

it('A client gives up when it cannot reconnect', async () => {
  const clock = createFakeClock()
  const first = createLine()
  let attempts = 0
  const speaker = createVoiceIdeClient({
    clock,
    timeoutMs: 3_600_000,
    realtime: false,
    note: () => {},
    sessionId: 's',
    after: null,
    resume: null,
    newId: () => 'id',
    random: () => 0,
    async connect() {
      if (attempts++ > 0) throw new Error('no gateway')
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
