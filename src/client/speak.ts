// Speaks over one wire, and shows every frame.
import { randomInt, randomUUID } from 'node:crypto'
import type { Clock } from '../core/ports.ts'
import { createFaultyPipe } from './faulty-pipe.ts'
import { NotConnected, openLink } from './link.ts'
import type { SpeakOptions } from './options.ts'
import { createPrinter, type Printer } from './printer.ts'
import { piecesOf, readSound, UnreadableSound } from './sound-file.ts'
import { createG2Speaker } from './wires/g2-speaker.ts'
import type { Line, Saying, Speaker } from './wires/speaker.ts'
import { createVelaSpeaker } from './wires/vela-speaker.ts'
import { createVoiceIdeSpeaker } from './wires/voice-ide-speaker.ts'

export const EXIT = { well: 0, failed: 1, usage: 2, notConnected: 3 } as const

export interface Surroundings {
  clock: Clock
  write(text: string): void
  complain(text: string): void
  /** What is typed, line by line; null where nobody is there to type. */
  typed: AsyncIterable<string> | null
}

export async function speak(options: SpeakOptions, surroundings: Surroundings): Promise<number> {
  const { clock, write, complain, typed } = surroundings
  let saying: Saying | null
  try {
    saying = await sayingOf(options, typed !== null)
  } catch (error) {
    if (!(error instanceof UnreadableSound)) throw error
    complain(`${error.message}\n`)
    return EXIT.usage
  }
  if (saying === null && typed === null) {
    complain('Say something: --text or --wav.\n')
    return EXIT.usage
  }
  const printer = createPrinter({ json: options.json, now: clock.now, write })
  let speaker: Speaker
  try {
    speaker = await createSpeaker(options, clock, printer)
    await inTime(speaker.ready, options, clock)
  } catch (error) {
    printer.note(`Not connected: ${error instanceof Error ? error.message : String(error)}`)
    return EXIT.notConnected
  }
  try {
    if (saying !== null) return await takeTurns(speaker, saying, options.count, printer)
    return await converse(speaker, typed!)
  } finally {
    speaker.close()
    await inTime(speaker.gone, { timeoutMs: 1_000 }, clock).catch(() => {})
  }
}

/** What to say; null where it is to be typed. */
async function sayingOf(
  { wire, text, wav, pipeline }: SpeakOptions,
  canType: boolean,
): Promise<Saying | null> {
  if (text !== null) return { text }
  if (wav !== null) return { pieces: piecesOf(await readSound(wav)) }
  const isMocked = wire === 'vela' && (pipeline === 'mocked' || (pipeline === null && !canType))
  return isMocked ? 'mocked' : null
}

async function createSpeaker(options: SpeakOptions, clock: Clock, printer: Printer): Promise<Speaker> {
  const { wire, timeoutMs, realtime } = options
  const deps = { clock, timeoutMs, realtime, note: printer.note }
  const seed = options.seed ?? randomInt(0xffff_ffff)
  if (options.faults !== null) printer.note(`Faults with --seed ${seed}.`)
  const connect = (): Promise<Line> => openLine(options, seed, clock, printer)
  switch (wire) {
    case 'g2':
      return createG2Speaker(await connect(), deps)
    case 'vela':
      return createVelaSpeaker(await connect(), { ...deps, live: options.pipeline === 'live' })
    case 'voice-ide': {
      const sessionId = options.session ?? randomUUID()
      printer.note(`Session ${sessionId}.`)
      const { after } = options
      return createVoiceIdeSpeaker({
        ...deps,
        connect,
        sessionId,
        after,
        newId: randomUUID,
        random: Math.random,
      })
    }
  }
}

/** A connection whose frames are shown and, where asked for, disturbed. */
async function openLine(
  { gateway, wire, token, auth, faults, faultsOn }: SpeakOptions,
  seed: number,
  clock: Clock,
  printer: Printer,
): Promise<Line> {
  const link = await openLink(gateway, wire, { token, auth })
  const pipe = (direction: 'sent' | 'received', deliver: Line['send']): Line['send'] => {
    if (faults === null || (faultsOn !== 'both' && faultsOn !== direction))
      return (frame) => {
        printer.frame(direction, frame)
        deliver(frame)
      }
    return createFaultyPipe({
      plan: faults,
      seed: direction === 'sent' ? seed : seed + 1,
      clock,
      deliver,
      onFrame: (frame, happened) => printer.frame(direction, frame, happened),
    })
  }
  return {
    send: pipe('sent', link.send),
    onFrame: (listener) => link.onFrame(pipe('received', listener)),
    closed: link.closed,
    roundTrip: link.roundTrip,
    close: link.close,
  }
}

async function takeTurns(speaker: Speaker, saying: Saying, count: number, printer: Printer): Promise<number> {
  for (let turn = 0; turn < count; turn++) {
    const failure = await speaker.turn(saying)
    if (failure === null) continue
    printer.note(`The turn failed: ${failure}`)
    return EXIT.failed
  }
  return EXIT.well
}

/** Every line that is typed is said at once, whatever is going on. */
async function converse(speaker: Speaker, typed: AsyncIterable<string>): Promise<number> {
  const listening = (async () => {
    for await (const line of typed) {
      if (line.startsWith('{')) speaker.raw(line)
      else if (line !== '') speaker.say({ text: line })
    }
    return EXIT.well
  })()
  return Promise.race([listening, speaker.gone.then(() => EXIT.failed)])
}

async function inTime<T>(
  promise: Promise<T>,
  { timeoutMs }: { timeoutMs: number },
  clock: Clock,
): Promise<T> {
  let cancel = (): void => {}
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(timeoutMs, () => reject(new NotConnected(`no answer within ${timeoutMs / 1000} s`)))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}
