// The messages between Parley and its speech process. Both sides validate what they receive, because the other one may
// be broken. Each message is for one service.
import { z } from 'zod'
import { faultCodes } from '../../../shared/errors.ts'

/** One second at the highest rate; frames are a few milliseconds. */
const MAX_SAMPLES = 192_000
const id = z.number().int().nonnegative()
const text = z.string().max(100_000)
const samples = z.custom<Int16Array>((value) => value instanceof Int16Array && value.length <= MAX_SAMPLES)
const place = z.number().int().nonnegative()

const fault = z.object({
  code: z.enum(faultCodes),
  message: z.string().max(1000),
  remedy: z.string().max(1000),
  retryable: z.boolean(),
})

const activity = z.discriminatedUnion('type', [
  z.object({ type: z.literal('speech.began'), at: place }),
  z.object({ type: z.literal('speech.paused'), at: place }),
])

/** What an engine needs to load. Each engine checks its own. */
const engineConfiguration = z.record(
  z.string().max(100),
  z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
)
export type EngineConfiguration = z.infer<typeof engineConfiguration>

const engineRequest = z.object({
  /** Its id in the registry. */
  engine: z.string().max(100),
  configuration: engineConfiguration,
})
export type EngineRequest = z.infer<typeof engineRequest>

export const toRecognizer = z.discriminatedUnion('type', [
  /** The engine to use from now on. It is loaded at once. */
  z.object({ type: z.literal('use'), request: engineRequest }),
  /** How long this engine takes on this computer. */
  z.object({ type: z.literal('measure'), id, engine: z.string().max(100) }),
  /** With `eager` the first words are guessed, even by a service. */
  z.object({ type: z.literal('open'), take: id, eager: z.boolean().optional() }),
  z.object({ type: z.literal('audio'), take: id, samples }),
  z.object({ type: z.literal('release'), take: id }),
  z.object({ type: z.literal('cancel'), take: id }),
  z.object({ type: z.literal('watch'), watch: id }),
  z.object({ type: z.literal('watched'), watch: id, samples }),
  z.object({ type: z.literal('unwatch'), watch: id }),
])
export type ToRecognizer = z.infer<typeof toRecognizer>

export const fromRecognizer = z.discriminatedUnion('type', [
  /** The last requested engine is loaded, or could not be. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('unready'), fault }),
  z.object({ type: z.literal('measured'), id, ms: z.number().positive() }),
  z.object({ type: z.literal('unmeasured'), id, fault }),
  z.object({ type: z.literal('activity'), take: id, change: activity }),
  z.object({ type: z.literal('transcript'), take: id, text, to: place }),
  z.object({ type: z.literal('finished'), take: id, text }),
  z.object({ type: z.literal('failed'), take: id, fault }),
  z.object({ type: z.literal('noticed'), watch: id, change: activity }),
])
export type FromRecognizer = z.infer<typeof fromRecognizer>

export const toVoice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('speak'),
    speech: id,
    engine: z.string().max(100),
    text,
    voice: z.string().max(200),
    rate: z.number().positive().max(10),
  }),
  /** The app has taken this many pieces; as many more may be sent. */
  z.object({ type: z.literal('taken'), speech: id, pieces: id }),
  z.object({ type: z.literal('stop'), speech: id }),
])
export type ToVoice = z.infer<typeof toVoice>

export const fromVoice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('audio'), speech: id, samples, sampleRate: z.number().int().positive() }),
  z.object({ type: z.literal('ended'), speech: id }),
  z.object({ type: z.literal('failed'), speech: id, fault }),
])
export type FromVoice = z.infer<typeof fromVoice>

export type ServiceName = 'recognizer' | 'voice'

/** Around every message, in both directions. The process announces that it is ready before anything is sent to it. */
export const envelope = z.discriminatedUnion('to', [
  z.object({ to: z.literal('recognizer'), message: z.unknown() }),
  z.object({ to: z.literal('voice'), message: z.unknown() }),
  z.object({ to: z.literal('parley'), message: z.literal('ready') }),
])
