// The client's side of every wire of the gateway: how to talk over it, and how to check it.
import type { Clock } from '../core/ports/clock.ts'
import { gatewayWires, type GuestWire } from '../shared/wire/registry.ts'
import type { GatewayWire } from '../shared/wire/gateway.ts'
import type { Rule } from './conform/rule.ts'
import { listenerRules } from './conform/listener-rules.ts'
import { g2ClientWire } from './g2/wire.ts'
import { velaClientWire } from './vela/wire.ts'
import { voiceIdeClientWire } from './voice-ide/wire.ts'
import type { Connection, Input, WireClient } from './wire-client.ts'

/** An option: what its value is called, or null for a switch, and what it does. */
export type OptionSpec = readonly [value: string | null, help: string]

/** The options of one wire that were given, by flag. A switch has an empty value. */
export type GivenOptions = Readonly<Record<string, string>>

export interface OpenClient {
  given: GivenOptions
  connect(): Promise<Connection>
  clock: Clock
  timeoutMs: number
  /** Whether audio is sent as slowly as it was spoken. */
  realtime: boolean
  note(text: string): void
}

export interface ClientWire {
  readonly wire: GatewayWire
  /** Options of this wire alone. */
  readonly options: Readonly<Record<string, OptionSpec>>
  /** Why these options do not work, or null. */
  check?(given: GivenOptions, input: { text: string | null; wav: string | null }): string | null
  /** What to send without --text and --wav. Null to send typed lines. */
  defaultInput?(given: GivenOptions, canType: boolean): Input | null
  open(options: OpenClient): Promise<WireClient>
  readonly rules: readonly Rule[]
}

const byId: Readonly<Record<GuestWire, ClientWire>> = {
  g2: g2ClientWire,
  vela: velaClientWire,
  'voice-ide': voiceIdeClientWire,
}

export const clientWires: readonly ClientWire[] = gatewayWires.map(({ id }) => byId[id])

/** The rules of the listener, and those of these wires. */
export const rulesOf = (wires: readonly ClientWire[]): readonly Rule[] => [
  ...listenerRules,
  ...wires.flatMap(({ rules }) => rules),
]
