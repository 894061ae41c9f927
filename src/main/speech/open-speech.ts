// Speech for the whole app: one process for the engines, the recognizer and the voice that the settings choose.
import type { Clock } from '../../core/ports/clock.ts'
import type { SpokenAudio } from '../../core/ports/recognizer.ts'
import type { Speech } from '../../core/ports/speech.ts'
import { DEFAULT_PAUSE_MS } from '../../core/speech/hearing/end-of-turn.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { openRecognizer } from './open-recognizer.ts'
import { openVoice } from './open-voice.ts'
import { createSpeechProcess, type SpawnSpeech } from './process/speech-process.ts'
import type { SpeechMemory } from './speech-memory.ts'

interface Deps {
  /** Stores takes. */
  audio: SpokenAudio
  memory: SpeechMemory
  /** The folder where the natural voice is, or will be. */
  naturalVoice: string
  /** Starts the process, which finds the natural voice in this folder. */
  spawn(naturalVoice: string): SpawnSpeech
  packageSource: string | null
  clock: Clock
  settings(): Settings
  keys: { recognizer(): string | null; voice(): string | null }
  onState(state: { recognizer: SpeechState; voice: SpeechState }): void
  onProblem(what: string, fields: Record<string, unknown>): void
  onError(what: string, error: unknown): void
}

export interface OpenSpeech extends Omit<Speech, 'names'> {
  /** The settings have changed, or a key has. */
  follow(): void
  close(): Promise<void>
}

const PAUSE_MS: Record<Settings['patience'], number> = {
  short: 450,
  normal: DEFAULT_PAUSE_MS,
  long: 1_400,
}

export function openSpeech(deps: Deps): OpenSpeech {
  const { settings, clock, memory, naturalVoice } = deps
  const speechProcess = createSpeechProcess({
    spawn: deps.spawn(naturalVoice),
    clock,
    onProblem: deps.onProblem,
  })
  const recognizer = openRecognizer({
    audio: deps.audio,
    link: speechProcess.service('recognizer'),
    clock,
    memory,
    settings,
    key: deps.keys.recognizer,
    onState: () => reportState(),
    onError: deps.onError,
  })
  const voice = openVoice({
    link: speechProcess.service('voice'),
    folder: naturalVoice,
    packageSource: deps.packageSource,
    memory,
    settings,
    key: deps.keys.voice,
    onState: () => reportState(),
  })
  function reportState(): void {
    deps.onState({ recognizer: recognizer.state(), voice: voice.state() })
  }
  return {
    recognizer: recognizer.recognizer,
    speaker: voice.speaker,
    pauseMs: () => PAUSE_MS[settings().patience],
    follow() {
      recognizer.follow()
      voice.follow()
    },
    async close() {
      await voice.close()
      await recognizer.close()
      await speechProcess.close()
    },
  }
}
