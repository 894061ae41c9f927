// The session, its envelope, and what the gateway refuses.
import { velaWire } from '../../shared/wire/vela.ts'
import { mockedCommit, mockedTurn } from '../../shared/wire/vela-mocked.ts'
import { admissionRules } from '../conform/admission-rules.ts'
import { expectInOrder, expectSame, must, quoted } from '../conform/probe.ts'
import type { Rule } from '../conform/rule.ts'
import { sendMalformed } from '../conform/malformed-frame.ts'
import {
  append,
  COMMIT,
  event,
  expectError,
  expectReady,
  connectReadyVela,
  openVela,
  readVela,
  START,
  TRIGGER,
  untilIdle,
} from './probe.ts'

export const velaSessionRules: readonly Rule[] = [
  {
    id: 'vela-ready',
    title: 'session.ready and session.state follow the upgrade at /ws at once.',
    async check(context) {
      await expectReady(await openVela(context), 'idle')
    },
  },
  {
    id: 'vela-own-session',
    title: 'Each connection has its own session.',
    async check(context) {
      const ids = [await openVela(context), await openVela(context)].map((probe) =>
        expectReady(probe, 'idle'),
      )
      const [first, second] = await Promise.all(ids)
      must(first !== second, `Two connections have the session ${quoted(first)}.`)
    },
  },
  {
    id: 'vela-own-conversation',
    title:
      'Each client has its own conversation: two neither receive each other’s events nor wait for each other.',
    async check(context) {
      const one = await connectReadyVela(context)
      const other = await connectReadyVela(context)
      one.send(TRIGGER)
      other.send(TRIGGER)
      for (const probe of [one, other]) await expectInOrder(probe, mockedTurn())
      for (const probe of [one, other]) expectSame(await probe.received(), [])
    },
  },
  {
    id: 'vela-envelope',
    title: 'Every message is { type, payload }, without sequence numbers, timestamps or versions.',
    async check(context) {
      const probe = await openVela(context)
      const frames = [await probe.next('session.ready'), await probe.next('session.state')]
      probe.send(TRIGGER)
      frames.push(...(await untilIdle(probe)))
      for (const frame of frames)
        must(Object.keys(frame).sort().join() === 'payload,type', `${quoted(frame)} has other fields.`)
    },
  },
  {
    id: 'vela-text-only',
    title: 'The gateway accepts only JSON text frames.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(new TextEncoder().encode(JSON.stringify(TRIGGER)))
      const frame = await probe.next('error')
      must(frame.type === 'error', `A binary frame was answered with ${quoted(frame)}.`)
    },
  },
  {
    id: 'vela-start-again',
    title: 'session.start can be sent again: session.ready and session.state follow each time.',
    async check(context) {
      const probe = await openVela(context)
      const id = await expectReady(probe, 'idle')
      for (let time = 0; time < 2; time++) {
        probe.send(START)
        expectSame(await expectReady(probe, 'idle'), id)
      }
    },
  },
  {
    id: 'vela-start-changes-nothing',
    title: 'session.start during a turn is answered with the current state and changes nothing.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send(append())
      await probe.until('transcript.partial', (frame) => frame.type === 'transcript.partial')
      probe.send(START)
      await expectReady(probe, 'listening')
      probe.send(COMMIT)
      await expectInOrder(probe, mockedCommit(1))
    },
  },
  {
    id: 'vela-invalid-json',
    title: 'Malformed JSON gets the error invalid_json.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (const text of ['{"type":', '', 'hello', "{'type':'session.start'}"]) {
        probe.send(text)
        await expectError(probe, 'invalid_json')
      }
    },
  },
  {
    id: 'vela-invalid-envelope',
    title: 'A wrong envelope gets the error invalid_message.',
    async check(context) {
      const probe = await connectReadyVela(context)
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
    id: 'vela-unsupported-event',
    title: 'An unknown event type gets the error invalid_message.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (const type of ['session.stop', 'session.ready', 'response.completed', 'constructor', '']) {
        probe.send(event(type))
        await expectError(probe, 'invalid_message')
      }
    },
  },
  {
    id: 'vela-chunk',
    title: 'input_audio.append without a text chunk gets the error invalid_message.',
    async check(context) {
      const probe = await connectReadyVela(context)
      for (const payload of [{}, { chunk: 7 }, { chunk: null }]) {
        probe.send(event('input_audio.append', payload))
        await expectError(probe, 'invalid_message')
      }
    },
  },
  {
    id: 'vela-recoverable',
    title: 'After an error the session continues as if the frame had not been sent.',
    async check(context) {
      const probe = await connectReadyVela(context)
      probe.send('not JSON')
      await expectError(probe, 'invalid_json')
      probe.send(event('session.stop'))
      await expectError(probe, 'invalid_message')
      probe.send(TRIGGER)
      await expectInOrder(probe, mockedTurn())
    },
  },
  {
    id: 'vela-malformed-frame',
    title: 'A malformed WebSocket frame ends its connection, not the gateway.',
    async check(context) {
      const ended = await sendMalformed(context, velaWire)
      must(ended, 'A malformed frame did not end its connection.')
      // Throws if the gateway has stopped.
      await connectReadyVela(context)
    },
  },
  ...admissionRules({
    wire: velaWire,
    isWelcome: (frame) => readVela(frame).type === 'session.ready',
    isRefusal: (frame) => readVela(frame).type === 'error',
    greet: (probe) => probe.send(START),
  }),
]
