// How loud the window plays the agent and other participants, by the slider and by spoken commands.
import type { ViewAction } from '../../shared/conversation.ts'
import type { SoundChoicesStore } from '../audio/sound-choices.ts'

const STEP = 0.2
/** "Softer" stops here; only "mute" silences. */
const MIN_STEP_VOLUME = 0.1

export interface Volume {
  /** From 0 to 1; 0 while muted. */
  get(): number
  set(volume: number): void
  /** Performs a view command about the volume; ignores all others. */
  run(action: ViewAction): void
}

export function createVolume(choices: SoundChoicesStore, onChange: () => void): Volume {
  const get = (): number => (choices.get().silent ? 0 : choices.get().volume)
  function change(part: { volume?: number; silent: boolean }): void {
    choices.change(part)
    onChange()
  }
  const stepBy = (step: number): void =>
    change({ volume: Math.min(1, Math.max(MIN_STEP_VOLUME, get() + step)), silent: false })
  return {
    get,
    set: (volume) => change({ volume, silent: false }),
    run(action) {
      if (action === 'voice.louder') stepBy(STEP)
      else if (action === 'voice.softer') stepBy(-STEP)
      else if (action === 'voice.mute' || action === 'voice.unmute')
        change({ silent: action === 'voice.mute' })
    },
  }
}
