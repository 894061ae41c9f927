// Properties of a G2 session for any inputs in any order. The driver fails on a frame that the protocol does not define, on
// data before its status, on a delta after the end, on an error without a status after it, and whenever the phone has another
// status than the session.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_STORED_CHARACTERS } from '../../../../../src/core/wires/g2/missed-replies.ts'
import type { G2Timer } from '../../../../../src/core/wires/g2/state.ts'
import { RECORDING_BYTES } from '../../../../../src/core/wires/g2/turn.ts'
import { brainFault } from '../../../../fakes/fake-guest-host.ts'
import { driveG2, type G2Driven } from '../../../../fakes/g2-driven.ts'

const STATES = ['loading', 'ready', 'off', 'failed'] as const
const TIMERS: readonly G2Timer[] = ['ping', 'pong', 'transcription', 'silence', 'absence']
const BUSY = new Set<string>(['recording', 'transcribing', 'thinking', 'streaming'])

type Expected = 'INVALID_FRAME' | 'INVALID_STATE' | 'BUFFER_OVERFLOW' | 'TRANSCRIPTION_FAILED' | null

interface Frame {
  data: string | Uint8Array
  /** The expected error, computed before the frame is sent. */
  expected(g2: G2Driven): Expected
}

const wrong = (data: string | Uint8Array): Frame => ({ data, expected: () => 'INVALID_FRAME' })
const harmless = (data: string): Frame => ({ data, expected: () => null })
/** The last recording was too long, and the rest of it is dropped. */
const isFull = ({ state: { phase } }: G2Driven): boolean => phase.tag === 'idle' && phase.full === true
const audio = (bytes: number): Frame => ({
  data: new Uint8Array(bytes),
  expected: (g2) =>
    g2.status !== 'recording'
      ? isFull(g2)
        ? null
        : 'INVALID_STATE'
      : (g2.recorded ?? 0) + bytes > RECORDING_BYTES
        ? 'BUFFER_OVERFLOW'
        : null,
})

const frames: readonly Frame[] = [
  {
    data: '{"type":"start_audio","sampleRate":16000,"channels":1,"sampleWidth":2}',
    expected: (g2) =>
      BUSY.has(g2.status) || g2.status === 'loading'
        ? 'INVALID_STATE'
        : g2.state.recognizer === 'ready'
          ? null
          : 'TRANSCRIPTION_FAILED',
  },
  {
    data: '{"type":"stop_audio"}',
    expected: (g2) =>
      g2.status !== 'recording' ? 'INVALID_STATE' : g2.recorded === 0 ? 'TRANSCRIPTION_FAILED' : null,
  },
  {
    data: '{"type":"text","message":"What is 2+2?"}',
    expected: (g2) => (BUSY.has(g2.status) ? 'INVALID_STATE' : null),
  },
  harmless('{"type":"pong"}'),
  harmless('{"type":"auth","token":"my_secret"}'),
  harmless('{"type":"status_request"}'),
  {
    data: '{"type":"reset_session"}',
    expected: (g2) => (BUSY.has(g2.status) ? 'INVALID_STATE' : null),
  },
  audio(4096),
  audio(4096),
  audio(640_000),
  audio(0),
  wrong(new Uint8Array(4095)),
  wrong(new Uint8Array(960_002)),
  wrong('{"type":"text","message":""}'),
  wrong('{"type":"text","message":7}'),
  wrong('{"type":"start_audio","sampleRate":48000,"channels":1,"sampleWidth":2}'),
  wrong('{"type":"start_audio"}'),
  wrong('{"type":"nothing"}'),
  wrong('{"type"'),
  wrong('[[[[]]]]'),
  wrong('\u0000'),
]

interface Sent {
  type: string
  code?: string
  status?: string
  delta?: string
}

/**
 * Sends a frame and checks the whole answer: none if it is accepted, else its error and then the true status. Returns whether
 * it was refused.
 */
function check(g2: G2Driven, frame: Frame): boolean {
  const expected = frame.expected(g2)
  const name = typeof frame.data === 'string' ? frame.data : `${frame.data.length} bytes`
  const before = g2.status
  const asked = g2.asked
  g2.sends(frame.data)
  const answer = g2.received().map((text): Sent => JSON.parse(text))
  const errors = answer.flatMap(({ type, code }) => (type === 'error' ? [code] : []))
  if (errors.join() !== (expected ?? '')) throw new Error(`${name}: ${errors.join()}, not ${expected}`)
  if (expected === 'INVALID_FRAME' || expected === 'INVALID_STATE') {
    if (answer.length !== 2 || g2.status !== before || g2.asked !== asked)
      throw new Error(`${name} was refused and changed something`)
  }
  return expected !== null
}

type Move = (g2: G2Driven) => void

const isAway = (g2: G2Driven): boolean => g2.state.missed !== null

/** What happens around the session; nothing if it cannot happen now. */
const world: Record<string, Move> = {
  understood: (g2) => g2.status === 'transcribing' && g2.transcribes('words'),
  silent: (g2) => g2.status === 'transcribing' && g2.transcribes(''),
  misunderstood: (g2) => g2.status === 'transcribing' && g2.failsTranscription(brainFault),
  spoilt: (g2) => g2.status === 'recording' && g2.spoils(),
  works: (g2) => g2.running !== null && g2.works(),
  ended: (g2) => g2.running !== null && g2.ends(),
  failed: (g2) => g2.running !== null && g2.fails(),
  broke: (g2) => g2.breaks(),
  came: (g2) => g2.connects(),
  left: (g2) => g2.disconnects(),
  vanished: (g2) => g2.vanishes(),
  late(g2) {
    g2.feed({ type: 'take.transcribed', takeId: 'old', text: 'late', turnId: 'late' })
    g2.feed({ type: 'take.failed', takeId: 'old', fault: brainFault })
    g2.feed({ type: 'take.broken', takeId: 'old' })
    g2.feed({ type: 'turn.event', event: { type: 'reply.appended', turnId: 'old', delta: 'late' } })
    g2.feed({
      type: 'turn.event',
      event: { type: 'turn.ended', turnId: 'old', outcome: 'completed', reply: '' },
    })
  },
}

