// Document 004 §1–§3: who may connect, and what the frames look like.
import { parseJson } from '../../../core/parse-json.ts'
import { G2_VERSION } from '../../../shared/wire/g2.ts'
import { admissionRules } from '../admission-rules.ts'
import { expectSame, must, quoted } from '../probe.ts'
import { Unseen, type Rule } from '../rule.ts'
import { ANSWER, meetG2, openG2, QUESTION, readG2, restOfTurn, shapeOf } from './g2-probe.ts'

const doc = { document: '004' } as const

export const g2ConnectionRules: readonly Rule[] = [
  {
    ...doc,
    id: 'g2-connected',
    section: '§1.2, §2',
    sentence: 'connected, with the version 1.0, is sent immediately after successful authentication.',
    async check(bench) {
      const probe = await openG2(bench)
      expectSame(await probe.next('connected'), { type: 'connected', version: G2_VERSION })
    },
  },
  {
    ...doc,
    id: 'g2-frames',
    section: '§1.2, §8',
    sentence:
      'All outbound frames are JSON text frames of the seven types; those of OpenClaw are never seen.',
    async check(bench) {
      // What is none of the seven is thrown by the probe itself.
      const probe = await meetG2(bench)
      probe.send(QUESTION)
      await restOfTurn(probe)
    },
  },
  {
    ...doc,
    id: 'g2-pong',
    section: '§1.1',
    sentence: 'pong is a frame a phone may send.',
    async check(bench) {
      const probe = await meetG2(bench)
      probe.send({ type: 'pong' })
      probe.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
    },
  },
  ...admissionRules({
    wire: 'g2',
    isWelcome: (frame) => readG2(frame).type === 'connected',
    isRefusal: (frame) =>
      typeof frame === 'string' && (parseJson(frame) as { type?: unknown })?.type === 'error',
    greet: (probe) => probe.send({ type: 'pong' }),
  }),
  {
    ...doc,
    id: 'g2-constant-time',
    section: '§2',
    sentence: 'The token is compared in constant time.',
    check: { beyond: 'cannot be told from outside' },
  },
  {
    ...doc,
    id: 'g2-auth-failed',
    section: '§5',
    sentence: 'AUTH_FAILED: invalid or missing authentication token.',
    needs: ['token'],
    async check(bench) {
      const probe = await openG2(bench, { token: `${bench.token}x` })
      await probe.closing((frame) =>
        must(
          frame.type === 'error' && frame.code === 'AUTH_FAILED',
          `Said ${quoted(frame)} to a phone without the token.`,
        ),
      )
    },
  },
  {
    ...doc,
    id: 'g2-one-phone',
    section: '§3',
    sentence: 'A new connection replaces the previous one; the old socket is closed.',
    async check(bench) {
      const old = await meetG2(bench)
      const young = await meetG2(bench)
      await old.closing()
      young.send(QUESTION)
      expectSame(shapeOf(await restOfTurn(young)), ANSWER)
    },
  },
  {
    ...doc,
    id: 'g2-kept-answer',
    section: '§3, §4',
    sentence: 'An answer in flight while the phone is away is kept, and goes on when it is back.',
    async check(bench) {
      const gone = await meetG2(bench)
      gone.send(QUESTION)
      const before = [await gone.next('status thinking')]
      gone.cut()
      await gone.closing((frame) => before.push(frame))
      if (before.some(({ type }) => type === 'end'))
        throw new Unseen('the answer was over before the phone was gone')
      const back = await openG2(bench)
      expectSame(await back.next('connected'), { type: 'connected', version: G2_VERSION })
      const after = await restOfTurn(back)
      // Statuses are told again; nothing else is missing, nor in another order.
      expectSame([...new Set(shapeOf([...before, ...after]))], ANSWER)
      must(shapeOf(after).filter((word) => word === 'end').length === 1, 'The answer ended twice.')
    },
  },
  {
    ...doc,
    id: 'g2-kept-how-much',
    section: '§3, §4',
    sentence: 'What is kept for a phone that is away has its bounds: so much of an answer, for so long.',
    check: { beyond: 'a client cannot make an agent say so much, nor so slowly' },
  },
  {
    ...doc,
    id: 'g2-kept-alive',
    section: '§3',
    sentence: 'The connection is kept for the duration of the session: one request after another.',
    async check(bench) {
      const probe = await meetG2(bench)
      for (let turn = 0; turn < 3; turn++) {
        probe.send(QUESTION)
        expectSame(shapeOf(await restOfTurn(probe)), ANSWER)
      }
    },
  },
]
