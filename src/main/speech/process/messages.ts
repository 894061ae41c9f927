// What is said between Parley and the process that its speech engines run in. Both sides check what they hear: the other
// may be of another version, or broken. Each message is for one service; a service that is not there is not answered.
import { z } from 'zod'
import { faultCodes } from '../../../shared/errors.ts'

/** A second of sound at the highest rate there is; frames are a few milliseconds. */
const MAX_SAMPLES = 192_000
const id = z.number().int().nonnegative()
const text = z.string().max(100_000)
const samples = z.custom<Int16Array>((sound) => sound instanceof Int16Array && sound.length <= MAX_SAMPLES)
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

export const earsEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('moonshine'), size: z.enum(['base', 'tiny']) }),
  z.object({
    kind: z.literal('service'),
    baseUrl: z.string().max(2000),
    model: z.string().max(200),
    /** Goes to the service and nowhere else. */
    key: z.string().max(10_000).nullable(),
    timeoutMs: z.number().int().positive(),
  }),
])
export type EarsEngine = z.infer<typeof earsEngine>

export const toEars = z.discriminatedUnion('type', [
  /** What to recognise with from now on; it is made ready at once. */
  z.object({ type: z.literal('use'), engine: earsEngine }),
  /** How long the larger of the embedded recognisers takes here. */
  z.object({ type: z.literal('measure'), id }),
  /** With `eager` its first words are guessed at, even by a service. */
  z.object({ type: z.literal('open'), take: id, eager: z.boolean().optional() }),
  z.object({ type: z.literal('sound'), take: id, samples }),
  z.object({ type: z.literal('release'), take: id }),
  z.object({ type: z.literal('cancel'), take: id }),
  z.object({ type: z.literal('watch'), watch: id }),
  z.object({ type: z.literal('watched'), watch: id, samples }),
  z.object({ type: z.literal('unwatch'), watch: id }),
])
export type ToEars = z.infer<typeof toEars>

export const fromEars = z.discriminatedUnion('type', [
  /** What was last asked for is loaded, or cannot be. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('unready'), fault }),
  z.object({ type: z.literal('measured'), id, ms: z.number().positive() }),
  z.object({ type: z.literal('unmeasured'), id, fault }),
  z.object({ type: z.literal('activity'), take: id, change: activity }),
  z.object({ type: z.literal('words'), take: id, text, to: place }),
  z.object({ type: z.literal('finished'), take: id, text }),
  z.object({ type: z.literal('failed'), take: id, fault }),
  z.object({ type: z.literal('noticed'), watch: id, change: activity }),
])
export type FromEars = z.infer<typeof fromEars>

export const toVoice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('speak'),
    speech: id,
    engine: z.string().max(100),
    text,
    voice: z.string().max(200),
    rate: z.number().positive().max(10),
  }),
  /** So many pieces of sound have been taken; as many more may be sent. */
  z.object({ type: z.literal('taken'), speech: id, pieces: id }),
  z.object({ type: z.literal('stop'), speech: id }),
])
export type ToVoice = z.infer<typeof toVoice>

export const fromVoice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sound'), speech: id, samples, sampleRate: z.number().int().positive() }),
  z.object({ type: z.literal('ended'), speech: id }),
  z.object({ type: z.literal('failed'), speech: id, fault }),
])
export type FromVoice = z.infer<typeof fromVoice>

export type ServiceName = 'ears' | 'voice'

/** Around every message, both ways. The process says that it is there before anything is sent to it. */
export const envelope = z.discriminatedUnion('to', [
  z.object({ to: z.literal('ears'), message: z.unknown() }),
  z.object({ to: z.literal('voice'), message: z.unknown() }),
  z.object({ to: z.literal('parley'), message: z.literal('ready') }),
])
