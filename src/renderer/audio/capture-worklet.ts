// Runs beside the page, in the sound's own thread: takes what the microphone gives at the device's rate, makes 16 kHz of
// it in one channel, and hands it over in frames of 20 milliseconds.
import { createResampler } from '../../core/ears/resample.ts'
import { HEARING_RATE, mono, samplesIn, samplesOf } from '../../core/ears/samples.ts'
import { createFramer } from './framer.ts'
import { createGathering } from './gathering.ts'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

class Capture extends AudioWorkletProcessor {
  readonly #resampler = createResampler(sampleRate, HEARING_RATE)
  readonly #framer = createFramer(samplesIn(20))
  // The blocks that come are of a few milliseconds; to change the rate of each by itself costs several times as much.
  readonly #gathering = createGathering(samplesIn(20, sampleRate), (sound) => {
    const heard = samplesOf(this.#resampler.write(sound))
    for (const frame of this.#framer.write(heard)) this.port.postMessage(frame, [frame.buffer])
  })

  process([channels]: Float32Array[][]): boolean {
    if (channels && channels.length > 0) this.#gathering.write(mono(channels))
    return true
  }
}

registerProcessor('capture', Capture)
