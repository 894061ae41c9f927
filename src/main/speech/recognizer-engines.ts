// The recognizer engines. A new one has its choice in shared/speech-engines.ts, its own file, and a line here.
import type { RecognizerEngineId } from '../../shared/speech-engines.ts'
import type { Settings } from '../../shared/settings.ts'
import { moonshineEngine } from './hearing/moonshine-engine.ts'
import type { Transcriber } from './hearing/transcriber.ts'
import { transcriptionServiceEngine } from './hearing/transcription-service.ts'
import type { EngineConfiguration } from './process/messages.ts'

export interface RecognizerEngine {
  /**
   * Whether it is worth asking while the user still speaks. A service that is paid by the minute is asked once, when an
   * utterance has ended.
   */
  readonly guesses: boolean
  /** As the user sees it. */
  name(context: RecognizerContext): string
  /** What `load` needs; it is sent to the speech process. Throws a FaultError while a setting is missing. */
  configure(context: RecognizerContext): EngineConfiguration
  /** Runs in the speech process. */
  load(configuration: EngineConfiguration): Promise<Transcriber>
  /**
   * Runs in the speech process, once on each computer: how many milliseconds three seconds of audio take. The result is
   * stored and part of every later context. Absent where speed does not matter.
   */
  measure?(signal: AbortSignal): Promise<number>
}

export interface RecognizerContext {
  settings: Settings
  key: string | null
  /** What `measure` found; undefined until then. */
  measuredMs: number | undefined
}

export type RecognizerEngines = Readonly<Record<string, RecognizerEngine>>

export const recognizerEngines = {
  embedded: moonshineEngine,
  service: transcriptionServiceEngine,
} satisfies Record<RecognizerEngineId, RecognizerEngine>
