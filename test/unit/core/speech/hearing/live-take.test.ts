import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  judgedFrame,
  nextStep,
  passAborted,
  passBegun,
  passEnded,
  quietTake,
  release,
  transcriptSoFar,
  type LiveTake,
  type Pass,
} from '../../../../../src/core/speech/hearing/live-take.ts'

const FRAME = 512
const fresh = (): LiveTake => ({ ...quietTake, likelihoods: [] })
const hear = (take: LiveTake, frames: number, likelihood: number): LiveTake => {
  let now = take
  for (let n = 0; n < frames; n++) now = judgedFrame(now, likelihood).take
  return now
}
const passOf = (take: LiveTake, pace?: number): Pass => {
  const step = nextStep(take, pace)
  if (step.tag !== 'transcribe') throw new Error(`It says ${step.tag}.`)
  return step.pass
}

describe('a take that is transcribed while it grows', () => {
  it('is not transcribed while nobody speaks', () => {
    const take = hear(fresh(), 200, 0.01)
    expect(nextStep(take)).toEqual({ tag: 'wait' })
    expect(nextStep(release(take))).toEqual({ tag: 'finished', text: '' })
  })

  it('is guessed once there is speech, and again when enough is new', () => {
    let take = hear(hear(fresh(), 20, 0), 20, 0.9)
    const pass = passOf(take)
    expect(pass).toEqual({ from: 20 * FRAME - 5600, to: 40 * FRAME, settles: false })
    take = passEnded(passBegun(take, pass), 'open')
    expect(transcriptSoFar(take)).toBe('open')
    expect(nextStep(take)).toEqual({ tag: 'wait' })
    expect(passOf(hear(take, 8, 0.9)).to).toBe(48 * FRAME)
  })

  it('never has two guesses at once, and guesses less often when they take long', () => {
    let take = hear(fresh(), 40, 0.9)
    take = passBegun(take, passOf(take))
    expect(nextStep(hear(take, 30, 0.9))).toEqual({ tag: 'wait' })
    take = hear(passEnded(take, 'open'), 30, 0.9)
    expect(nextStep(take, 40 * FRAME)).toEqual({ tag: 'wait' })
    expect(nextStep(take, 30 * FRAME).tag).toBe('transcribe')
  })

  it('has its transcript before the key is released, after a silence', () => {
    let take = hear(fresh(), 40, 0.9)
    take = hear(passEnded(passBegun(take, passOf(take)), 'run the te'), 13, 0)
    const pass = passOf(take)
    expect(pass).toEqual({ from: 0, to: 40 * FRAME + 6400, settles: false })
    take = hear(passEnded(passBegun(take, pass), 'run the tests'), 10, 0)
    expect(nextStep(take)).toEqual({ tag: 'wait' })
    expect(nextStep(release(take))).toEqual({ tag: 'finished', text: 'run the tests' })
  })

  it('waits at release for a guess that covers all speech, and aborts one that does not', () => {
    const early = hear(fresh(), 40, 0.9)
    const running = passBegun(early, passOf(early))
    expect(nextStep(release(running))).toEqual({ tag: 'wait' })
    const more = release(hear(running, 10, 0.9))
    expect(nextStep(more)).toEqual({ tag: 'abort' })
    expect(passOf(passAborted(more))).toEqual({ from: 0, to: 50 * FRAME, settles: true })
  })

  it('is settled at a pause once it is long, and continues from there', () => {
    let take = hear(hear(fresh(), 300, 0.9), 14, 0)
    const pass = passOf(take)
    expect(pass.settles).toBe(true)
    take = hear(passEnded(passBegun(take, pass), 'the first part'), 40, 0.9)
    const second = passOf(take)
    expect(second.from).toBeGreaterThanOrEqual(pass.to)
    take = passEnded(passBegun(take, second), 'the second')
    expect(transcriptSoFar(take)).toBe('the first part the second')
  })

  it('transcribes a faint word at release', () => {
    const take = release(hear(hear(hear(fresh(), 10, 0.01), 5, 0.3), 10, 0.01))
    expect(passOf(take).settles).toBe(true)
  })

  it('always ends with all its speech transcribed in order, in clips that the recognizer can take', () => {
    const stretch = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 0.1, 0.4, 0.9, 1))
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), fc.constantFrom('', 'words'), (stretches, text) => {
        let take = fresh()
        const settled: Pass[] = []
        const advance = (): boolean => {
          const step = nextStep(take)
          if (step.tag === 'abort') take = passAborted(take)
          if (step.tag !== 'transcribe') return step.tag === 'finished'
          expect(step.pass.to).toBeGreaterThan(step.pass.from)
          expect(step.pass.to - step.pass.from).toBeLessThanOrEqual(24.2 * 16_000)
          if (step.pass.settles) settled.push(step.pass)
          take = passEnded(passBegun(take, step.pass), text)
          return false
        }
        for (const [frames, likelihood] of stretches)
          for (let n = 0; n < frames; n++) {
            take = judgedFrame(take, likelihood).take
            advance()
          }
        take = release(take)
        let rounds = 0
        while (!advance()) expect(++rounds).toBeLessThan(50)
        settled.forEach((pass, at) => {
          if (at > 0) expect(pass.from).toBeGreaterThanOrEqual(settled[at - 1]!.to)
        })
      }),
      { numRuns: 60 },
    )
  })
})
