// Conformance rules as data: what a gateway must do, and how to check it.
import type { Clock } from '../../core/ports/clock.ts'
import type { GatewayWire } from '../../shared/wire/gateway.ts'
import type { Admission, Link } from '../link.ts'

export type Need =
  /** The gateway has a token, and we know it. */
  | 'token'
  /** The gateway needs no token. */
  | 'no token'
  /** A recording of speech. */
  | 'wav'
  /** A minute or more. */
  | 'slow'

export interface Rule {
  id: string
  /** What the gateway must do, in one sentence. */
  title: string
  needs?: readonly Need[]
  /** Returns if the gateway follows the rule, else throws `Broken`; throws `NotObserved` if that cannot be seen. */
  check: ((context: CheckContext) => Promise<void>) | NotTestable
}

/** Why no client can check the rule. */
export interface NotTestable {
  notTestable: string
}

/** What a check works with. Its connections are closed for it. */
export interface CheckContext {
  readonly gateway: URL
  readonly token: string | null
  /** Speech as 16 kHz PCM, or null without a recording. */
  readonly speech: Uint8Array | null
  readonly clock: Clock
  /** How long an answer may take. */
  readonly timeoutMs: number
  /** Opens a new connection, with the token unless `admission` says otherwise. */
  open(wire: GatewayWire, admission?: Partial<Admission>): Promise<Link>
}

/** The gateway breaks the rule. */
export class Broken extends Error {}

/** The check could not see whether the gateway follows the rule. */
export class NotObserved extends Error {}
