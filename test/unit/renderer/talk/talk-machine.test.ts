import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { talkAppearance } from '../../../../src/renderer/talk/talk-appearance.ts'
import { talk } from '../../../../src/renderer/talk/talk-machine.ts'
import {
  initialTalk,
  mayRest,
  type TalkInput,
  type TalkEffect,
  type TalkState,
} from '../../../../src/renderer/talk/talk-state.ts'
import { problemOf } from '../../../../src/renderer/talk/talk-problems.ts'

type Timed = [at: number, input: TalkInput]

/** Plays inputs one after the other; takes are named k1, k2 and so on. */
function play(inputs: readonly Timed[], from: Partial<TalkState> = {}) {
  let state: TalkState = { ...initialTalk, linked: true, ...from }
  const effects: TalkEffect[] = []
  inputs.forEach(([at, input], index) => {
    const step = talk(state, input, { at, takeId: `k${index + 1}` })
    state = step.state
    effects.push(...step.effects)
  })
  return { state, effects, said: effects.map(effectText) }
}

const effectText = (effect: TalkEffect): string =>
  'takeId' in effect ? `${effect.type} ${effect.takeId}` : 'cue' in effect ? effect.cue : effect.type

const open: Partial<TalkState> = { microphone: 'open' }

describe('the talk key', () => {
  it('is held: the take lasts until the release', () => {
    const { said, state } = play(
      [
        [0, { type: 'pressed' }],
        [900, { type: 'released' }],
      ],
      open,
    )
    expect(said).toEqual(['voice.silence', 'take.begin k1', 'heard', 'take.end k1'])
    expect(state.take).toBeNull()
  })

  it('is tapped: the take goes on until the next press', () => {
    const tapped: Timed[] = [
      [0, { type: 'pressed' }],
      [120, { type: 'released' }],
    ]
    expect(play(tapped, open).state.take).toMatchObject({ id: 'k1', latched: true, held: false })
    const { said } = play([...tapped, [4000, { type: 'pressed' }], [4100, { type: 'released' }]], open)
    expect(said).toEqual(['voice.silence', 'take.begin k1', 'heard', 'take.end k1'])
  })

  it('opens the microphone first, and the take starts when audio arrives', () => {
    const { said } = play([
      [0, { type: 'pressed' }],
      [400, { type: 'microphone.opened' }],
      [900, { type: 'released' }],
    ])
    expect(said).toEqual([
      'voice.silence',
      'microphone.open',
      'take.begin k1',
      'listening',
      'heard',
      'take.end k1',
    ])
  })

  it('waits for a newly chosen microphone', () => {
    const chosen: Timed = [100, { type: 'microphone.changed' }]
    for (const microphone of ['open', 'opening'] as const) {
      const { said, state } = play([chosen, [200, { type: 'pressed' }]], { microphone })
      expect(said).toEqual(['microphone.open', 'voice.silence'])
      expect(state).toMatchObject({ microphone: 'opening', take: { begun: false } })
      const later = play([chosen, [200, { type: 'pressed' }], [500, { type: 'microphone.opened' }]], {
        microphone,
      })
      expect(later.said.slice(2)).toEqual(['take.begin k2', 'listening'])
    }
    expect(play([chosen]).said).toEqual([])
  })

  it('sends nothing if it is released too soon, and says why', () => {
    const { said, state } = play([
      [0, { type: 'pressed' }],
      [500, { type: 'released' }],
      [900, { type: 'microphone.opened' }],
    ])
    expect(said).toEqual(['voice.silence', 'microphone.open', 'voice.stop'])
    expect(state.problem?.kind).toBe('too_soon')
    expect(state.microphone).toBe('open')
  })

  it('silences the agent and tells it so even if no take starts', () => {
    const pressed: Timed = [0, { type: 'pressed' }]
    const failed: TalkInput = { type: 'microphone.failed', problem: problemOf('permission') }
    for (const instead of [
      { type: 'cancelled' },
      { type: 'mute.changed', muted: true },
      failed,
    ] satisfies TalkInput[])
      expect(play([pressed, [500, instead]]).said).toContain('voice.stop')
    expect(play([pressed, [500, failed]], open).said).not.toContain('voice.stop')
  })

  it('counts as released when the window loses the keyboard, but a tapped one goes on', () => {
    const held = play(
      [
        [0, { type: 'pressed' }],
        [100, { type: 'blurred' }],
      ],
      open,
    )
    expect(held.said).toContain('take.end k1')
    const tapped = play(
      [
        [0, { type: 'pressed' }],
        [100, { type: 'released' }],
        [200, { type: 'blurred' }],
      ],
      open,
    )
    expect(tapped.state.take?.id).toBe('k1')
  })

  it('is only held or only tapped if the user chose that', () => {
    const { choices } = initialTalk
    const tap: Timed[] = [
      [0, { type: 'pressed' }],
      [50, { type: 'released' }],
    ]
    expect(play(tap, { ...open, choices: { ...choices, key: 'hold' } }).said).toContain('take.end k1')
    const long: Timed[] = [
      [0, { type: 'pressed' }],
      [5000, { type: 'released' }],
    ]
    expect(play(long, { ...open, choices: { ...choices, key: 'toggle' } }).state.take?.id).toBe('k1')
  })

  it('only shows a problem while muted or without a connection', () => {
    const press: Timed[] = [[0, { type: 'pressed' }]]
    expect(play(press, { muted: true })).toMatchObject({
      effects: [],
      state: { problem: { kind: 'muted' } },
    })
    expect(play(press, { linked: false })).toMatchObject({
      effects: [],
      state: { problem: { kind: 'offline' } },
    })
  })
})

