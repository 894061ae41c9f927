// The voice engines. A new one has its choice in shared/speech-engines.ts, its own file, and a line here.
import type { VoiceEngine } from '../../core/ports/voice-engine.ts'
import type { Settings } from '../../shared/settings.ts'
import type { VoiceEngineId } from '../../shared/speech-engines.ts'
import type { VoiceClient } from './process/voice-client.ts'
import type { HostedVoice } from './process/voice-host.ts'
import { fliteEntry } from './speaking/flite-engine.ts'
import { naturalVoiceEntry } from './speaking/natural-voice.ts'
import { serverVoiceEntry } from './speaking/server-voice.ts'
import type { SpeechMemory } from './speech-memory.ts'

export interface VoiceEngineEntry {
  /**
   * Opens the engine for the app. Until a promise resolves, and when it rejects with a FaultError, the built-in voice
   * speaks; the user sees the fault's message.
   */
  open(context: VoiceContext): VoiceEngine | Promise<VoiceEngine>
  /** What the speech process runs, for an engine that runs there. */
  hosted?: {
    /** The id of the engine that `open` gives. */
    id: string
    /** `folder` is where the natural voice is. */
    load(folder: string): HostedVoice
  }
}

export interface VoiceContext {
  settings(): Settings
  key(): string | null
  /** Speaks with the engines of the speech process. */
  client: VoiceClient
  /** Where the natural voice is, or will be. */
  folder: string
  /** Where the natural voice can be downloaded; null where nothing says so. */
  packageSource: string | null
  memory: SpeechMemory
  /** From 0 to 1. */
  onProgress(progress: number): void
  /** Aborted when another engine is chosen. */
  signal: AbortSignal
}

export type VoiceEngines = Readonly<Record<string, VoiceEngineEntry>>

export const voiceEngines = {
  builtin: fliteEntry,
  natural: naturalVoiceEntry,
  service: serverVoiceEntry,
} satisfies Record<VoiceEngineId, VoiceEngineEntry>
