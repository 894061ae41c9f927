// How loud it is, and whether a take has any sound in it at all.
import {
  deadnessAfter,
  isDead,
  levelOf,
  meterAfter,
  notDead,
  SILENT,
  type SoundLevel,
} from '../../core/ears/sound-level.ts'
import { msOf } from '../../core/ears/samples.ts'
import type { Unsubscribe } from '../../core/ports.ts'

export interface SoundWatch {
  /** `nothing` when there has been nothing but zeros for so long that the microphone must be switched off. */
  hear(samples: Int16Array): 'sound' | 'pause' | 'nothing'
  /** Hears how loud it is, now and from now on, as often as it can be drawn to some use. */
  onLevel(listener: (level: SoundLevel) => void): Unsubscribe
  /** A take begins. */
  begin(): void
  /** The microphone is closed. */
  close(): void
}

/** In frames of 20 milliseconds: fewer than twenty times a second. */
const TOLD_EVERY = 3

const QUIET: SoundLevel = { rms: SILENT, peak: SILENT }

export function createSoundWatch(): SoundWatch {
  let meter = QUIET
  let dead = notDead
  /** A pause in a take that had sound is a pause. */
  let sounded = false
  let frames = 0
  const listeners = new Set<(level: SoundLevel) => void>()

  function tell(): void {
    for (const listener of listeners) listener(meter)
  }

  return {
    hear(samples) {
      meter = meterAfter(meter, levelOf(samples), msOf(samples.length))
      if (++frames % TOLD_EVERY === 0) tell()
      dead = deadnessAfter(dead, samples)
      sounded ||= dead === notDead
      if (sounded) return dead === notDead ? 'sound' : 'pause'
      return isDead(dead) ? 'nothing' : 'pause'
    },
    onLevel(listener) {
      listeners.add(listener)
      listener(meter)
      return () => void listeners.delete(listener)
    },
    begin() {
      dead = notDead
      sounded = false
    },
    close() {
      meter = QUIET
      tell()
    },
  }
}