/** What would happen next if nothing went wrong. */
function goOn(g2: G2Driven): void {
  if (g2.running !== null) {
    if (g2.status === 'thinking') g2.replies('Well, ')
    else g2.ends()
  } else if (g2.status === 'transcribing') g2.transcribes('words')
  else if (isAway(g2)) g2.connects()
  else if (g2.status === 'recording')
    g2.sends(g2.recorded === 0 ? new Uint8Array(640) : '{"type":"stop_audio"}')
  else g2.sends(frames[g2.asked % 2 === 0 ? 0 : 2]!.data)
}

const aMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...frames).map(
      (frame): Move =>
        (g2) =>
          isAway(g2) || check(g2, frame),
    ),
  },
  { weight: 8, arbitrary: fc.constant<Move>(goOn) },
  { weight: 4, arbitrary: fc.constantFrom(...Object.values(world)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Move>(
      (g2) => g2.disconnects(),
      (g2) => g2.connects(),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...STATES).map(
      (recognizer): Move =>
        (g2) =>
          g2.recognizerBecomes(recognizer),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...TIMERS).map(
      (timer): Move =>
        (g2) =>
          g2.fires(timer),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.string({ minLength: 1, maxLength: 20 }).map(
      (words): Move =>
        (g2) =>
          g2.running !== null && g2.replies(words),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.string().map(
      (data): Move =>
        (g2) =>
          g2.sends(data),
    ),
  },
)

describe('for any inputs', () => {
  it('the phone gets the true status, in valid frames and in the right order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATES), fc.array(aMove, { maxLength: 120 }), (recognizer, moves) => {
        const g2 = driveG2(recognizer)
        g2.connects()
        g2.received()
        for (const move of moves) {
          move(g2)
          g2.received()
          expect(g2.timers.has('ping')).toBe(!isAway(g2))
          expect(g2.timers.has('silence')).toBe(
            ['thinking', 'streaming'].includes(g2.status) && !g2.state.toolRuns,
          )
          expect(g2.timers.has('transcription')).toBe(g2.status === 'transcribing')
          expect(g2.recorded !== null).toBe(['recording', 'transcribing'].includes(g2.status))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('all text of a reply arrives once and in order, however often the phone reconnects', () => {
    const step = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('goes', 'comes').map((move) => ({ move })),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, fails) => {
        const g2 = driveG2()
        g2.connects()
        g2.sends('{"type":"text","message":"go"}')
        let said = ''
        for (const one of steps) {
          if (typeof one === 'string') {
            said += one
            g2.replies(one)
          } else if (one.move === 'goes') g2.disconnects()
          else g2.connects()
        }
        if (fails) g2.fails()
        else g2.ends()
        g2.connects()
        const sent = g2.received().map((text): Sent => JSON.parse(text))
        expect(sent.flatMap(({ delta }) => delta ?? []).join('')).toBe(said)
        expect(sent.filter(({ type }) => type === (fails ? 'error' : 'end'))).toHaveLength(1)
        expect(g2.status).toBe('idle')
      }),
      { numRuns: 1000 },
    )
  })
})

/** The same numbers in every run. */
function createChance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

describe('a million frames', () => {
  it('each get the right answer, and leave nothing behind', { timeout: 300_000 }, () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const heap = (): number => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const chance = createChance(4)
    const g2 = driveG2()
    const moves = Object.values(world)
    // Failures and reconnections are rarer than the rest, or no turn would get far.
    const common = moves.filter((move) => ![world['broke'], world['came'], world['left']].includes(move))
    const words = 'words '.repeat(1000)
    let sent = 0
    let refused = 0
    let returns = 0
    let settled = 0
    while (sent < 1_000_000) {
      if (isAway(g2)) {
        if (chance(3) === 0) {
          g2.connects()
          returns++
        } else if (g2.running !== null && chance(8) > 0) g2.replies(words)
        else common[chance(common.length)]!(g2)
        g2.received()
        if ((g2.state.missed?.reply.length ?? 0) > MAX_STORED_CHARACTERS)
          throw new Error('Too much is stored.')
        continue
      }
      if (check(g2, frames[chance(frames.length)]!)) refused++
      sent++
      if (g2.running !== null && chance(2) === 0) g2.replies('a few words')
      if (chance(8) === 0) common[chance(common.length)]!(g2)
      if (chance(500) === 0) moves[chance(moves.length)]!(g2)
      if (chance(1000) === 0) g2.fires(TIMERS[chance(TIMERS.length)]!)
      if (chance(1000) === 0) g2.recognizerBecomes(STATES[chance(2)]!)
      g2.received()
      if (sent === 100_000) settled = heap()
    }
    // A million frames need no more memory than the first hundred thousand.
    expect(heap() - settled).toBeLessThan(8 * 1024 * 1024)
    expect(g2.asked).toBeGreaterThan(10_000)
    expect(g2.acknowledged).toBeGreaterThan(1_000)
    expect(returns).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(300_000)
  })
})
