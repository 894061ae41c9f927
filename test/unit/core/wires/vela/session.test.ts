// A Vela session: the sequences of the protocol, and a cancel at every point.
import { describe, expect, it } from 'vitest'
import {
  newVelaSession,
  type VelaInput,
  type VelaEffect,
  type VelaSession,
} from '../../../../../src/core/wires/vela/session-state.ts'
import { MAX_APPENDS, MAX_SAMPLES, velaStep } from '../../../../../src/core/wires/vela/session.ts'
import { MAX_CHUNK_CHARACTERS } from '../../../../../src/core/wires/vela/read-frame.ts'
import type { VelaServerEvent } from '../../../../../src/shared/wire/vela.ts'

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
const fault = {
  code: 'brain_failed',
  message: 'It broke.',
  remedy: 'Mend it.',
  retryable: true,
} as const

function shorthand(event: VelaServerEvent): string {
  if (event.type === 'error') return `error(${event.payload.code})`
  const value = Object.values(event.payload)[0]
  return value === undefined ? event.type : `${event.type}(${value})`
}

/** A session with its events and effects. */
function running(first: readonly VelaInput[] = []) {
  let session: VelaSession = newVelaSession('s-1')
  const requests: VelaEffect[] = []
  const feed = (...inputs: VelaInput[]): string[] =>
    inputs.flatMap((input) => {
      const step = velaStep(session, input)
      session = step.state
      requests.push(...step.effects)
      return step.frames.map(shorthand)
    })
  /** Fires at most so many timers of a mocked turn. */
  const recite = (most = Infinity): string[] => {
    const events: string[] = []
    for (let n = 0; n < most && session.phase.tag === 'mocked'; n++)
      events.push(...feed({ type: 'timer.fired', turn: session.phase.turn }))
    return events
  }
  feed(...first)
  requests.length = 0
  return { feed, recite, requests, session: () => session }
}

const answer = [
  'session.state(thinking)',
  'session.state(speaking)',
  'response.text.delta([mocked assistant] )',
  'response.text.delta(This is a deterministic mocked response from the gateway vertical slice.)',
  'response.completed',
  'session.state(idle)',
]
const mockedTurn = [
  'session.state(listening)',
  'transcript.final([mocked user] What is the current mocked vertical slice?)',
  ...answer,
]
const final = (text: string): string =>
  `transcript.final([mocked final] Placeholder push-to-talk transcript ${text}.)`
const partial = (text: string): string =>
  `transcript.partial([mocked partial] Placeholder push-to-talk transcript in progress${text}.)`

