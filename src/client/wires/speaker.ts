// What the three wires have in common for whoever speaks over one of them.
import type { Clock } from '../../core/ports.ts'
import type { Closing, Frame } from '../link.ts'
import { PIECE_MS } from '../sound-file.ts'

/** What is said in a turn. */
export type Saying =
  | { text: string }
  /** 16 kHz PCM, in pieces. */
  | { pieces: readonly Uint8Array[] }
  /** Vela's turn that is fixed in advance. */
  | 'mocked'

/** A connection that is shown and, where asked for, disturbed. */
export interface Line {
  send(frame: Frame): void
  onFrame(listener: (frame: Frame) => void): void
  readonly closed: Promise<Closing>
  /** Resolves once the gateway has seen what was sent before, or has closed. */
  roundTrip(): Promise<void>
  close(): void
}

export interface Speaker {
  /** Resolves once the gateway has let us in; rejects with why it did not. */
  readonly ready: Promise<void>
  /** Says it, and resolves with why the turn failed, or null. */
  turn(saying: Saying): Promise<string | null>
  /** Says it and does not wait for what comes of it. */
  say(saying: Saying): void
  /** Sends this as it is. */
  raw(frame: string): void
  /** Resolves once there is nobody to talk to any more. */
  readonly gone: Promise<Closing>
  close(): void
}

export interface SpeakerDeps {
  clock: Clock
  timeoutMs: number
  /** Whether sound takes as long to send as to speak. */
  realtime: boolean
  note(text: string): void
}

export const closingWords = ({ code, reason }: Closing): string =>
  `The gateway closed the connection (${reason === '' ? code : `${code} ${reason}`}).`

/** The turn that is waited for. */
export interface Waiting {
  /** Ends it; nothing happens where none is waited for. */
  end(failure: string | null): void
  begin(start: () => void): Promise<string | null>
}

export function createWaiting({ clock, timeoutMs }: Pick<SpeakerDeps, 'clock' | 'timeoutMs'>): Waiting {
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

/** One piece after another, then what follows them. */
export async function sendPieces(
  { clock, realtime }: Pick<SpeakerDeps, 'clock' | 'realtime'>,
  pieces: readonly Uint8Array[],
  send: (piece: Uint8Array) => void,
): Promise<void> {
  for (const piece of pieces) {
    send(piece)
    if (realtime) await new Promise<void>((resolve) => void clock.after(PIECE_MS, resolve))
  }
}
