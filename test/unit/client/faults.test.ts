import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaults, parseFaults, type FaultPlan, createFaultyPipe } from '../../../src/client/faults.ts'
import type { Frame } from '../../../src/client/link.ts'
import { createFakeClock } from '../../fakes/fake-clock.ts'

const none: FaultPlan = { drop: 0, reorder: 0, duplicate: 0, garble: 0, delay: 0 }
const frames = Array.from({ length: 200 }, (_, at) => `frame ${at}`)

function passed(plan: FaultPlan, seed: number, given: readonly Frame[] = frames): Frame[] {
  const faults = createFaults(plan, seed)
  return [...given.flatMap((frame) => faults.pass(frame).deliver), ...faults.rest()]
}

describe('faults', () => {
  it('are the same for the same seed, and different for another', () => {
    const plan = { ...none, drop: 0.2, reorder: 0.2, duplicate: 0.2, garble: 0.2 }
    expect(passed(plan, 7)).toEqual(passed(plan, 7))
    expect(passed(plan, 7)).not.toEqual(passed(plan, 8))
    expect(createFaults(plan, 7).pass('a')).toEqual(createFaults(plan, 7).pass('a'))
  })

  it('change nothing if there are none', () => {
    expect(passed(none, 1)).toEqual(frames)
  })

  it('drop every frame with drop=1', () => {
    expect(passed({ ...none, drop: 1 }, 1)).toEqual([])
    const some = passed({ ...none, drop: 0.5 }, 1)
    expect(some.length).toBeGreaterThan(50)
    expect(some.length).toBeLessThan(150)
  })

  it('double every frame with duplicate=1', () => {
    expect(passed({ ...none, duplicate: 1 }, 1, ['a', 'b'])).toEqual(['a', 'a', 'b', 'b'])
  })

  it('change the order and lose nothing', () => {
    expect(passed({ ...none, reorder: 1 }, 1, ['a', 'b', 'c', 'd', 'e'])).toEqual(['b', 'a', 'd', 'c', 'e'])
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, seed, reorder) => {
          const delivered = passed({ ...none, reorder }, seed, given)
          expect(delivered).toHaveLength(given.length)
          expect(new Set(delivered)).toEqual(new Set(given))
        },
      ),
    )
  })

  it('change one character or byte, and leave the original alone', () => {
    const bytes = new Uint8Array(32)
    const [text, sound] = passed({ ...none, garble: 1 }, 3, ['hello there', bytes]) as [string, Uint8Array]
    expect(Array.from(text).filter((letter, at) => letter !== 'hello there'[at])).toHaveLength(1)
    expect([...sound].filter((byte) => byte !== 0)).toEqual([255])
    expect([...bytes].every((byte) => byte === 0)).toBe(true)
    expect(passed({ ...none, garble: 1 }, 3, ['', new Uint8Array(0)])).toEqual(['', new Uint8Array(0)])
  })

  it('do not shift the others if one more is added', () => {
    const dropped = (plan: FaultPlan): boolean[] => {
      const faults = createFaults(plan, 5)
      return frames.map((frame) => faults.pass(frame).happened.includes('dropped'))
    }
    expect(dropped({ ...none, drop: 0.3 })).toEqual(
      dropped({ ...none, drop: 0.3, duplicate: 0.5, garble: 0.5 }),
    )
  })
})

describe('the plan', () => {
  it('is parsed from text', () => {
    expect(parseFaults('drop=0.1,delay=50,reorder=0.2,duplicate=0.1,garble=0.05')).toEqual({
      drop: 0.1,
      delay: 50,
      reorder: 0.2,
      duplicate: 0.1,
      garble: 0.05,
    })
    expect(parseFaults('drop=1')).toEqual({ ...none, drop: 1 })
  })

  it.each([
    '',
    'drop',
    'drop=',
    'drop=2',
    'drop=-1',
    'drop=x',
    'burn=1',
    'drop=1=1',
    'delay=99999999',
    'toString=1',
  ])('is refused if it is %j', (text) => expect(parseFaults(text)).toBeNull())
})

describe('the pipe', () => {
  it('delivers late and in order, and sends a held frame if no other frame follows', () => {
    const clock = createFakeClock()
    const delivered: Frame[] = []
    const deliver = (frame: Frame): void => void delivered.push(frame)
    const send = createFaultyPipe({
      plan: { ...none, delay: 50 },
      seed: 1,
      clock,
      deliver,
      onFrame: () => {},
    })
    send('a')
    send('b')
    expect(delivered).toEqual([])
    clock.advance(50)
    expect(delivered).toEqual(['a', 'b'])

    const held = createFaultyPipe({
      plan: { ...none, reorder: 1 },
      seed: 1,
      clock,
      deliver,
      onFrame: () => {},
    })
    held('c')
    expect(delivered).toEqual(['a', 'b'])
    clock.advance(1_000)
    expect(delivered).toEqual(['a', 'b', 'c'])
  })
})