describe('a take', () => {
  const talking: Timed[] = [[0, { type: 'pressed' }]]

  it('is discarded by Escape', () => {
    expect(play([...talking, [900, { type: 'cancelled' }], [950, { type: 'released' }]], open).said).toEqual([
      'voice.silence',
      'take.begin k1',
      'take.drop k1',
    ])
  })

  it('is discarded once by Escape after it was sent', () => {
    const escape: TalkInput = { type: 'cancelled' }
    const sent: Timed[] = [...talking, [900, { type: 'released' }]]
    const { said } = play([...sent, [1000, escape], [1100, escape]], open)
    expect(said.slice(-2)).toEqual(['take.end k1', 'take.drop k1'])
    // It may still wait to be sent.
    expect(
      play([...sent, [950, { type: 'link.changed', linked: false }], [1000, escape]], open).said.slice(-2),
    ).toEqual(['takes.cut', 'take.drop k1'])
  })

  it('is discarded when the microphone is muted, which closes it', () => {
    const { said, state } = play([...talking, [900, { type: 'mute.changed', muted: true }]], open)
    expect(said.slice(2)).toEqual(['take.drop k1', 'microphone.close'])
    expect(state).toMatchObject({ muted: true, microphone: 'closed', take: null })
  })

  it('is sent as far as it was recorded when the microphone is unplugged', () => {
    const failed: TalkInput = { type: 'microphone.failed', problem: problemOf('unplugged') }
    const { said, state } = play([...talking, [900, failed]], open)
    expect(said.slice(2)).toEqual(['take.end k1', 'microphone.close', 'error'])
    expect(state.problem?.kind).toBe('unplugged')
  })

  it('ends at its limit', () => {
    expect(play([...talking, [60_000, { type: 'limit.reached', takeId: 'k1' }]], open).said).toContain(
      'take.end k1',
    )
  })

  it('goes on without a link, and is sent over the next one', () => {
    const away: Timed[] = [...talking, [900, { type: 'link.changed', linked: false }]]
    expect(play(away, open).state).toMatchObject({ take: { id: 'k1' }, problem: { kind: 'cut' } })
    const { said, state } = play(
      [...away, [1500, { type: 'released' }], [2000, { type: 'link.changed', linked: true }]],
      open,
    )
    expect(said.slice(2)).toEqual(['takes.cut', 'heard', 'take.end k1', 'takes.resume'])
    expect(state).toMatchObject({ take: null, problem: null })
  })

  it('can start without a link if there was one before', () => {
    const gone: Timed = [0, { type: 'link.changed', linked: false }]
    const back: Timed = [2000, { type: 'link.changed', linked: true }]
    const met = { ...open, met: true }
    const { said, state } = play([gone, [100, { type: 'pressed' }], [1500, { type: 'released' }], back], met)
    expect(said).toEqual([
      'takes.cut',
      'voice.silence',
      'take.begin k2',
      'heard',
      'take.end k2',
      'takes.resume',
    ])
    expect(state).toMatchObject({ take: null, problem: null })
  })

  it('goes on if the link breaks while the microphone is opening', () => {
    const { said, state } = play([
      ...talking,
      [300, { type: 'link.changed', linked: false }],
      [500, { type: 'microphone.opened' }],
      [900, { type: 'link.changed', linked: true }],
    ])
    expect(said).toEqual([
      'voice.silence',
      'microphone.open',
      'takes.cut',
      'take.begin k1',
      'listening',
      'takes.resume',
    ])
    expect(state).toMatchObject({ take: { id: 'k1', begun: true }, problem: null })
  })

  it('ends with the reason if the agent refuses it', () => {
    const problem = { ...problemOf('refused'), message: 'The recognizer is not ready.' }
    const refused: TalkInput = { type: 'take.refused', takeId: 'k1', problem }
    expect(play([...talking, [30, refused]], open).state).toMatchObject({ take: null, problem })
  })
})

