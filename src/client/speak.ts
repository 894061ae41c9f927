// Talks to a gateway over one wire and prints every frame.
import { randomInt } from 'node:crypto'
import { withTimeout } from '../base/timeout.ts'
import type { Clock } from '../core/ports/clock.ts'
import { piecesOf, readAudio, UnreadableAudio } from './audio-file.ts'
import { createFaultyPipe } from './faults.ts'
import { NotConnected, openLink } from './link.ts'
import type { SpeakOptions } from './options.ts'
import { createPrinter, type Printer } from './printer.ts'
import type { Connection, Input, WireClient } from './wire-client.ts'

export const EXIT = { success: 0, failed: 1, usage: 2, notConnected: 3 } as const

export interface SpeakDeps {
  clock: Clock
  write(text: string): void
  complain(text: string): void
  /** Typed lines, or null without a terminal. */
  typed: AsyncIterable<string> | null
}

const CLOSE_WITHIN_MS = 1_000

export async function speak(options: SpeakOptions, deps: SpeakDeps): Promise<number> {
  const { clock, write, complain, typed } = deps
  let input: Input | null
  try {
    input = await inputOf(options, typed !== null)
  } catch (error) {
    if (!(error instanceof UnreadableAudio)) throw error
    complain(`${error.message}\n`)
    return EXIT.usage
  }
  if (input === null && typed === null) {
    complain('Nothing to send. Use --text or --wav.\n')
    return EXIT.usage
  }
  const printer = createPrinter({ json: options.json, now: clock.now, write })
  let client: WireClient
  try {
    client = await openClient(options, clock, printer)
    const ready = await withTimeout(
      client.ready.then(() => true),
      options.timeoutMs,
      clock,
    )
    if (!ready) throw new NotConnected(`no answer within ${options.timeoutMs / 1000} s`)
  } catch (error) {
    printer.note(`Not connected: ${error instanceof Error ? error.message : String(error)}`)
    return EXIT.notConnected
  }
  try {
    if (input !== null) return await takeTurns(client, input, options.count, printer)
    return await sendLines(client, typed!)
  } finally {
    client.close()
    await withTimeout(client.closed, CLOSE_WITHIN_MS, clock)
  }
}

/** What to send; null for typed lines. */
async function inputOf({ wire, given, text, wav }: SpeakOptions, canType: boolean): Promise<Input | null> {
  if (text !== null) return { text }
  if (wav !== null) return { pieces: piecesOf(await readAudio(wav)) }
  return wire.defaultInput?.(given, canType) ?? null
}

function openClient(options: SpeakOptions, clock: Clock, { note, frame }: Printer): Promise<WireClient> {
  const { wire, given, timeoutMs, realtime } = options
  const seed = options.seed ?? randomInt(0xffff_ffff)
  if (options.faults !== null) note(`Faults with --seed ${seed}.`)
  const connect = (): Promise<Connection> => openConnection(options, seed, clock, { note, frame })
  return wire.open({ given, connect, clock, timeoutMs, realtime, note })
}

/** Opens a connection that prints its frames and disturbs them if the options say so. */
async function openConnection(
  { gateway, wire, token, auth, faults, faultsOn }: SpeakOptions,
  seed: number,
  clock: Clock,
  printer: Printer,
): Promise<Connection> {
  const link = await openLink(gateway, wire.wire, { token, auth })
  const pipe = (direction: 'sent' | 'received', deliver: Connection['send']): Connection['send'] => {
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
      onFrame: (frame, faulty) => printer.frame(direction, frame, faulty),
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

async function takeTurns(client: WireClient, input: Input, count: number, printer: Printer): Promise<number> {
  for (let turn = 0; turn < count; turn++) {
    const failure = await client.turn(input)
    if (failure === null) continue
    printer.note(`The turn failed: ${failure}`)
    return EXIT.failed
  }
  return EXIT.success
}

/** Sends each typed line at once, without waiting for an answer. */
async function sendLines(client: WireClient, typed: AsyncIterable<string>): Promise<number> {
  const reading = (async () => {
    for await (const line of typed) {
      if (line.startsWith('{')) client.raw(line)
      else if (line !== '') client.say({ text: line })
    }
    return EXIT.success
  })()
  return Promise.race([reading, client.closed.then(() => EXIT.failed)])
}
