import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPreRoll } from '../../../../../src/core/speech/hearing/pre-roll.ts'
import { mono, samplesOf } from '../../../../../src/core/speech/hearing/samples.ts'
import {
  deadnessAfter,
  isDead,
  levelOf,
  meterAfter,
  notDead,
  SILENT,
} from '../../../../../src/core/speech/hearing/sound-level.ts'
import {
  activityAfter,
  pausedMs,
  silence,
  type ActivityChange,
  type SpeechActivity,
} from '../../../../../src/core/speech/hearing/speech-activity.ts'

describe('samples', () => {
  it('clip what is too loud and take NaN for silence', () => {
    expect([...samplesOf(Float32Array.of(0, 0.5, 1, 7, -1, -7, Number.NaN))]).toEqual([
      0, 16_384, 32_767, 32_767, -32_768, -32_768, 0,
    ])
  })

  it('of several channels are mixed into one', () => {
    expect([...mono([Float32Array.of(1, 0, 0.5), Float32Array.of(0, 1)])]).toEqual([0.5, 0.5, 0.25])
  })
})

describe('the pre-roll', () => {
  it('stores exactly the newest audio, however it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 20 }), (sizes) => {
        const preRoll = createPreRoll(50)
        const all: number[] = []
        for (const size of sizes) {
          const samples = Int16Array.from({ length: size }, (_, at) => (all.length + at) % 30_000)
          all.push(...samples)
          preRoll.write(samples)
        }
        expect([...preRoll.read()]).toEqual(all.slice(-800))
      }),
    )
  })

  it('is empty after it was cleared', () => {
    const preRoll = createPreRoll(50)
    preRoll.write(Int16Array.of(1, 2, 3))
    preRoll.clear()
    expect(preRoll.read().length).toBe(0)
  })
})

describe('the level', () => {
  it('of a full sine is 3 dB below its peak, and of nothing is silent', () => {
    const sine = Int16Array.from({ length: 16_000 }, (_, at) => 32_767 * Math.sin(at / 5))
    expect(levelOf(sine).peak).toBeCloseTo(0, 1)
    expect(levelOf(sine).rms).toBeCloseTo(-3, 1)
    expect(levelOf(new Int16Array(100))).toEqual({ rms: SILENT, peak: SILENT })
    expect(levelOf(new Int16Array(0))).toEqual({ rms: SILENT, peak: SILENT })
  })

  it('of a meter rises at once and falls slowly', () => {
    const loud = { rms: -10, peak: -3 }
    const quiet = { rms: -60, peak: -50 }
    expect(meterAfter(quiet, loud, 20)).toEqual(loud)
    expect(meterAfter(loud, quiet, 500)).toEqual({ rms: -22, peak: -15 })
  })
})

describe('a microphone that delivers only zeros', () => {
  it('is noticed after a while, and forgotten with the first audio', () => {
    let deadness = notDead
    for (let at = 0; at < 100; at++) deadness = deadnessAfter(deadness, new Int16Array(320).fill(at % 2))
    expect(isDead(deadness)).toBe(true)
    deadness = deadnessAfter(deadness, Int16Array.of(0, 0, 5))
    expect(isDead(deadness)).toBe(false)
  })

  it('is not reported in a quiet room', () => {
    let deadness = notDead
    for (let at = 0; at < 1000; at++)
      deadness = deadnessAfter(
        deadness,
        Int16Array.from({ length: 320 }, (_, n) => ((n * at) % 7) - 3),
      )
    expect(isDead(deadness)).toBe(false)
  })
})

function follow(likelihoods: readonly number[]): { changes: ActivityChange[]; activity: SpeechActivity } {
  let activity = silence
  const changes: ActivityChange[] = []
  for (const likelihood of likelihoods) {
    const next = activityAfter(activity, likelihood)
    activity = next.activity
    if (next.change) changes.push(next.change)
  }
  return { changes, activity }
}
const frames = (count: number, likelihood: number): number[] => Array<number>(count).fill(likelihood)

describe('speech', () => {
  it('begins before the frame that showed it, and pauses after the last likely one', () => {
    const { changes } = follow([...frames(50, 0), ...frames(20, 0.9), ...frames(10, 0)])
    expect(changes).toEqual([
      { type: 'speech.began', at: 50 * 512 - 5600 },
      { type: 'speech.paused', at: 70 * 512 },
    ])
  })

  it('does not begin with a click', () => {
    expect(follow([...frames(9, 0.01), 0.9, 0.8, ...frames(9, 0.01), 0.7, ...frames(9, 0)]).changes).toEqual(
      [],
    )
  })

  it('continues through short gaps, and at likelihoods too low to begin it', () => {
    const said = [...frames(10, 0.9), ...frames(2, 0.1), ...frames(5, 0.4), 0.2, ...frames(5, 0.9)]
    expect(follow(said).changes).toEqual([{ type: 'speech.began', at: 0 }])
  })

  it('knows how long the pause lasts', () => {
    expect(pausedMs(follow([...frames(10, 0.9), ...frames(25, 0)]).activity)).toBe(800)
    expect(pausedMs(follow(frames(10, 0.9)).activity)).toBe(0)
  })

  it('begins and pauses in turn, whatever the likelihoods are', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 200 }), (likelihoods) => {
        const { changes } = follow(likelihoods)
        changes.forEach(({ type, at }, index) => {
          expect(type).toBe(index % 2 === 0 ? 'speech.began' : 'speech.paused')
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(likelihoods.length * 512)
        })
      }),
    )
  })
})