describe('hands-free', () => {
  const choices = { ...initialTalk.choices, mode: 'hands-free' as const }

  it('starts with one press and ends with another', () => {
    const { said } = play(
      [
        [0, { type: 'pressed' }],
        [80, { type: 'released' }],
        [60_000, { type: 'pressed' }],
      ],
      { ...open, choices },
    )
    // Hands-free, the agent would speak on, but this press has silenced it.
    expect(said).toEqual(['voice.silence', 'voice.stop', 'take.begin k1', 'listening', 'take.end k1'])
  })

  it('ends with Escape and with muting, which discard the take', () => {
    for (const end of [{ type: 'cancelled' }, { type: 'mute.changed', muted: true }] satisfies TalkInput[]) {
      const { said, state } = play(
        [
          [0, { type: 'pressed' }],
          [900, end],
        ],
        { ...open, choices },
      )
      expect(said).toContain('take.drop k1')
      expect(said).not.toContain('take.end k1')
      expect(state).toMatchObject({ handsFree: false, take: null })
    }
  })

  it('goes on without a link, as the same take', () => {
    const away: Timed[] = [
      [0, { type: 'pressed' }],
      [900, { type: 'link.changed', linked: false }],
    ]
    const start = { ...open, choices }
    expect(play(away, start).state.problem?.kind).toBe('cut')
    const { said, state } = play([...away, [5000, { type: 'link.changed', linked: true }]], start)
    expect(said.slice(-2)).toEqual(['takes.cut', 'takes.resume'])
    expect(state).toMatchObject({ take: { id: 'k1', begun: true }, handsFree: true, problem: null })
  })
})

describe('whatever happens, in whatever order', () => {
  const problem = problemOf('busy')
  const input: fc.Arbitrary<TalkInput> = fc.oneof(
    ...(
      [
        'pressed',
        'released',
        'toggled',
        'cancelled',
        'blurred',
        'rested',
        'microphone.opened',
        'microphone.changed',
      ] as const
    ).map((type) => fc.constant<TalkInput>({ type })),
    fc.boolean().map((muted): TalkInput => ({ type: 'mute.changed', muted })),
    fc.boolean().map((linked): TalkInput => ({ type: 'link.changed', linked })),
    fc.constant<TalkInput>({ type: 'microphone.failed', problem }),
    fc.nat(60).map((n): TalkInput => ({ type: 'take.refused', takeId: `k${n}`, problem })),
    fc.nat(60).map((n): TalkInput => ({ type: 'limit.reached', takeId: `k${n}` })),
    fc
      .record({
        mode: fc.constantFrom('push' as const, 'hands-free' as const),
        key: fc.constantFrom('both' as const, 'hold' as const, 'toggle' as const),
        ready: fc.constantFrom('talking' as const, 'minutes' as const, 'always' as const),
        sounds: fc.boolean(),
      })
      .map((choices): TalkInput => ({ type: 'choices.changed', choices })),
  )
  const story = fc.array(fc.tuple(fc.nat(600), input), { maxLength: 60 })

  /** What the outside would have open after these effects. */
  function outside(effects: readonly TalkEffect[]) {
    let microphone = false
    const openTakes = new Set<string>()
    let most = 0
    for (const effect of effects) {
      if (effect.type === 'microphone.open') microphone = true
      if (effect.type === 'microphone.close') microphone = false
      if (effect.type === 'take.begin') openTakes.add(effect.takeId)
      if (effect.type === 'take.end' || effect.type === 'take.drop') openTakes.delete(effect.takeId)
      most = Math.max(most, openTakes.size)
    }
    return { microphone, openTakes, most }
  }

  function run(steps: readonly (readonly [number, TalkInput])[]) {
    let now = 0
    return play(steps.map(([wait, what]): Timed => [(now += wait), what]))
  }

  it('there are never two takes, and none that the state does not know, unless the agent refused it', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { state, effects } = run(steps)
        const refused = new Set(steps.map(([, one]) => (one.type === 'take.refused' ? one.takeId : '')))
        const { openTakes, most } = outside(
          effects.filter((effect) => !('takeId' in effect && refused.has(effect.takeId))),
        )
        expect(most).toBeLessThanOrEqual(1)
        const expected = state.take?.begun && !refused.has(state.take.id) ? [state.take.id] : []
        expect([...openTakes]).toEqual(expected)
      }),
    )
  })

  it('the microphone is open exactly when the state says so, and never while muted', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { state, effects } = run(steps)
        expect(outside(effects).microphone).toBe(state.microphone !== 'closed')
        if (state.muted) expect(state.microphone).toBe('closed')
        if (state.take) expect(state.microphone).not.toBe('closed')
        if (talkAppearance(state, 'idle') === 'hearing') expect(state.microphone).toBe('open')
        const changed = steps.some(([, one]) => one.type === 'microphone.changed')
        if (state.take?.begun && !changed) expect(state.microphone).toBe('open')
      }),
    )
  })

  it('the microphone always closes after a while, unless the user chose that it stays open', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const end: [number, TalkInput][] = [
          [0, { type: 'blurred' }],
          [0, { type: 'cancelled' }],
        ]
        const before = run([...steps, ...end])
        const left = before.state.take ? run([...steps, ...end, [0, { type: 'toggled' }]]) : before
        if (left.state.choices.ready === 'always') return
        expect(left.state.take).toBeNull()
        expect(mayRest(left.state)).toBe(left.state.microphone !== 'closed')
        expect(talk(left.state, { type: 'rested' }, { at: 0, takeId: 'x' }).state.microphone).toBe('closed')
      }),
    )
  })
})
