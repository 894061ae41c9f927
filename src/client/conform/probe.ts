// A connection to a gateway that is examined: frames are taken one by one, and each must be one the wire has.
import { isDeepStrictEqual } from 'node:util'
import type { Closing, Frame, Link } from '../link.ts'
import { shortText } from '../terminal-text.ts'
import { Broken, type Bench } from './rule.ts'

export interface Probe<F> {
  /** Objects go as JSON; texts and bytes as they are. */
  send(frame: object | string): void
  /** The next frame; `expected` says in the report what did not come. */
  next(expected: string): Promise<F>
  /** All up to the first of which this holds, that one included. */
  until(expected: string, isLast: (frame: F) => boolean): Promise<F[]>
  /** What came and was not taken yet, once the gateway has seen everything it was sent. */
  sofar(): Promise<F[]>
  /** How the gateway ends the connection; `each` sees what it says before. */
  closing(each?: (frame: F) => void): Promise<Closing>
  cut(): void
}

const QUOTED = 300
/** A turn that says more is not going to end. */
const MOST_FRAMES = 100_000

export const quoted = (value: unknown): string =>
  shortText(
    value instanceof Uint8Array ? `${value.length} bytes` : (JSON.stringify(value) ?? 'nothing'),
    QUOTED,
  )

/** `read` gives null for a frame that is no matter of the check, and throws `Broken` for one the wire does not have. */
export function createProbe<F>(bench: Bench, link: Link, read: (frame: Frame) => F | null): Probe<F> {
  const came: Frame[] = []
  let closed: Closing | null = null
  let stir: () => void = () => {}
  link.onFrame((frame) => {
    if (came.push(frame) > MOST_FRAMES) link.cut()
    stir()
  })
  void link.closed.then((closing) => {
    closed = closing
    stir()
  })

  /** Waits until there is something to look at; false when time is up. */
  function stirred(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = bench.clock.after(bench.timeoutMs, () => resolve(false))
      stir = () => {
        cancel()
        resolve(true)
      }
    })
  }

  async function next(expected: string): Promise<F> {
    for (;;) {
      while (came.length > 0) {
        const frame = read(came.shift()!)
        if (frame !== null) return frame
      }
      if (closed !== null)
        throw new Broken(`The connection was closed (${closingWords(closed)}); expected ${expected}.`)
      if (!(await stirred()))
        throw new Broken(`Nothing came within ${bench.timeoutMs / 1000} s; expected ${expected}.`)
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
    async sofar() {
      await link.roundTrip()
      return came.splice(0).flatMap((frame) => read(frame) ?? [])
    },
    async closing(each = () => {}) {
      for (;;) {
        for (const frame of came.splice(0).flatMap((one) => read(one) ?? [])) each(frame)
        if (closed !== null) return closed
        if (!(await stirred()))
          throw new Broken(`The connection was not closed within ${bench.timeoutMs / 1000} s.`)
      }
    },
    cut: () => link.cut(),
  }
}

const closingWords = ({ code, reason }: Closing): string =>
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

/** Like an assertion: the sentence says what is wrong. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise)
}
