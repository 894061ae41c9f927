// A connection that a check examines frame by frame. Each frame must be one that the wire defines.
import { isDeepStrictEqual } from 'node:util'
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'
import { bytesOfSamples } from '../../core/speech/pcm.ts'
import type { Closing, Frame, Link } from '../link.ts'
import { shortText } from '../printer.ts'
import { Broken, type CheckContext } from './rule.ts'

export interface Probe<F> {
  /** Sends objects as JSON, and text and bytes unchanged. */
  send(frame: object | string): void
  /** The next frame. `expected` names it in the report if it does not arrive. */
  next(expected: string): Promise<F>
  /** All frames up to the first that is last, including it. */
  until(expected: string, isLast: (frame: F) => boolean): Promise<F[]>
  /** The unread frames, after the gateway has handled everything that was sent. */
  received(): Promise<F[]>
  /** How the gateway closes the connection. `each` gets the frames before that. */
  closing(each?: (frame: F) => void): Promise<Closing>
  cut(): void
}

const QUOTED = 300
/** A turn with more frames will not end. */
const MAX_FRAMES = 100_000

export const quoted = (value: unknown): string =>
  shortText(
    value instanceof Uint8Array ? `${value.length} bytes` : (JSON.stringify(value) ?? 'nothing'),
    QUOTED,
  )

/** `read` returns null for a frame that does not matter, and throws `Broken` for one that the wire does not define. */
export function createProbe<F>(
  context: CheckContext,
  link: Link,
  read: (frame: Frame) => F | null,
): Probe<F> {
  const unread: Frame[] = []
  let closed: Closing | null = null
  let wake: () => void = () => {}
  link.onFrame((frame) => {
    if (unread.push(frame) > MAX_FRAMES) link.cut()
    wake()
  })
  void link.closed.then((closing) => {
    closed = closing
    wake()
  })

  /** Waits for a frame or the end; false when the time is up. */
  function changed(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = context.clock.after(context.timeoutMs, () => resolve(false))
      wake = () => {
        cancel()
        resolve(true)
      }
    })
  }

  async function next(expected: string): Promise<F> {
    for (;;) {
      while (unread.length > 0) {
        const frame = read(unread.shift()!)
        if (frame !== null) return frame
      }
      if (closed !== null)
        throw new Broken(`The connection was closed (${closingOf(closed)}); expected ${expected}.`)
      if (!(await changed()))
        throw new Broken(`Nothing came within ${context.timeoutMs / 1000} s; expected ${expected}.`)
    }
  }

  return {
    send: (frame) =>
      link.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame)),
    next,
    async until(expected, isLast) {
      const frames: F[] = []
      for (;;) {
        const frame = await next(expected)
        frames.push(frame)
        if (isLast(frame)) return frames
      }
    },
    async received() {
      await link.roundTrip()
      return unread.splice(0).flatMap((frame) => read(frame) ?? [])
    },
    async closing(each = () => {}) {
      for (;;) {
        for (const frame of unread.splice(0).flatMap((one) => read(one) ?? [])) each(frame)
        if (closed !== null) return closed
        if (!(await changed()))
          throw new Broken(`The connection was not closed within ${context.timeoutMs / 1000} s.`)
      }
    },
    cut: () => link.cut(),
  }
}

const closingOf = ({ code, reason }: Closing): string =>
  reason === '' ? String(code) : `${code} ${quoted(reason)}`

export async function expectInOrder<F>(probe: Probe<F>, expected: readonly F[]): Promise<void> {
  for (const frame of expected) {
    const got = await probe.next(quoted(frame))
    expectSame(got, frame)
  }
}

export function expectSame(got: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(got, expected)) throw new Broken(`Expected ${quoted(expected)}, got ${quoted(got)}.`)
}

/** Asserts. `otherwise` says what is wrong. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise)
}

/** How long a check waits to see that nothing happens. */
const QUIET_MS = 400

export const pause = (context: CheckContext, ms: number): Promise<void> =>
  new Promise((resolve) => void context.clock.after(ms, resolve))

/** The frames that arrive while the check sends nothing. */
export async function receivedUnasked<F>(context: CheckContext, probe: Probe<F>): Promise<F[]> {
  await pause(context, QUIET_MS)
  return probe.received()
}

const TONE_HERTZ = 440
const TONE_AMPLITUDE = 8_000

/** A tone without speech, as 16 kHz PCM. */
export const toneBytes = (seconds: number): Uint8Array =>
  bytesOfSamples(
    Int16Array.from({ length: seconds * HEARING_RATE }, (_, at) =>
      Math.round(TONE_AMPLITUDE * Math.sin((2 * Math.PI * TONE_HERTZ * at) / HEARING_RATE)),
    ),
  )
