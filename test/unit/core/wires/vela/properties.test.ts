// Properties of a Vela session for any client.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  newVelaSession,
  type VelaInput,
  type VelaSession,
  type VelaStep,
} from '../../../../../src/core/wires/vela/session-state.ts'
import { parseJson } from '../../../../../src/base/parse-json.ts'
import { velaStep } from '../../../../../src/core/wires/vela/session.ts'
import { velaServerEvent, type VelaServerEvent } from '../../../../../src/shared/wire/vela.ts'

const frame = (type: string, payload: unknown = {}): VelaInput => ({
  type: 'frame.received',
  text: JSON.stringify({ type, payload }),
  problem: null,
})
const trigger = frame('mocked.turn.trigger')
const append = (chunk = 'AAABAA=='): VelaInput => frame('input_audio.append', { chunk })
const commit = frame('input_audio.commit')
const cancel = frame('response.cancel')
const start = frame('session.start')
const goLive = frame('session.start', { pipeline: 'live' })
const fault = { code: 'brain_failed', message: 'It broke.', remedy: 'Mend it.', retryable: true } as const

/** Which events may follow each event. */
const after: Record<string, readonly string[]> = {
  idle: ['state:listening', 'state:idle', 'final'],
  listening: ['state:listening', 'partial', 'final', 'state:idle'],
  final: ['state:thinking', 'state:idle'],
  thinking: ['state:speaking', 'state:idle'],
  speaking: ['delta', 'completed', 'state:idle'],
  completed: ['state:idle'],
}

/** Checks the events against the table. `session.start` and errors may come at any time. */
function createOrderCheck() {
  let at = 'idle'
  return (frames: readonly VelaServerEvent[]): void => {
    const [head, second] = frames
    if (head?.type === 'session.ready') {
      expect(second).toEqual({ type: 'session.state', payload: { value: stateAt(at) } })
      expect(frames).toHaveLength(2)
      return
    }
    for (const event of frames) {
      velaServerEvent.parse(event)
      if (event.type === 'error') continue
      const word =
        event.type === 'session.state'
          ? `state:${event.payload.value}`
          : event.type.replace(/^(transcript|response\.text|response)\./, '')
      if (!after[at]!.includes(word)) throw new Error(`${word} followed ${at}`)
      if (event.type === 'session.state') at = event.payload.value
      else if (word === 'final' || word === 'completed') at = word
    }
  }
}
const stateAt = (at: string): unknown =>
  at === 'final' ? expect.stringMatching(/^(idle|listening)$/) : at === 'completed' ? 'speaking' : at

const pieces: readonly fc.Arbitrary<VelaInput>[] = [
  fc.constantFrom(trigger, append(), append('AA'), commit, cancel, start, goLive),
  fc.constantFrom<VelaInput>(
    { ...append(), problem: 'failed' } as VelaInput,
    { type: 'frame.received', text: null, problem: null },
    { type: 'frame.received', text: '{', problem: null },
  ),
  fc.json().map((text): VelaInput => ({ type: 'frame.received', text, problem: null })),
]
/** Something happens to the current turn, or to an earlier one. */
const happenings = fc.constantFrom<(turn: number) => VelaInput>(
  (turn) => ({ type: 'timer.fired', turn }),
  (turn) => ({ type: 'transcript.updated', turn, text: 'so far' }),
  (turn) => ({ type: 'transcript.settled', turn, text: 'all of it' }),
  (turn) => ({ type: 'transcript.settled', turn, text: '' }),
  (turn) => ({ type: 'recognition.failed', turn, fault }),
  (turn) => ({ type: 'reply.appended', turn, delta: 'a word' }),
  (turn) => ({ type: 'turn.ended', turn, outcome: 'completed' }),
  (turn) => ({ type: 'turn.ended', turn, outcome: 'interrupted' }),
  (turn) => ({ type: 'turn.failed', turn, fault }),
)

