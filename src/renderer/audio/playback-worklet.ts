// Runs in the audio thread: plays what is queued, silences it on request, and reports how much was played.
import { createJitterBuffer } from './jitter-buffer.ts'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** From the page: audio or a command. */
export type ToPlayback = Float32Array<ArrayBuffer> | 'begin' | { silence: number }
/** To the page: how much was played, and the confirmation of a silence. */
export interface FromPlayback {
  played: number
  queued: number
  silenced?: number
}

const inSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000)
/** How often the page gets a report, in blocks of 128 samples. */
const REPORT_EVERY = 8

class Playback extends AudioWorkletProcessor {
  readonly #queue = createJitterBuffer({
    collect: inSamples(60),
    maxWait: inSamples(100),
    fade: inSamples(10),
    max: inSamples(5000),
  })
  #blocks = 0
  #reported = 0

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<ToPlayback>) => {
      if (data instanceof Float32Array) return this.#queue.write(data)
      if (data === 'begin') return this.#queue.begin()
      this.#queue.silence()
      this.#report({ silenced: data.silence })
    })
    this.port.start()
  }

  process(_: unknown, [output]: Float32Array[][]): boolean {
    const [channel] = output ?? []
    if (channel) this.#queue.read(channel)
    if (
      ++this.#blocks % REPORT_EVERY === 0 &&
      (this.#queue.queued() > 0 || this.#reported !== this.#queue.played())
    )
      this.#report({})
    return true
  }

  #report(more: { silenced?: number }): void {
    this.#reported = this.#queue.played()
    const message: FromPlayback = { played: this.#reported, queued: this.#queue.queued(), ...more }
    this.port.postMessage(message)
  }
}

registerProcessor('playback', Playback)
