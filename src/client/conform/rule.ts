// The rules of the documents as data: where each stands, what it says, and how to find out whether a gateway keeps it.
import type { Clock } from '../../core/ports.ts'
import type { Admission, ClientWire, Link } from '../link.ts'

export type Need =
  /** The gateway must have a token, and we must know it. */
  | 'token'
  /** The gateway must have none. */
  | 'no token'
  /** Somebody must say something. */
  | 'wav'
  /** It takes a minute or more. */
  | 'slow'

export interface Rule {
  id: string
  /** The number of the document, or `ruling`. */
  document: '002' | '003' | '004' | 'ruling'
  section: string
  /** What it says. */
  sentence: string
  needs?: readonly Need[]
  /** Returns where the rule is kept, and throws `Broken` or `Unseen`. */
  check: ((bench: Bench) => Promise<void>) | Beyond
}

/** Why nobody outside the gateway can tell. */
export interface Beyond {
  beyond: string
}

/** What a check is handed. Connections are closed for it. */
export interface Bench {
  readonly gateway: URL
  readonly token: string | null
  /** What somebody said, 16 kHz; null where no recording was given. */
  readonly speech: Uint8Array | null
  readonly clock: Clock
  /** How long an answer may take. */
  readonly timeoutMs: number
  /** A fresh connection, let in with the token unless told otherwise. */
  open(wire: ClientWire, admission?: Partial<Admission>): Promise<Link>
}

/** The gateway does not keep the rule. */
export class Broken extends Error {}

/** It could not be seen whether the gateway keeps the rule. */
export class Unseen extends Error {}
