// What the clients of all wires share.
import { parseJson } from '../base/parse-json.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Closing, Frame } from './link.ts'
import { PIECE_MS } from './audio-file.ts'

/** What a turn sends. */
export type Input =
  | { text: string }
  /** 16 kHz PCM, in pieces. */
  | { pieces: readonly Uint8Array[] }
  /** Vela's mocked turn. */
  | 'mocked'

/** A connection as a client uses it: its frames are printed, and disturbed if asked for. */
export interface Connection {
  send(frame: Frame): void
  onFrame(listener: (frame: Frame) => void): void
  readonly closed: Promise<Closing>
  /** Resolves when the gateway has handled everything sent before, or has closed the connection. */
  roundTrip(): Promise<void>
  close(): void
}

export interface WireClient {
  /** Resolves when the gateway has accepted the connection; rejects with the reason if it does not. */
  readonly ready: Promise<void>
  /** Takes a turn. Resolves with the reason if it failed, or null. */
  turn(input: Input): Promise<string | null>
  /** Sends the input without waiting for an answer. */
  say(input: Input): void
  /** Sends a frame unchanged. */
  raw(frame: string): void
  /** Resolves when the connection has ended and no reconnection follows. */
  readonly closed: Promise<Closing>
  close(): void
}

export interface WireClientDeps {
  clock: Clock
  timeoutMs: number
  /** Whether audio is sent as slowly as it was spoken. */
  realtime: boolean
  note(text: string): void
}

export const closingText = ({ code, reason }: Closing): string =>
  `The gateway closed the connection (${reason === '' ? code : `${code} ${reason}`}).`

/** The turn that a caller waits for. */
export interface PendingTurn {
  /** Ends the turn, if there is one. */
  end(failure: string | null): void
  begin(start: () => void): Promise<string | null>
}

export function createPendingTurn({
  clock,
  timeoutMs,
}: Pick<WireClientDeps, 'clock' | 'timeoutMs'>): PendingTurn {
  let settle: ((failure: string | null) => void) | null = null
  const end = (failure: string | null): void => {
    settle?.(failure)
    settle = null
  }
  return {
    end,
    begin(start) {
      return new Promise((resolve) => {
        const cancel = clock.after(timeoutMs, () => end(`The turn did not end within ${timeoutMs / 1000} s.`))
        settle = (failure) => {
          cancel()
          resolve(failure)
        }
        start()
      })
    },
  }
}

export async function sendPieces(
  { clock, realtime }: Pick<WireClientDeps, 'clock' | 'realtime'>,
  pieces: readonly Uint8Array[],
  send: (piece: Uint8Array) => void,
): Promise<void> {
  for (const piece of pieces) {
    send(piece)
    if (realtime) await new Promise<void>((resolve) => void clock.after(PIECE_MS, resolve))
  }
}

/** How the turn goes. */
export interface TurnProgress {
  answered(): void
  failed(why: string): void
  /** The gateway is idle again, so nothing more follows. */
  over(): void
}

interface FrameHandling<F> {
  /** Null for an unknown frame. */
  read(parsed: unknown): F | null
  /** Whether this frame accepts the connection. */
  isReady(frame: F): boolean
  receive(frame: F, turn: TurnProgress): void
  say(input: Input): void
}

/** A client whose session ends with its connection. */
export function createSingleConnectionClient<F>(
  line: Connection,
  deps: WireClientDeps,
  wire: FrameHandling<F>,
): WireClient {
  const waiting = createPendingTurn(deps)
  let answered = false
  let failure: string | null = null
  const turn: TurnProgress = {
    answered: () => void (answered = true),
    failed: (why) => void (failure = why),
    over() {
      if (answered || failure !== null) waiting.end(answered ? null : failure)
    },
  }
  const ready = new Promise<void>((resolve, reject) => {
    line.onFrame((data) => {
      const frame = wire.read(typeof data === 'string' ? parseJson(data) : undefined)
      if (frame === null) return deps.note('Unknown frame, ignored.')
      if (wire.isReady(frame)) resolve()
      wire.receive(frame, turn)
    })
    void line.closed.then((closing) => {
      reject(new Error(closingText(closing)))
      waiting.end(closingText(closing))
    })
  })
  ready.catch(() => {})
  return {
    ready,
    say: wire.say,
    turn(input) {
      answered = false
      failure = null
      return waiting.begin(() => wire.say(input))
    },
    raw: line.send,
    closed: line.closed,
    close: line.close,
  }
}
