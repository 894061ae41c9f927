import { describe, expect, it } from 'vitest'
import type { Clock } from '../../src/core/ports/clock.ts'
import { systemClock } from '../../src/main/app/clock.ts'
import { pageClock } from '../../src/renderer/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'

function describeClock(name: string, clock: Clock, pass: (ms: number) => void): void {
  describe(name, () => {
    it('runs each callback once, in the order of the times, and no cancelled one', async () => {
      const order: string[] = []
      const done = new Promise<void>((resolve) => {
        // Late enough to be last even if the machine stalls between two of these lines.
        clock.after(2_000, () => {
          order.push('late')
          resolve()
        })
      })
      clock.after(10, () => order.push('early'))
      clock.after(20, () => order.push('cancelled'))()
      const before = clock.now()
      pass(2_000)
      await done
      expect(order).toEqual(['early', 'late'])
      expect(clock.now()).toBeGreaterThanOrEqual(before)
    })
  })
}

const fake = createFakeClock()
describeClock('the fake clock', fake, (ms) => fake.advance(ms))
describeClock('the system’s clock', systemClock, () => {})
describeClock('the page’s clock', pageClock, () => {})
