// Words from a clip by Moonshine: one network listens to the whole of it, another writes token after token what was said.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import llamaTokenizer from 'llama-tokenizer-js'
import { isStuck, unstuck } from '../../../core/ears/repeats.ts'
import { floatsOf, HEARING_RATE, samplesIn } from '../../../core/ears/samples.ts'
import { moonshineFiles, type MoonshineSize } from './model-files.ts'
import { createMoonshineDecoder } from './moonshine-decoder.ts'
import { onOneThread } from './onnx-options.ts'
import { abortError, type Transcriber } from './transcriber.ts'

/** Nobody says more tokens a second; a network that writes more has lost its way. */
const TOKENS_A_SECOND = 6.5
const EXTRA_TOKENS = 4
/** Shorter clips are filled up with silence: the network has to have something to look at. */
const LEAST_CLIP = samplesIn(700)

export interface Moonshine extends Transcriber {
  /** How long it takes on this machine to recognise three seconds, in milliseconds. Rejects with an AbortError. */
  measure(signal: AbortSignal): Promise<number>
}

export async function loadMoonshine(size: MoonshineSize): Promise<Moonshine> {
  const files = moonshineFiles(size)
  const encoder = await InferenceSession.create(files.encoder, onOneThread)
  const decoder = createMoonshineDecoder(await InferenceSession.create(files.decoder, onOneThread), size)

  async function listen(clip: Int16Array): Promise<Tensor> {
    const sound = new Float32Array(Math.max(LEAST_CLIP, clip.length))
    sound.set(floatsOf(clip))
    const heard = await encoder.run({ input_values: new Tensor('float32', sound, [1, sound.length]) })
    return heard['last_hidden_state'] as Tensor
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
      const most = Math.ceil((clip.length / HEARING_RATE) * TOKENS_A_SECOND) + EXTRA_TOKENS
      const writing = decoder.begin(await listen(clip))
      await mayGoOn()
      // What was guessed a moment ago is mostly still right: it is checked at once instead of being written anew.
      let next = await writing.check(draft.slice(0, most))
      while (next !== null && writing.tokens.length < most && !isStuck(writing.tokens)) {
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
      // The first pays for what is made ready once; of the others the least tells what the machine can do.
      for (let round = 0; round < 4; round++) {
        if (signal.aborted) throw abortError()
        const from = performance.now()
        const writing = decoder.begin(await listen(clip))
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
