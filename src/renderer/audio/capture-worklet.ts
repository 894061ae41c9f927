// Runs in the audio thread: converts the microphone's audio to 16 kHz and one channel, in frames of 20 milliseconds.
import { createResampler } from '../../core/speech/hearing/resample.ts'
import { HEARING_RATE, mono, samplesIn, samplesOf } from '../../core/speech/hearing/samples.ts'
import { createFramer } from '../../core/speech/speaking/audio/frames.ts'
import { createGathering } from './gathering.ts'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

class Capture extends AudioWorkletProcessor {
  readonly #resampler = createResampler(sampleRate, HEARING_RATE)
  readonly #framer = createFramer(samplesIn(20))
  // The browser's blocks are a few milliseconds long. Resampling each one alone costs several times as much.
  readonly #gathering = createGathering(samplesIn(20, sampleRate), (block) => {
    const samples = samplesOf(this.#resampler.write(block))
    for (const frame of this.#framer.push(samples)) this.port.postMessage(frame, [frame.buffer])
  })

  process([channels]: Float32Array[][]): boolean {
    if (channels && channels.length > 0) this.#gathering.write(mono(channels))
    return true
  }
}

registerProcessor('capture', Capture)
