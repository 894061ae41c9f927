// Frames in, frames out, and in between what a bad connection does to them.
import type { Clock } from '../core/ports.ts'
import { createFaults, type FaultPlan, type Happened } from './faults.ts'
import type { Frame } from './link.ts'

/** One that is held back for the next is let go when there is none for so long. */
const LONGEST_HOLD_MS = 250

interface Deps {
  plan: FaultPlan
  seed: number
  clock: Clock
  deliver(frame: Frame): void
  /** The frame as it is on its way. */
  onFrame(frame: Frame, happened: readonly Happened[]): void
}

export function createFaultyPipe({ plan, seed, clock, deliver, onFrame }: Deps): (frame: Frame) => void {
  const faults = createFaults(plan, seed)
  let letGo = (): void => {}

  function send(frames: readonly Frame[]): void {
    for (const frame of frames) {
      if (plan.delay === 0) deliver(frame)
      else clock.after(plan.delay, () => deliver(frame))
    }
  }

  return (given) => {
    letGo()
    const { frame, deliver: now, happened } = faults.pass(given)
    onFrame(frame, happened)
    send(now)
    letGo = clock.after(LONGEST_HOLD_MS, () => send(faults.rest()))
  }
}
