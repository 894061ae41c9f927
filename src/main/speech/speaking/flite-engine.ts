// Flite, the built-in voice: it runs on its own thread and needs neither a download nor an installation.
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../../base/worker-file.ts'
import { boundedRate, type VoiceEngine } from '../../../core/ports/voice-engine.ts'
import { FaultError } from '../../../shared/errors.ts'
import { builtinVoices } from '../../../shared/voices.ts'
import { createHostedVoice } from '../process/voice-client.ts'
import type { VoiceContext, VoiceEngineEntry } from '../voice-engines.ts'
import { FLITE_SAMPLE_RATE } from './flite-program.ts'
import { unlessAborted } from './waiting.ts'

/** Names that flite itself uses for some of the voices. */
const FLITE_NAMES: Readonly<Record<string, string>> = { kal: 'kal16' }

/** A sentence has a few hundred characters. */
const MAX_TEXT = 4_000

export interface ToFlite {
  id: number
  text: string
  voice: string
  rate: number
}

export type FromFlite = { id: number; samples: Int16Array } | { id: number; failed: string }

interface Request {
  resolve(samples: Int16Array): void
  reject(error: Error): void
}

const description = {
  id: 'flite',
  name: 'Flite, built in',
  sampleRate: FLITE_SAMPLE_RATE,
  voices: builtinVoices,
} as const

export const fliteEntry = {
  open: ({ client }: Pick<VoiceContext, 'client'>): VoiceEngine => createHostedVoice(client, description),
  hosted: { id: description.id, load: () => createFliteEngine() },
} satisfies VoiceEngineEntry

export function createFliteEngine(): VoiceEngine {
  const requests = new Map<number, Request>()
  let worker: Worker | null = null
  let closed = false
  let lastId = 0

  /** Rejects what waits for a thread that died. The next sentence starts another thread. */
  function fail(reason: string): void {
    worker = null
    for (const { reject } of requests.values()) reject(failure(reason))
    requests.clear()
  }

  function receive(message: FromFlite): void {
    const request = requests.get(message.id)
    requests.delete(message.id)
    if (requests.size === 0) worker?.unref()
    if ('samples' in message) request?.resolve(message.samples)
    else request?.reject(failure(message.failed))
  }

  function post(message: ToFlite): void {
    if (!worker) {
      const started = new Worker(new URL(workerFile(import.meta.url, 'flite-worker'), import.meta.url))
      started.on('message', (answer: FromFlite) => started === worker && receive(answer))
      started.on('error', (error) => started === worker && fail(error.message))
      started.on('exit', () => started === worker && fail('its thread ended'))
      worker = started
    }
    worker.ref()
    worker.postMessage(message)
  }

  function say(text: string, voice: string, rate: number): Promise<Int16Array> {
    if (closed) return Promise.reject(failure('it was closed'))
    return new Promise((resolve, reject) => {
      const id = ++lastId
      requests.set(id, { resolve, reject })
      post({ id, text, voice, rate })
    })
  }

  const fliteVoice = (wanted: string): string => {
    const { id } = builtinVoices.find((voice) => voice.id === wanted) ?? builtinVoices[0]
    return FLITE_NAMES[id] ?? id
  }

  return {
    ...description,
    async *speak(text, { voice, rate }, signal) {
      const sentence = text.slice(0, MAX_TEXT)
      if (signal.aborted || !/[\p{L}\p{N}]/u.test(sentence)) return
      const made = say(sentence, fliteVoice(voice), boundedRate(rate))
      // The thread finishes an aborted sentence; nobody waits for it.
      const samples = await unlessAborted(made, signal)
      if (samples && samples.length > 0) yield samples
    },
    async prepare({ voice }) {
      await say('Ready.', fliteVoice(voice), 1)
    },
    async close() {
      closed = true
      const ended = worker
      fail('it was closed')
      await ended?.terminate()
    },
  }
}

const failure = (reason: string): FaultError =>
  new FaultError(
    'voice_failed',
    `The built-in voice failed: ${reason}.`,
    'Try again, or choose another voice.',
    { retryable: true },
  )
