// Runs in the sound's own thread: plays what is queued, falls silent when told, and tells how much went out.
import { createJitterBuffer } from './jitter-buffer.ts'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** From the page: sound, or a wish. */
export type ToPlayback = Float32Array<ArrayBuffer> | 'begin' | { silence: number }
/** To the page: how much has gone out, and the answer to a wish for silence. */
export interface FromPlayback {
  played: number
  queued: number
  silenced?: number
}

const inSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000)
/** How often the page is told, in blocks of 128 samples. */
const TOLD_EVERY = 8

class Playback extends AudioWorkletProcessor {
  readonly #queue = createJitterBuffer({
    gather: inSamples(60),
    patience: inSamples(100),
    fade: inSamples(10),
    most: inSamples(5000),
  })
  #blocks = 0
  #told = 0

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<ToPlayback>) => {
      if (data instanceof Float32Array) return this.#queue.write(data)
      if (data === 'begin') return this.#queue.begin()
      this.#queue.silence()
      this.#tell({ silenced: data.silence })
    })
    this.port.start()
  }

  process(_: unknown, [output]: Float32Array[][]): boolean {
    const [channel] = output ?? []
    if (channel) this.#queue.read(channel)
    if (
      ++this.#blocks % TOLD_EVERY === 0 &&
      (this.#queue.queued() > 0 || this.#told !== this.#queue.played())
    )
      this.#tell({})
    return true
  }

  #tell(more: { silenced?: number }): void {
    this.#told = this.#queue.played()
    const message: FromPlayback = { played: this.#told, queued: this.#queue.queued(), ...more }
    this.port.postMessage(message)
  }
}

registerProcessor('playback', Playback)