describe('a mocked session', () => {
  it('says that it is ready and idle when a client connects', () => {
    expect(running().feed({ type: 'guest.connected' })).toEqual(['session.ready(s-1)', 'session.state(idle)'])
  })

  it('acknowledges each start and changes nothing', () => {
    const { feed, recite, session } = running()
    expect(feed(start, start)).toEqual([
      'session.ready(s-1)',
      'session.state(idle)',
      'session.ready(s-1)',
      'session.state(idle)',
    ])
    feed(trigger)
    recite(2)
    expect(feed(start)).toEqual(['session.ready(s-1)', 'session.state(thinking)'])
    expect(recite()).toEqual(answer.slice(1))
    expect(session().phase).toEqual({ tag: 'idle' })
  })

  it('sends the mocked turn event by event, each time it is triggered', () => {
    const { feed, recite } = running()
    for (let n = 0; n < 3; n++) expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
  })

  it('counts appends, and answers when they are committed', () => {
    const { feed, recite } = running()
    expect(feed(append())).toEqual(['session.state(listening)', partial('')])
    expect(feed(append(), append('anything at all'))).toEqual([
      partial(' (2 chunks)'),
      partial(' (3 chunks)'),
    ])
    expect([...feed(commit), ...recite()]).toEqual([final('completed from 3 appended chunk(s)'), ...answer])
    expect(feed(append())).toEqual(['session.state(listening)', partial('')])
    expect([...feed(commit), ...recite()]).toEqual([final('completed from 1 appended chunk(s)'), ...answer])
    expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
  })

  it('answers a commit without appends', () => {
    const { feed, recite } = running()
    expect([...feed(commit), ...recite()]).toEqual([final('completed without appended audio'), ...answer])
  })

  it.each([
    ['a trigger', trigger],
    ['an append', append()],
    ['a commit', commit],
  ])('refuses %s at every point of a running response, which continues unchanged', (_, late) => {
    for (const [first, whole] of [
      [trigger, mockedTurn],
      [commit, [final('completed without appended audio'), ...answer]],
    ] as const)
      for (let point = 0; point < whole.length - 1; point++) {
        const { feed, recite } = running()
        const before = [...feed(first), ...recite(point)]
        expect(feed(late)).toEqual(['error(mocked_turn_in_flight)'])
        expect([...before, ...recite()]).toEqual(whole)
      }
  })

  it('is idle at once after a cancel at any point, sends nothing more of that turn, and can start another', () => {
    for (const [first, whole] of [
      [trigger, mockedTurn],
      [commit, [final('completed without appended audio'), ...answer]],
    ] as const)
      for (let point = 0; point < whole.length - 1; point++) {
        const { feed, recite, requests } = running()
        expect([...feed(first), ...recite(point)]).toEqual(whole.slice(0, point + 1))
        expect(feed(cancel)).toEqual(['session.state(idle)'])
        expect(requests.at(-1)).toEqual({ type: 'timer.clear' })
        // A timer that had already fired.
        expect(feed({ type: 'timer.fired', turn: 1 })).toEqual([])
        expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
      }
  })

  it('drops the appends when it is cancelled while listening', () => {
    const { feed, recite } = running([append(), append()])
    expect(feed(cancel)).toEqual(['session.state(idle)'])
    expect([...feed(commit), ...recite()]).toEqual([final('completed without appended audio'), ...answer])
    expect(feed(append())).toEqual(['session.state(listening)', partial('')])
  })

  it('accepts a cancel while it is idle, and stays idle', () => {
    const { feed, requests } = running()
    expect(feed(cancel, cancel)).toEqual(['session.state(idle)', 'session.state(idle)'])
    expect(requests).toEqual([])
  })

  it('replaces a turn that is still listening when it is triggered', () => {
    const { feed, recite } = running([append(), append()])
    expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
    expect(feed(append())).toEqual(['session.state(listening)', partial('')])
  })

  it.each([
    ['{', 'invalid_json'],
    ['', 'invalid_json'],
    ['undefined', 'invalid_json'],
    ['null', 'invalid_message'],
    ['[]', 'invalid_message'],
    ['"session.start"', 'invalid_message'],
    ['{"type":"session.start"}', 'invalid_message'],
    ['{"type":"session.start","payload":null}', 'invalid_message'],
    ['{"type":"session.start","payload":{"pipeline":"dead"}}', 'invalid_message'],
    ['{"type":"input_audio.append","payload":{}}', 'invalid_message'],
    ['{"type":"input_audio.append","payload":{"chunk":7}}', 'invalid_message'],
    ['{"type":"session.ready","payload":{"sessionId":"x"}}', 'invalid_message'],
    ['{"type":"__proto__","payload":{}}', 'invalid_message'],
    ['{"payload":{}}', 'invalid_message'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'invalid_message'],
    [null, 'invalid_message'],
  ])('refuses %.40s with %s, in any state', (text, code) => {
    const bad: VelaInput = { type: 'frame.received', text, problem: null }
    const { feed, recite, session } = running()
    for (const before of [cancel, append(), commit]) {
      feed(before)
      const was = session()
      expect(feed(bad)).toEqual([`error(${code})`])
      expect(session()).toBe(was)
    }
    expect(recite()).toEqual(answer)
  })

  it('accepts unknown fields, which a newer client may send', () => {
    const newer: VelaInput = {
      type: 'frame.received',
      text: '{"type":"input_audio.append","seq":4,"payload":{"chunk":"x","rate":8000}}',
      problem: null,
    }
    expect(running().feed(newer)).toEqual(['session.state(listening)', partial('')])
  })

  it('refuses a chunk that is too long and a turn with too many, and counts neither', () => {
    const { feed, session } = running()
    expect(feed(append('A'.repeat(MAX_CHUNK_CHARACTERS + 1)))).toEqual(['error(invalid_message)'])
    expect(session().phase).toEqual({ tag: 'idle' })
    const full: VelaSession = { ...session(), phase: { tag: 'buffering', appends: MAX_APPENDS } }
    const step = velaStep(full, append())
    expect(step.frames.map(shorthand)).toEqual(['error(turn_too_long)'])
    expect(step.state).toBe(full)
  })
})

