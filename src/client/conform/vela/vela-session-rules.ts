// Document 003: the session, its envelope, and what is refused.
import { mockedCommit, mockedTurn } from '../../../shared/wire/vela-mocked.ts'
import { admissionRules } from '../admission-rules.ts'
import { expectInOrder, expectSame, must, quoted } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { sendMalformed } from '../malformed-frame.ts'
import {
  append,
  COMMIT,
  event,
  expectError,
  expectReady,
  meetVela,
  openVela,
  readVela,
  START,
  TRIGGER,
  untilIdle,
} from './vela-probe.ts'

const doc = { document: '003' } as const
const skeleton = { document: '003', section: 'Current skeleton behavior' } as const

export const velaSessionRules: readonly Rule[] = [
  {
    ...doc,
    section: 'Event Protocol',
    id: 'vela-ready',
    sentence: 'session.ready and session.state are sent immediately after the upgrade at /ws.',
    async check(bench) {
      await expectReady(await openVela(bench), 'idle')
    },
  },
  {
    ...skeleton,
    id: 'vela-own-session',
    sentence: 'On connect, the gateway creates a session: each connection has its own.',
    async check(bench) {
      const ids = [await openVela(bench), await openVela(bench)].map((probe) => expectReady(probe, 'idle'))
      const [first, second] = await Promise.all(ids)
      must(first !== second, `Two connections have the session ${quoted(first)}.`)
    },
  },
  {
    document: 'ruling',
    section: '16',
    id: 'vela-own-conversation',
    sentence: 'Each client has its own conversation: two do not hear each other, nor wait for each other.',
    async check(bench) {
      const one = await meetVela(bench)
      const other = await meetVela(bench)
      one.send(TRIGGER)
      other.send(TRIGGER)
      for (const probe of [one, other]) await expectInOrder(probe, mockedTurn())
      for (const probe of [one, other]) expectSame(await probe.sofar(), [])
    },
  },
  {
    ...doc,
    section: 'WebSocket Message Envelope',
    id: 'vela-envelope',
    sentence: 'Every message is { type, payload }: no sequence numbers, timestamps or versions.',
    async check(bench) {
      const probe = await openVela(bench)
      const frames = [await probe.next('session.ready'), await probe.next('session.state')]
      probe.send(TRIGGER)
      frames.push(...(await untilIdle(probe)))
      for (const frame of frames)
        must(Object.keys(frame).sort().join() === 'payload,type', `There is more in ${quoted(frame)}.`)
    },
  },
  {
    ...doc,
    section: 'Event Protocol',
    id: 'vela-text-only',
    sentence: 'The gateway accepts JSON text messages only.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(new TextEncoder().encode(JSON.stringify(TRIGGER)))
      const frame = await probe.next('error')
      must(frame.type === 'error', `A binary frame was answered with ${quoted(frame)}.`)
    },
  },
  {
    ...skeleton,
    id: 'vela-start-again',
    sentence: 'session.start is idempotent: it re-sends readiness and state.',
    async check(bench) {
      const probe = await openVela(bench)
      const id = await expectReady(probe, 'idle')
      for (let time = 0; time < 2; time++) {
        probe.send(START)
        expectSame(await expectReady(probe, 'idle'), id)
      }
    },
  },
  {
    ...skeleton,
    id: 'vela-start-changes-nothing',
    sentence: 'session.start in the middle of a turn tells the true state and changes nothing.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send(append())
      await probe.until('transcript.partial', (frame) => frame.type === 'transcript.partial')
      probe.send(START)
      await expectReady(probe, 'listening')
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(1))
    },
  },
  {
    ...skeleton,
    id: 'vela-invalid-json',
    sentence: 'Malformed JSON produces error with code invalid_json.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (const text of ['{"type":', '', 'hello', "{'type':'session.start'}"]) {
        probe.send(text)
        await expectError(probe, 'invalid_json')
      }
    },
  },
  {
    ...skeleton,
    id: 'vela-invalid-envelope',
    sentence: 'Invalid envelopes produce error with code invalid_message.',
    async check(bench) {
      const probe = await meetVela(bench)
      const wrong = [
        'null',
        '[]',
        '7',
        '{}',
        '{"type":"session.start"}',
        '{"payload":{}}',
        '{"type":7,"payload":{}}',
      ]
      for (const text of [...wrong, '{"type":"session.start","payload":null}']) {
        probe.send(text)
        await expectError(probe, 'invalid_message')
      }
    },
  },
  {
    ...skeleton,
    id: 'vela-unsupported-event',
    sentence: 'Unsupported client event names produce error with code invalid_message.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (const type of ['session.stop', 'session.ready', 'response.completed', 'constructor', '']) {
        probe.send(event(type))
        await expectError(probe, 'invalid_message')
      }
    },
  },
  {
    ...doc,
    section: 'Client → Server',
    id: 'vela-chunk',
    sentence: 'input_audio.append carries a chunk, which is a string.',
    async check(bench) {
      const probe = await meetVela(bench)
      for (const payload of [{}, { chunk: 7 }, { chunk: null }]) {
        probe.send(event('input_audio.append', payload))
        await expectError(probe, 'invalid_message')
      }
    },
  },
  {
    ...doc,
    section: 'Server event intent',
    id: 'vela-recoverable',
    sentence: 'error is a recoverable failure: the session goes on as if nothing had been sent.',
    async check(bench) {
      const probe = await meetVela(bench)
      probe.send('not JSON')
      await expectError(probe, 'invalid_json')
      probe.send(event('session.stop'))
      await expectError(probe, 'invalid_message')
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  {
    ...skeleton,
    id: 'vela-malformed-frame',
    sentence: 'Malformed WebSocket frames are rejected without crashing the gateway.',
    async check(bench) {
      const ended = await sendMalformed(bench, 'vela')
      must(ended, 'A malformed frame did not end its connection.')
      // Throws where nobody is there any more.
      await meetVela(bench)
    },
  },
  ...admissionRules({
    wire: 'vela',
    isWelcome: (frame) => readVela(frame).type === 'session.ready',
    isRefusal: (frame) => readVela(frame).type === 'error',
    greet: (probe) => probe.send(START),
  }),
]
