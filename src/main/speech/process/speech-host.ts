// The speech process from inside: passes each message to its service.
import type { Clock } from '../../../core/ports/clock.ts'
import type { VoiceDetector } from '../hearing/silero.ts'
import type { RecognizerEngines } from '../recognizer-engines.ts'
import { envelope, type ServiceName } from './messages.ts'
import { createRecognizerHost, type ServiceHost } from './recognizer-host.ts'
import { createVoiceHost, type HostedVoices } from './voice-host.ts'

/** The connection to the app that started this process. */
export interface ParentPort {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

interface Deps {
  recognizers: RecognizerEngines
  voices: HostedVoices
  clock: Clock
  /** Injected by tests. */
  loadDetector?: () => Promise<VoiceDetector>
}

export function hostSpeech(parent: ParentPort, { recognizers, voices, ...deps }: Deps): void {
  const to =
    (service: ServiceName) =>
    (message: unknown): void =>
      parent.postMessage({ to: service, message })
  const services: Record<ServiceName, ServiceHost> = {
    recognizer: createRecognizerHost({ ...deps, engines: recognizers, say: to('recognizer') }),
    voice: createVoiceHost({ voices, say: to('voice') }),
  }
  parent.onMessage((message) => {
    const parsed = envelope.safeParse(message)
    if (parsed.success && parsed.data.to !== 'parley') services[parsed.data.to].receive(parsed.data.message)
  })
  parent.postMessage({ to: 'parley', message: 'ready' })
}
