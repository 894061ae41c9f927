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

export interface SoundWatch {
  /** `nothing` when there has been nothing but zeros for so long that the microphone must be switched off. */
  hear(samples: Int16Array): 'sound' | 'pause' | 'nothing'
  level(): SoundLevel
  /** A take begins. */
  begin(): void
  /** The microphone is closed. */
  close(): void
}

const QUIET: SoundLevel = { rms: SILENT, peak: SILENT }

export function createSoundWatch(): SoundWatch {
  let meter = QUIET
  let dead = notDead
  /** A pause in a take that had sound is a pause. */
  let sounded = false
  return {
    hear(samples) {
      meter = meterAfter(meter, levelOf(samples), msOf(samples.length))
      dead = deadnessAfter(dead, samples)
      sounded ||= dead === notDead
      if (sounded) return dead === notDead ? 'sound' : 'pause'
      return isDead(dead) ? 'nothing' : 'pause'
    },
    level: () => meter,
    begin() {
      dead = notDead
      sounded = false
    },
    close() {
      meter = QUIET
    },
  }
}
