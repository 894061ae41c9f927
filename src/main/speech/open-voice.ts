// The voice that the settings choose. While it opens, or when it cannot be opened, the built-in voice speaks.
import type { VoiceEngine } from '../../core/ports/voice-engine.ts'
import { faultOf } from '../../shared/errors.ts'
import type { Settings } from '../../shared/settings.ts'
import { engineSignature, voiceChoices } from '../../shared/speech-engines.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { createVoiceClient } from './process/voice-client.ts'
import type { ServiceLink } from './process/speech-process.ts'
import { createReplySpeaker, type LiveReplySpeaker } from './speaking/reply-speaker.ts'
import { fliteEntry } from './speaking/flite-engine.ts'
import type { SpeechMemory } from './speech-memory.ts'
import { voiceEngines, type VoiceEngines } from './voice-engines.ts'

export interface ChosenVoice {
  /** Null while spoken replies are off. */
  speaker(): LiveReplySpeaker | null
  state(): SpeechState
  /** The settings have changed. */
  follow(): void
  close(): Promise<void>
}

interface Deps {
  link: ServiceLink
  /** Where the natural voice is, or will be. */
  folder: string
  packageSource: string | null
  memory: SpeechMemory
  settings(): Settings
  key(): string | null
  onState(): void
  engines?: VoiceEngines
}

export function openVoice(deps: Deps): ChosenVoice {
  const { settings } = deps
  const engines: VoiceEngines = deps.engines ?? voiceEngines
  const client = createVoiceClient(deps.link)
  const builtin = fliteEntry.open({ client })
  let inUse = ''
  let engineState: SpeechState['state'] = { tag: 'loading' }
  let speaker: LiveReplySpeaker | null = null
  /** Aborted when another engine is chosen. */
  let choosing = new AbortController()

  const style = () => ({ voice: settings().voiceName, rate: settings().voiceRate / 100, volume: 1 })

  function use(engine: VoiceEngine, state: SpeechState['state']): void {
    // A reply that is being spoken is spoken to its end by the engine that began it.
    if (speaker?.engine !== engine) speaker = createReplySpeaker(engine, style())
    engineState = state
    deps.onState()
  }

  function useBuiltinBecauseOf(error: unknown): void {
    const { message, remedy } = faultOf(error)
    use(builtin, { tag: 'failed', message, remedy })
  }

  function open(id: string, signal: AbortSignal): void {
    const ifCurrent =
      <T>(work: (value: T) => void) =>
      (value: T): void => {
        if (!signal.aborted) work(value)
      }
    const entry = engines[id]
    if (!entry || entry === engines['builtin']) return use(builtin, { tag: 'ready' })
    try {
      const opened = entry.open({
        settings,
        key: deps.key,
        client,
        folder: deps.folder,
        packageSource: deps.packageSource,
        memory: deps.memory,
        onProgress: ifCurrent((progress: number) => use(builtin, { tag: 'loading', progress })),
        signal,
      })
      if (!(opened instanceof Promise)) return use(opened, { tag: 'ready' })
      use(builtin, { tag: 'loading' })
      opened.then(
        ifCurrent((engine: VoiceEngine) => use(engine, { tag: 'ready' })),
        ifCurrent(useBuiltinBecauseOf),
      )
    } catch (error) {
      useBuiltinBecauseOf(error)
    }
  }

  function follow(): void {
    const { voice } = settings()
    const signature = engineSignature(voiceChoices, voice, settings())
    if (signature !== inUse) {
      inUse = signature
      choosing.abort()
      choosing = new AbortController()
      if (voice !== 'off') open(voice, choosing.signal)
      else {
        engineState = { tag: 'off' }
        deps.onState()
      }
    }
    speaker?.set(style())
  }

  return {
    speaker: () => (settings().voice === 'off' ? null : speaker),
    state: () => ({
      name: (engineState.tag === 'off' ? null : speaker?.engine.name) ?? 'The voice',
      state: engineState,
    }),
    follow,
    async close() {
      choosing.abort()
      speaker?.stop()
      await speaker?.engine.close()
    },
  }
}
