// The voice as the settings want it. While the natural one is fetched, or where it is too slow, the built-in one speaks.
import type { VoiceEngine } from '../../core/ports/voice.ts'
import { faultOf } from '../../shared/errors.ts'
import type { Settings } from '../../shared/settings.ts'
import { builtinVoices, naturalVoices } from '../../shared/voices.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { createVoiceClient } from './process/voice-client.ts'
import type { ServiceLink } from './process/speech-process.ts'
import type { SpeechMemory } from './speech-memory.ts'
import { FLITE_SAMPLE_RATE } from './voice/flite-program.ts'
import { createHostedVoice } from './voice/hosted-voice.ts'
import { KOKORO_SAMPLE_RATE } from './voice/kokoro-engine.ts'
import { makeNaturalVoiceReady } from './voice/natural-voice.ts'
import { createServerVoice } from './voice/server-voice.ts'
import { createSpeaker, type Speaker } from './voice/speaker.ts'

export interface ChosenVoice {
  /** Null while nobody is to speak. */
  speaker(): Speaker | null
  state(): SpeechState
  /** The settings have changed. */
  follow(): void
  close(): Promise<void>
}

interface Deps {
  link: ServiceLink
  naturalVoice: string
  packageSource: string | null
  memory: SpeechMemory
  settings(): Settings
  key(): string | null
  onState(): void
}

export function openVoice(deps: Deps): ChosenVoice {
  const { settings } = deps
  const client = createVoiceClient(deps.link)
  const builtin = createHostedVoice(client, {
    id: 'flite',
    name: 'Flite, built in',
    sampleRate: FLITE_SAMPLE_RATE,
    voices: builtinVoices,
  })
  const natural = createHostedVoice(client, {
    id: 'kokoro',
    name: 'Kokoro, natural',
    sampleRate: KOKORO_SAMPLE_RATE,
    voices: naturalVoices,
  })
  let inUse = ''
  let how: SpeechState['state'] = { tag: 'loading' }
  let speaker: Speaker | null = null
  /** What is being fetched or made ready is not wanted any more once something else is chosen. */
  let choosing = new AbortController()

  const style = () => ({ voice: settings().voiceName, rate: settings().voiceRate / 100 })

  function use(engine: VoiceEngine, state: SpeechState['state']): void {
    // What is being said is said to its end by whoever began it.
    if (speaker?.engine !== engine) {
      speaker = createSpeaker(engine, { ...style(), volume: 1 })
    }
    how = state
    deps.onState()
  }

  async function useNatural(signal: AbortSignal): Promise<void> {
    use(builtin, { tag: 'loading' })
    try {
      const verdict = await makeNaturalVoiceReady({
        folder: deps.naturalVoice,
        source: deps.packageSource,
        engine: natural,
        memory: deps.memory,
        signal,
        onProgress: ({ bytes, of }) => {
          if (!signal.aborted) use(builtin, { tag: 'loading', progress: Math.min(1, bytes / of) })
        },
      })
      if (signal.aborted) return
      if (verdict.fastEnough) use(natural, { tag: 'ready' })
      else use(builtin, { tag: 'failed', message: verdict.words, remedy: '' })
    } catch (error) {
      if (signal.aborted) return
      const { message, remedy } = faultOf(error)
      use(builtin, { tag: 'failed', message, remedy })
    }
  }

  function useServer(): void {
    const { voiceUrl, voiceModel, voiceName } = settings()
    try {
      const engine = createServerVoice({
        baseUrl: voiceUrl,
        model: voiceModel,
        voices: voiceName === '' ? [] : [voiceName],
        secret: async () => deps.key(),
      })
      use(engine, { tag: 'ready' })
    } catch (error) {
      const { message, remedy } = faultOf(error)
      use(builtin, { tag: 'failed', message, remedy })
    }
  }

  function follow(): void {
    const { voice, voiceUrl, voiceModel, voiceName } = settings()
    const wanted = JSON.stringify(voice === 'service' ? [voice, voiceUrl, voiceModel, voiceName] : [voice])
    if (wanted !== inUse) {
      inUse = wanted
      choosing.abort()
      choosing = new AbortController()
      if (voice === 'off') {
        how = { tag: 'off' }
        deps.onState()
      } else if (voice === 'natural') void useNatural(choosing.signal)
      else if (voice === 'service') useServer()
      else use(builtin, { tag: 'ready' })
    }
    speaker?.set({ ...style(), volume: 1 })
  }

  return {
    speaker: () => (settings().voice === 'off' ? null : speaker),
    state: () => ({ name: nameOf(how, speaker), state: how }),
    follow,
    async close() {
      choosing.abort()
      speaker?.stop()
      await speaker?.engine.close()
    },
  }
}

const nameOf = (how: SpeechState['state'], speaker: Speaker | null): string =>
  how.tag === 'off' ? 'The voice' : (speaker?.engine.name ?? 'The voice')
