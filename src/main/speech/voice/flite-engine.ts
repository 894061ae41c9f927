// The voice that is always there: flite, on a thread of its own, with nothing to fetch and nothing to install.
import { Worker } from 'node:worker_threads'
import { boundedRate, type VoiceEngine } from '../../../core/ports/voice.ts'
import { workerFile } from '../../../core/worker-file.ts'
import { FaultError } from '../../../shared/errors.ts'
import { builtinVoices } from '../../../shared/voices.ts'
import type { FromFlite, ToFlite } from './flite-messages.ts'
import { FLITE_SAMPLE_RATE } from './flite-program.ts'
import { stopped } from './stopped.ts'

/** What flite itself calls them, where that is something else. */
const OWN_NAMES: Readonly<Record<string, string>> = { kal: 'kal16' }

/** A sentence is a few hundred characters; more than this at once is somebody's mistake. */
const MAX_TEXT = 4_000

interface Waiting {
  resolve(samples: Int16Array): void
  reject(error: Error): void
}

export function createFliteEngine(): VoiceEngine {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let closed = false
  let ids = 0

  /** Whoever waits for a thread that died is told, and the next sentence starts another. */
  function fail(reason: string): void {
    worker = null
    for (const { reject } of waiting.values()) reject(failure(reason))
    waiting.clear()
  }

  function hear(said: FromFlite): void {
    const asked = waiting.get(said.id)
    waiting.delete(said.id)
    if (waiting.size === 0) worker?.unref()
    if ('samples' in said) asked?.resolve(said.samples)
    else asked?.reject(failure(said.failed))
  }

  function post(message: ToFlite): void {
    if (!worker) {
      const own = new Worker(new URL(workerFile(import.meta.url, 'flite-worker'), import.meta.url))
      own.on('message', (said: FromFlite) => own === worker && hear(said))
      own.on('error', (error) => own === worker && fail(error.message))
      own.on('exit', () => own === worker && fail('its thread ended by itself'))
      worker = own
    }
    worker.ref()
    worker.postMessage(message)
  }

  function say(text: string, voice: string, rate: number): Promise<Int16Array> {
    if (closed) return Promise.reject(failure('it was closed'))
    return new Promise((resolve, reject) => {
      const id = ++ids
      waiting.set(id, { resolve, reject })
      post({ id, text, voice, rate })
    })
  }

  const ownVoice = (wanted: string): string => {
    const { id } = builtinVoices.find((voice) => voice.id === wanted) ?? builtinVoices[0]
    return OWN_NAMES[id] ?? id
  }

  return {
    id: 'flite',
    name: 'Flite, built in',
    sampleRate: FLITE_SAMPLE_RATE,
    voices: builtinVoices,
    async *speak(text, { voice, rate }, signal) {
      const words = text.slice(0, MAX_TEXT)
      if (signal.aborted || !/[\p{L}\p{N}]/u.test(words)) return
      const made = say(words, ownVoice(voice), boundedRate(rate))
      // Nobody waits for a sentence that is not wanted any more; the thread finishes it by itself.
      const samples = await stopped(made, signal)
      if (samples && samples.length > 0) yield samples
    },
    async prepare({ voice }) {
      await say('Ready.', ownVoice(voice), 1)
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
    {
      retryable: true,
    },
  )