describe('for any inputs', () => {
  it('the session sends only valid events in the right order, and a cancel always leads to idle', () => {
    const moves = fc.array(
      fc.oneof(
        ...pieces.map((piece) => piece.map((input) => ({ input, happening: null, back: 0 }))),
        fc.record({
          input: fc.constant(null),
          happening: happenings,
          back: fc.constantFrom(0, 0, 0, 1),
        }),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(moves, (all) => {
        let session = newVelaSession('s')
        const check = createOrderCheck()
        for (const { input, happening, back } of all) {
          const step = velaStep(session, input ?? happening!(session.turns - back))
          session = step.state
          check(step.frames)
          if (session.phase.tag === 'idle') expect(session.sentState).toBe('idle')
        }
        check(velaStep(session, cancel).frames)
        expect(velaStep(session, cancel).state).toMatchObject({ phase: { tag: 'idle' }, sentState: 'idle' })
      }),
      { numRuns: 2_000 },
    )
  })

  it('a million frames each get the right answer, and leave no more behind than one', () => {
    const random = numbers(7)
    const frames = [trigger, append(), append('AA'), commit, cancel, start, goLive, goLive]
    const bad = ['{', 'null', '{"type":"x","payload":{}}', '[1,2,3]', '{"type":"response.cancel"}'].map(
      (text): VelaInput => ({ type: 'frame.received', text, problem: null }),
    )
    let session = newVelaSession('s')
    let sent = 0
    let turns = 0
    for (let n = 0; n < 1_000_000; n++) {
      const chosen = random()
      const input = chosen < 0.06 ? bad[n % bad.length]! : frames[Math.floor(random() * frames.length)]!
      for (const next of [input, ...whatHappens(session, random)]) {
        const step = velaStep(session, next)
        checkAnswer(session, next, step)
        session = step.state
        sent += step.frames.length
      }
      turns = session.turns
    }
    expect(sent).toBeGreaterThan(1_000_000)
    expect(turns).toBeGreaterThan(100_000)
    // A session needs only a few lines of memory, whatever happened in it.
    expect(JSON.stringify(session).length).toBeLessThan(2_000)
  })
})

const ANSWERING = new Set(['mocked', 'transcribing', 'asking'])

/** Checks the whole answer to a frame. Without `expect`, which is too slow for a million calls. */
function checkAnswer(before: VelaSession, input: VelaInput, { state, frames }: VelaStep): void {
  if (input.type !== 'frame.received') return
  const sent = frames.map((one) => (one.type === 'error' ? one.payload.code : one.type)).join()
  const expected = answerTo(before, input.text ?? '')
  const unchanged = state === before
  const isRefusal = expected === 'invalid_json' || expected === 'invalid_message' || expected === IN_FLIGHT
  if (expected !== null && sent !== expected) throw new Error(`${input.text}: ${sent}, not ${expected}`)
  if (isRefusal && !unchanged) throw new Error(`${input.text} was refused and changed something`)
}

const IN_FLIGHT = 'mocked_turn_in_flight'

/** The expected answer to a frame; null if it depends on more than the phase. */
function answerTo({ phase }: VelaSession, text: string): string | null {
  const value = parseJson(text) as { type?: string; payload?: object } | null | undefined
  if (value === undefined) return 'invalid_json'
  switch (value?.payload ? String(value.type) : '') {
    case 'session.start':
      return 'session.ready,session.state'
    case 'response.cancel':
      return 'session.state'
    case 'mocked.turn.trigger':
      return ANSWERING.has(phase.tag) ? IN_FLIGHT : 'session.state'
    case 'input_audio.append':
    case 'input_audio.commit':
      return ANSWERING.has(phase.tag) ? IN_FLIGHT : null
    default:
      return 'invalid_message'
  }
}

/** The same numbers from 0 to 1 in every run. */
function numbers(seed: number): () => number {
  let at = seed
  return () => {
    at = (at * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return at / 4_294_967_296
  }
}

/** Sometimes, what the session waits for happens. */
function whatHappens({ phase, turns: turn }: VelaSession, random: () => number): VelaInput[] {
  if (random() < 0.5) return []
  switch (phase.tag) {
    case 'idle':
    case 'buffering':
      return []
    case 'mocked':
      return [{ type: 'timer.fired', turn }]
    case 'listening':
      return [{ type: 'transcript.updated', turn, text: String(random()) }]
    case 'transcribing':
      return [{ type: 'transcript.settled', turn, text: 'hello' }]
    case 'asking':
      return [
        { type: 'reply.appended', turn, delta: 'hi' },
        { type: 'turn.ended', turn, outcome: 'completed' },
      ]
  }
}