describe('a live session', () => {
  const guessed = (turn: number, text: string): VelaInput => ({ type: 'transcript.updated', turn, text })
  const settled = (turn: number, text: string): VelaInput => ({ type: 'transcript.settled', turn, text })
  const replied = (turn: number, delta: string): VelaInput => ({ type: 'reply.appended', turn, delta })
  const ended = (turn: number, outcome: 'completed' | 'interrupted' = 'completed'): VelaInput => ({
    type: 'turn.ended',
    turn,
    outcome,
  })

  it('wakes the recognizer as soon as the pipeline is live, and returns to mocked without it', () => {
    const { feed, recite, requests } = running()
    expect(feed(goLive)).toEqual(['session.ready(s-1)', 'session.state(idle)'])
    expect(requests).toEqual([{ type: 'recognizer.wake' }])
    feed(start)
    expect(feed(append('not base64!'))).toEqual(['session.state(listening)', partial('')])
    feed(commit)
    recite()
    expect(requests.some(({ type }) => type.startsWith('take.'))).toBe(false)
  })

  it('has a real transcript and reply, in the order of the protocol', () => {
    const { feed, requests } = running([goLive])
    expect(feed(append('AAABAA=='), append('AgADAA=='))).toEqual(['session.state(listening)'])
    expect(feed(guessed(1, 'show'), guessed(1, 'show'), guessed(1, 'show me'))).toEqual([
      'transcript.partial(show)',
      'transcript.partial(show me)',
    ])
    expect(feed(commit)).toEqual([])
    expect(feed(guessed(1, 'show me the'))).toEqual([])
    expect(feed(settled(1, 'Show me the changes.'))).toEqual([
      'transcript.final(Show me the changes.)',
      'session.state(thinking)',
    ])
    expect(feed(replied(1, 'Two files '), replied(1, 'changed.'))).toEqual([
      'session.state(speaking)',
      'response.text.delta(Two files )',
      'response.text.delta(changed.)',
    ])
    expect(feed(ended(1))).toEqual(['response.completed', 'session.state(idle)'])
    expect(requests).toEqual([
      { type: 'take.open', turn: 1 },
      { type: 'take.write', samples: Int16Array.of(0, 1) },
      { type: 'take.write', samples: Int16Array.of(2, 3) },
      { type: 'take.release', turn: 1 },
      { type: 'turn.ask', turn: 1, text: 'Show me the changes.' },
    ])
  })

  it('is speaking even if the reply is empty', () => {
    const { feed } = running([goLive, append(), commit, settled(1, 'hello')])
    expect(feed(ended(1))).toEqual(['session.state(speaking)', 'response.completed', 'session.state(idle)'])
  })

  const points: [string, VelaInput[], VelaEffect[]][] = [
    ['listening', [append()], [{ type: 'take.cancel' }]],
    ['guessing', [append(), guessed(1, 'a')], [{ type: 'take.cancel' }]],
    ['transcribing', [append(), commit], [{ type: 'take.cancel' }]],
    ['thinking', [append(), commit, settled(1, 'a')], [{ type: 'turn.interrupt' }]],
    ['speaking', [append(), commit, settled(1, 'a'), replied(1, 'b')], [{ type: 'turn.interrupt' }]],
    ['a mocked turn', [trigger], [{ type: 'timer.clear' }]],
  ]
  it.each(points)(
    'stops everything when it is cancelled while %s, and ignores what arrives late',
    (_, before, asked) => {
      const { feed, requests } = running([goLive, ...before])
      expect(feed(cancel)).toEqual(['session.state(idle)'])
      expect(requests).toEqual(asked)
      expect(
        feed(
          guessed(1, 'late'),
          settled(1, 'late'),
          { type: 'recognition.failed', turn: 1, fault },
          replied(1, 'late'),
          ended(1, 'interrupted'),
          { type: 'turn.failed', turn: 1, fault },
        ),
      ).toEqual([])
      expect(feed(append(), commit, settled(2, 'again'), replied(2, 'yes'), ended(2))).toEqual([
        'session.state(listening)',
        'transcript.final(again)',
        'session.state(thinking)',
        'session.state(speaking)',
        'response.text.delta(yes)',
        'response.completed',
        'session.state(idle)',
      ])
    },
  )

  it.each(points)(
    'stops everything when the guest disconnects while %s, and sends nothing',
    (_, before, asked) => {
      const { feed, requests } = running([goLive, ...before])
      expect(feed({ type: 'guest.disconnected' })).toEqual([])
      expect(requests).toEqual(asked)
    },
  )

  it.each([
    ['transcribing', [append(), commit]],
    ['thinking', [append(), commit, settled(1, 'a')]],
    ['speaking', [append(), commit, settled(1, 'a'), replied(1, 'b')]],
  ])('refuses append, commit and trigger while %s, and nothing changes', (_, before) => {
    const { feed, requests, session } = running([goLive, ...before])
    const was = session()
    expect(feed(append(), commit, trigger)).toEqual(Array(3).fill('error(mocked_turn_in_flight)'))
    expect(session()).toBe(was)
    expect(requests).toEqual([])
  })

  it.each(['not base64!', 'A', 'AAAA', 'AA AA==', 'ÄÄÄÄ'])(
    'refuses the chunk %j, and nothing changes',
    (chunk) => {
      const { feed, requests, session } = running([goLive])
      for (const before of [[], [append()]]) {
        feed(...before)
        const was = session()
        requests.length = 0
        expect(feed(append(chunk))).toEqual(['error(invalid_message)'])
        expect(session()).toBe(was)
        expect(requests).toEqual([])
      }
    },
  )

  it.each([
    ['failed', true, true],
    ['off', false, false],
  ] as const)('says when the recognizer is %s, and stays idle', (problem, retryable, woken) => {
    const session = velaStep(newVelaSession('s'), goLive).state
    const loud = { ...append(), problem } as VelaInput
    const step = velaStep(session, loud)
    expect(step.frames).toEqual([
      { type: 'error', payload: { code: `ears_${problem}`, message: expect.any(String), retryable } },
    ])
    expect(step.state).toBe(session)
    expect(step.effects).toEqual(woken ? [{ type: 'recognizer.wake' }] : [])
  })

  it('continues the turn if the recognizer fails in the meantime', () => {
    const { feed } = running([goLive, append()])
    expect(feed({ ...append(), problem: 'failed' } as VelaInput)).toEqual([])
  })

  it('says when the turn had no speech', () => {
    const { feed } = running([goLive, append(), commit])
    expect(feed(settled(1, ' '))).toEqual(['error(nothing_heard)', 'session.state(idle)'])
    expect(feed(commit)).toEqual(['error(nothing_heard)', 'session.state(idle)'])
  })

  it('says why a turn failed and what to do, and is idle again', () => {
    for (const before of [
      [append()],
      [append(), commit],
      [append(), commit, settled(1, 'a')],
      [append(), commit, settled(1, 'a'), replied(1, 'b')],
    ]) {
      const { feed, session } = running([goLive, ...before])
      const failed = session().phase.tag === 'asking' ? 'turn.failed' : 'recognition.failed'
      const step = velaStep(session(), { type: failed, turn: 1, fault })
      expect(step.frames).toEqual([
        { type: 'error', payload: { code: 'brain_failed', message: 'It broke. Mend it.', retryable: true } },
        { type: 'session.state', payload: { value: 'idle' } },
      ])
      // An unexpected message is not meant for guests.
      const secret = { ...fault, code: 'internal', message: 'ENOENT: /home/me/.parley/key' } as const
      const unforeseen = velaStep(session(), { type: failed, turn: 1, fault: secret })
      expect(unforeseen.frames[0]).toMatchObject({
        payload: { code: 'internal', message: 'Something failed unexpectedly. Try again.' },
      })
      feed({ type: failed, turn: 1, fault })
      expect(feed(append())).toEqual(['session.state(listening)'])
    }
  })

  it('can still run the mocked turn', () => {
    const { feed, recite, requests } = running([goLive])
    expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
    feed(append())
    requests.length = 0
    expect([...feed(trigger), ...recite()]).toEqual(mockedTurn)
    expect(requests[0]).toEqual({ type: 'take.cancel' })
  })

  it('keeps the pipeline of a running turn; a start changes the next one', () => {
    const { feed, recite } = running([goLive, append(), start])
    expect(feed(append('AAAA'))).toEqual(['error(invalid_message)'])
    expect(feed(commit, settled(1, 'live'))).toEqual(['transcript.final(live)', 'session.state(thinking)'])
    feed(ended(1))
    expect(feed(append('AAAA'), goLive, append('AAAA'), commit)).toEqual([
      'session.state(listening)',
      partial(''),
      'session.ready(s-1)',
      'session.state(listening)',
      partial(' (2 chunks)'),
      final('completed from 2 appended chunk(s)'),
    ])
    recite()
    expect(feed(append('AAAA'))).toEqual(['error(invalid_message)'])
  })

  it('accepts as much audio as a take can have, and no more', () => {
    const { session } = running([goLive, append()])
    const { phase } = session()
    if (phase.tag !== 'listening') throw new Error('The session does not listen.')
    const full = { ...session(), phase: { ...phase, samples: MAX_SAMPLES - 1 } }
    const step = velaStep(full, append())
    expect(step.frames.map(shorthand)).toEqual(['error(turn_too_long)'])
    expect(step.state).toBe(full)
    expect(step.effects).toEqual([])
    expect(velaStep(full, commit).effects).toEqual([{ type: 'take.release', turn: 1 }])
  })
})
