// Measures the input level, and detects a take without any sound.
import { createEmitter } from '../../base/emitter.ts'
import {
  deadnessAfter,
  isDead,
  levelOf,
  meterAfter,
  notDead,
  SILENT,
  type SoundLevel,
} from '../../core/speech/hearing/sound-level.ts'
import { msOf } from '../../core/speech/hearing/samples.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'

export interface SoundWatch {
  /** `nothing` after so many zeros that the microphone must be switched off. */
  measure(samples: Int16Array): 'sound' | 'pause' | 'nothing'
  /** Calls back with the level, now and whenever it is worth drawing. */
  onLevel(listener: (level: SoundLevel) => void): Unsubscribe
  /** A take starts. */
  begin(): void
  /** The microphone is closed. */
  close(): void
}

/** In frames of 20 milliseconds: fewer than twenty times a second. */
const FRAMES_PER_REPORT = 3

const QUIET: SoundLevel = { rms: SILENT, peak: SILENT }

export function createSoundWatch(): SoundWatch {
  let meter = QUIET
  let dead = notDead
  /** Silence after sound is only a pause. */
  let hadSound = false
  let frames = 0

  const levelChanged = createEmitter<[SoundLevel]>()

  return {
    measure(samples) {
      meter = meterAfter(meter, levelOf(samples), msOf(samples.length))
      if (++frames % FRAMES_PER_REPORT === 0) levelChanged.emit(meter)
      dead = deadnessAfter(dead, samples)
      hadSound ||= dead === notDead
      if (hadSound) return dead === notDead ? 'sound' : 'pause'
      return isDead(dead) ? 'nothing' : 'pause'
    },
    onLevel(listener) {
      listener(meter)
      return levelChanged.on(listener)
    },
    begin() {
      dead = notDead
      hadSound = false
    },
    close() {
      meter = QUIET
      levelChanged.emit(meter)
    },
  }
}
