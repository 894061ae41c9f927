// Who may connect, what frames look like, and what a reconnected phone gets.
import { parseJson } from '../../base/parse-json.ts'
import { G2_VERSION, g2Wire } from '../../shared/wire/g2.ts'
import { admissionRules } from '../conform/admission-rules.ts'
import { expectSame, must, quoted } from '../conform/probe.ts'
import { NotObserved, type Rule } from '../conform/rule.ts'
import {
  ANSWER,
  connectReadyG2,
  expectStatus,
  openG2,
  QUESTION,
  readG2,
  restOfTurn,
  shapeOf,
} from './probe.ts'

export const g2ConnectionRules: readonly Rule[] = [
  {
    id: 'g2-connected',
    title: 'After the token, the gateway first sends connected with version 1.0.',
    async check(context) {
      const probe = await openG2(context)
      expectSame(await probe.next('connected'), { type: 'connected', version: G2_VERSION })
    },
  },
  {
    id: 'g2-frames',
    title: 'The gateway sends only JSON text frames of the types that the protocol defines.',
    async check(context) {
      // The probe throws for any other frame.
      const probe = await connectReadyG2(context)
      probe.send(QUESTION)
      await restOfTurn(probe)
    },
  },
  {
    id: 'g2-pong',
    title: 'A phone may send pong at any time.',
    async check(context) {
      const probe = await connectReadyG2(context)
      probe.send({ type: 'pong' })
      probe.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
    },
  },
  ...admissionRules({
    wire: g2Wire,
    isWelcome: (frame) => readG2(frame).type === 'connected',
    isRefusal: (frame) =>
      typeof frame === 'string' && (parseJson(frame) as { type?: unknown })?.type === 'error',
    greet: (probe) => probe.send({ type: 'pong' }),
  }),
  {
    id: 'g2-constant-time',
    title: 'The gateway compares the token in constant time.',
    check: { notTestable: 'a client cannot measure it' },
  },
  {
    id: 'g2-auth-failed',
    title: 'A phone without the right token gets AUTH_FAILED.',
    needs: ['token'],
    async check(context) {
      const probe = await openG2(context, { token: `${context.token}x` })
      await probe.closing((frame) =>
        must(
          frame.type === 'error' && frame.code === 'AUTH_FAILED',
          `Sent ${quoted(frame)} to a phone without the token.`,
        ),
      )
    },
  },
  {
    id: 'g2-one-phone',
    title: 'A new connection replaces the previous one, which the gateway closes.',
    async check(context) {
      const old = await connectReadyG2(context)
      const replacement = await connectReadyG2(context)
      await old.closing()
      replacement.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(replacement)), ANSWER)
    },
  },
  {
    id: 'g2-kept-answer',
    title: 'An answer that runs while the phone is disconnected continues after it reconnects.',
    async check(context) {
      const first = await connectReadyG2(context)
      first.send(QUESTION)
      const before = [await first.next('status thinking')]
      first.cut()
      await first.closing((frame) => before.push(frame))
      if (before.some(({ type }) => type === 'end'))
        throw new NotObserved('the answer ended before the phone disconnected')
      const back = await openG2(context)
      expectSame(await back.next('connected'), { type: 'connected', version: G2_VERSION })
      const after = await restOfTurn(back)
      // The gateway repeats statuses; everything else must be complete and in order.
      expectSame([...new Set(shapeOf([...before, ...after]))], ANSWER)
      must(shapeOf(after).filter((word) => word === 'end').length === 1, 'The answer ended twice.')
    },
  },
  {
    id: 'g2-kept-how-much',
    title: 'The gateway stores a limited part of an answer, for a limited time.',
    check: { notTestable: 'a client cannot make an agent answer that long or that slowly' },
  },
  {
    id: 'g2-kept-alive',
    title: 'A connection takes one request after another.',
    async check(context) {
      const probe = await connectReadyG2(context)
      for (let turn = 0; turn < 3; turn++) {
        probe.send(QUESTION)
        expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
      }
    },
  },
  {
    id: 'g2-status-request',
    title: 'status_request is answered with the current status.',
    async check(context) {
      const probe = await connectReadyG2(context)
      probe.send({ type: 'pong' })
      probe.send({ type: 'status_request' })
      await expectStatus(probe, 'idle')
    },
  },
  {
    id: 'g2-history',
    title: 'A phone whose first frame is status_request gets the history, then the status.',
    async check(context) {
      const first = await connectReadyG2(context)
      first.send(QUESTION)
      await restOfTurn(first)
      const probe = await openG2(context)
      probe.send({ type: 'status_request' })
      await probe.next('connected')
      const history = await probe.next('history')
      must(history.type === 'history', `Expected history, got ${quoted(history)}.`)
      const roles = history.type === 'history' ? history.entries.slice(-2).map(({ role }) => role) : []
      expectSame(roles, ['user', 'assistant'])
      await expectStatus(probe, 'idle')
    },
  },
  {
    id: 'g2-session-reset',
    title: 'reset_session is answered with session_reset, and the next turn starts a new session.',
    async check(context) {
      const probe = await connectReadyG2(context)
      probe.send({ type: 'reset_session' })
      expectSame(await probe.next('session_reset'), { type: 'session_reset', reason: 'user_request' })
      probe.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
    },
  },
]
