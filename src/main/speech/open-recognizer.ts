// The recognizer that the settings choose, its state, and the takes it stores on disk.
import type { Clock } from '../../core/ports/clock.ts'
import type { Recognizer, SpokenAudio } from '../../core/ports/recognizer.ts'
import { FaultError } from '../../shared/errors.ts'
import { engineSignature, recognizerChoices } from '../../shared/speech-engines.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { createRecognizer } from './hearing/recognizer.ts'
import { createRecognizerClient } from './process/recognizer-client.ts'
import type { ServiceLink } from './process/speech-process.ts'
import {
  recognizerEngines,
  type RecognizerContext,
  type RecognizerEngine,
  type RecognizerEngines,
} from './recognizer-engines.ts'
import type { SpeechMemory } from './speech-memory.ts'

export interface ChosenRecognizer {
  /** Null while recognition is off. */
  recognizer(): Recognizer | null
  state(): SpeechState
  /** The settings have changed. */
  follow(): void
  close(): Promise<void>
}

interface Deps {
  /** Stores takes. */
  audio: SpokenAudio
  link: ServiceLink
  clock: Clock
  memory: SpeechMemory
  settings(): Settings
  key(): string | null
  onState(): void
  onError(what: string, error: unknown): void
  engines?: RecognizerEngines
}

export function openRecognizer(deps: Deps): ChosenRecognizer {
  const { settings, clock, memory } = deps
  const engines: RecognizerEngines = deps.engines ?? recognizerEngines
  let engineState: SpeechState['state'] = { tag: 'loading' }

  const isOff = (): boolean => settings().recognizer === 'off'
  function engine(): RecognizerEngine {
    const chosen = engines[settings().recognizer]
    if (chosen) return chosen
    throw new FaultError(
      'ears_unavailable',
      'Speech recognition is off.',
      'Choose a recognizer in the settings.',
    )
  }
  const context = (): RecognizerContext => ({
    settings: settings(),
    key: deps.key(),
    measuredMs: memory.get().recogniserMs,
  })
  const engineName = (): string => engines[settings().recognizer]?.name(context()) ?? 'Speech recognition'

  const client = createRecognizerClient({
    link: deps.link,
    request: async () => ({ engine: settings().recognizer, configuration: engine().configure(context()) }),
    engineName,
  })
  const recognizer = createRecognizer({ queue: client, audio: deps.audio, clock })

  let measuring = false
  async function measureOnce(): Promise<void> {
    if (measuring || isOff() || !engine().measure || memory.get().recogniserMs !== undefined) return
    measuring = true
    try {
      await memory.store({ recogniserMs: await client.measure(settings().recognizer) })
      client.warmUp()
    } catch (error) {
      deps.onError('the recognizer could not be measured', error)
    } finally {
      measuring = false
    }
  }

  client.onState((state) => {
    engineState =
      state.tag === 'failed'
        ? { tag: 'failed', message: state.fault.message, remedy: state.fault.remedy }
        : state
    deps.onState()
    if (state.tag === 'ready') void measureOnce()
  })

  let inUse = ''
  function follow(): void {
    const signature = engineSignature(recognizerChoices, settings().recognizer, settings()) + deps.key()
    if (signature === inUse) return
    inUse = signature
    if (!isOff()) {
      engineState = { tag: 'loading' }
      client.warmUp()
    }
    deps.onState()
  }

  return {
    recognizer: () => (isOff() ? null : recognizer),
    state: () => ({ name: engineName(), state: isOff() ? { tag: 'off' } : engineState }),
    follow,
    close: () => recognizer.close(),
  }
}
