// The ears as the settings want them: which recogniser, how it is, and what it keeps on disk.
import type { Clock } from '../../core/ports.ts'
import type { Ears, SpokenAudio } from '../../core/ports/ears.ts'
import { FaultError } from '../../shared/errors.ts'
import type { Settings } from '../../shared/settings.ts'
import type { SpeechState } from '../../shared/wire/speech-state.ts'
import { chooseMoonshine } from './ears/choose-model.ts'
import { createEars } from './ears/ears.ts'
import { createEarsClient } from './process/ears-client.ts'
import type { EarsEngine } from './process/messages.ts'
import type { ServiceLink } from './process/speech-process.ts'
import type { SpeechMemory } from './speech-memory.ts'

export interface ChosenEars {
  /** Null while nobody is to hear. */
  ears(): Ears | null
  state(): SpeechState
  /** The settings have changed. */
  follow(): void
  close(): Promise<void>
}

interface Deps {
  /** Where what is said is kept. */
  audio: SpokenAudio
  link: ServiceLink
  clock: Clock
  memory: SpeechMemory
  settings(): Settings
  key(): string | null
  onState(): void
  onError(what: string, error: unknown): void
}

const SERVICE_TIMEOUT_MS = 30_000

export function openEars(deps: Deps): ChosenEars {
  const { settings, clock, memory } = deps
  let how: SpeechState['state'] = { tag: 'loading' }

  const size = (): 'base' | 'tiny' => {
    const { recogniserMs } = memory.get()
    // Until it is known, the better one: whoever talks at once waits a little, and is understood.
    return recogniserMs === undefined ? 'base' : chooseMoonshine(recogniserMs)
  }

  function engine(): EarsEngine {
    const { ears, earsUrl, earsModel } = settings()
    if (ears !== 'service') return { kind: 'moonshine', size: size() }
    if (earsUrl === '')
      throw new FaultError(
        'ears_unavailable',
        'The address of the transcription service is not set.',
        'Put it in in the settings, or let this computer hear.',
      )
    return {
      kind: 'service',
      baseUrl: earsUrl,
      model: earsModel,
      key: deps.key(),
      timeoutMs: SERVICE_TIMEOUT_MS,
    }
  }

  function engineName(): string {
    const { ears, earsUrl, earsModel } = settings()
    if (ears === 'service')
      return URL.canParse(earsUrl) ? `${earsModel} at ${new URL(earsUrl).host}` : earsModel
    return `Moonshine ${size()}, on this computer`
  }

  const client = createEarsClient({ link: deps.link, engine: async () => engine(), engineName })
  const ears = createEars({
    recogniser: client,
    audio: deps.audio,
    clock,
  })

  let measuring = false
  async function measureOnce(): Promise<void> {
    if (measuring || settings().ears !== 'embedded' || memory.get().recogniserMs !== undefined) return
    measuring = true
    try {
      await memory.keep({ recogniserMs: await client.measure() })
      client.warmUp()
    } catch (error) {
      deps.onError('the recogniser could not be measured', error)
    } finally {
      measuring = false
    }
  }

  client.onState((state) => {
    how =
      state.tag === 'failed'
        ? { tag: 'failed', message: state.fault.message, remedy: state.fault.remedy }
        : state
    deps.onState()
    if (state.tag === 'ready') void measureOnce()
  })

  let inUse = ''
  function follow(): void {
    const { ears: chosen, earsUrl, earsModel } = settings()
    const wanted = JSON.stringify([chosen, earsUrl, earsModel, deps.key()])
    if (wanted === inUse) return
    inUse = wanted
    if (chosen !== 'off') {
      how = { tag: 'loading' }
      client.warmUp()
    }
    deps.onState()
  }

  return {
    ears: () => (settings().ears === 'off' ? null : ears),
    state: () => ({
      name: settings().ears === 'off' ? 'Hearing' : engineName(),
      state: settings().ears === 'off' ? { tag: 'off' } : how,
    }),
    follow,
    close: () => ears.close(),
  }
}
