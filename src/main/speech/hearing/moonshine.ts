// Moonshine transcribes a clip with two networks: the encoder reads the whole clip, the decoder writes token after
// token.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import llamaTokenizer from 'llama-tokenizer-js'
import { isStuck, unstuck } from '../../../core/speech/hearing/repeats.ts'
import { floatsOf, HEARING_RATE, samplesIn } from '../../../core/speech/hearing/samples.ts'
import { moonshineFiles, type MoonshineSize, onOneThread } from './onnx-models.ts'
import { createMoonshineDecoder } from './moonshine-decoder.ts'
import { abortError, type Transcriber } from './transcriber.ts'

/** Nobody says more tokens a second; a network that writes more is stuck. */
const TOKENS_A_SECOND = 6.5
const EXTRA_TOKENS = 4
/** The network needs at least this much audio. Shorter clips are filled with silence. */
const MIN_CLIP = samplesIn(700)

export interface Moonshine extends Transcriber {
  /** How many milliseconds this computer needs for three seconds of audio. Rejects with an AbortError. */
  measure(signal: AbortSignal): Promise<number>
}

export async function loadMoonshine(size: MoonshineSize): Promise<Moonshine> {
  const files = moonshineFiles(size)
  const encoder = await InferenceSession.create(files.encoder, onOneThread)
  const decoder = createMoonshineDecoder(await InferenceSession.create(files.decoder, onOneThread), size)

  async function encode(clip: Int16Array): Promise<Tensor> {
    const samples = new Float32Array(Math.max(MIN_CLIP, clip.length))
    samples.set(floatsOf(clip))
    const encoded = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) })
    return encoded['last_hidden_state'] as Tensor
  }

  return {
    name: `Moonshine ${size}`,
    guesses: true,
    async transcribe(clip, { signal, draft = [], giveWay }) {
      const mayGoOn = async (): Promise<void> => {
        await giveWay?.()
        if (signal.aborted) throw abortError()
      }
      await mayGoOn()
      const maxTokens = Math.ceil((clip.length / HEARING_RATE) * TOKENS_A_SECOND) + EXTRA_TOKENS
      const writing = decoder.begin(await encode(clip))
      await mayGoOn()
      // The last guess is mostly still right: checking it is faster than writing it again.
      let next = await writing.check(draft.slice(0, maxTokens))
      while (next !== null && writing.tokens.length < maxTokens && !isStuck(writing.tokens)) {
        await mayGoOn()
        next = await writing.write(next)
      }
      if (signal.aborted) throw abortError()
      const tokens = unstuck(writing.tokens)
      return { text: llamaTokenizer.decode(tokens, false).trim(), draft: tokens }
    },
    async measure(signal) {
      const clip = new Int16Array(samplesIn(3_000))
      const times: number[] = []
      // The first round loads; the fastest of the others shows what the computer can do.
      for (let round = 0; round < 4; round++) {
        if (signal.aborted) throw abortError()
        const from = performance.now()
        const writing = decoder.begin(await encode(clip))
        await writing.check([])
        for (let step = 0; step < 10; step++) await writing.write(300 + step)
        times.push(performance.now() - from)
      }
      return Math.min(...times.slice(1))
    },
    async close() {
      await encoder.release()
      await decoder.close()
    },
  }
}
