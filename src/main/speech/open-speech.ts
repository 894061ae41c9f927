// What hears and what speaks, for the whole app: one process for the engines, and each as the settings want it.
import type { Clock } from '../../core/ports.ts'
import { DEFAULT_PATIENCE_MS } from '../../core/ears/end-of-turn.ts'
import type { SpokenAudio } from '../../core/ports/ears.ts'
import type { Speech } from '../../core/ports/speech.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { openEars } from './open-ears.ts'
import { openVoice } from './open-voice.ts'
import { createSpeechProcess, type SpawnSpeech } from './process/speech-process.ts'
import type { SpeechMemory } from './speech-memory.ts'

interface Deps {
  /** Where what is said is kept. */
  audio: SpokenAudio
  memory: SpeechMemory
  /** Where the natural voice is, or will be. */
  naturalVoice: string
  /** Starts the process, which finds the natural voice in this folder. */
  spawn(naturalVoice: string): SpawnSpeech
  packageSource: string | null
  clock: Clock
  settings(): Settings
  keys: { ears(): string | null; voice(): string | null }
  changePace: Speech['changePace']
  onState(state: { ears: SpeechState; voice: SpeechState }): void
  onProblem(what: string, fields: Record<string, unknown>): void
  onError(what: string, error: unknown): void
}

export interface OpenSpeech extends Omit<Speech, 'names'> {
  /** The settings have changed, or a key has. */
  follow(): void
  close(): Promise<void>
}

const PATIENCE_MS: Record<Settings['patience'], number> = {
  short: 450,
  normal: DEFAULT_PATIENCE_MS,
  long: 1_400,
}

export function openSpeech(deps: Deps): OpenSpeech {
  const { settings, clock, memory, naturalVoice } = deps
  const processOfSpeech = createSpeechProcess({
    spawn: deps.spawn(naturalVoice),
    clock,
    onProblem: deps.onProblem,
  })
  const ears = openEars({
    audio: deps.audio,
    link: processOfSpeech.service('ears'),
    clock,
    memory,
    settings,
    key: deps.keys.ears,
    onState: () => tell(),
    onError: deps.onError,
  })
  const voice = openVoice({
    link: processOfSpeech.service('voice'),
    naturalVoice,
    packageSource: deps.packageSource,
    memory,
    settings,
    key: deps.keys.voice,
    onState: () => tell(),
  })
  function tell(): void {
    deps.onState({ ears: ears.state(), voice: voice.state() })
  }
  return {
    ears: ears.ears,
    speaker: voice.speaker,
    patienceMs: () => PATIENCE_MS[settings().patience],
    changePace: deps.changePace,
    follow() {
      ears.follow()
      voice.follow()
    },
    async close() {
      await voice.close()
      await ears.close()
      await processOfSpeech.close()
    },
  }
}
