// The speech process from inside: hands each message to its service.
import type { Clock } from '../../../core/ports.ts'
import { createEarsHost, type ServiceHost } from './ears-host.ts'
import { envelope, type ServiceName } from './messages.ts'
import { createVoiceHost, type HostedVoices } from './voice-host.ts'

/** The way to whoever started this process. */
export interface ParentPort {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

export function hostSpeech(
  parent: ParentPort,
  { voices, clock }: { voices: HostedVoices; clock: Clock },
): void {
  const services: Record<ServiceName, ServiceHost> = {
    ears: createEarsHost({ say: (message) => parent.postMessage({ to: 'ears', message }), clock }),
    voice: createVoiceHost({ say: (message) => parent.postMessage({ to: 'voice', message }), voices }),
  }
  parent.onMessage((message) => {
    const parsed = envelope.safeParse(message)
    if (parsed.success && parsed.data.to !== 'parley') services[parsed.data.to].hear(parsed.data.message)
  })
  parent.postMessage({ to: 'parley', message: 'ready' })
}
