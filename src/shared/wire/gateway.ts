// What every wire of the gateway shares: the address, the token, and how a wire is described.
import type { Protocol } from './protocol.ts'

export const GATEWAY_HOST = '127.0.0.1'
export const GATEWAY_PORT = 8765

/** How the gateway closes a connection with a wrong or missing token. */
export const UNAUTHORIZED = { code: 4001, reason: 'Unauthorized' } as const

/** The query parameter that carries the token. */
export const TOKEN_PARAM = 'token'

/** The file of the profile that holds the token for clients of the same user. */
export const TOKEN_FILE = 'gateway-token'
/** The form of that token. Parley ignores a file with anything else. */
export const isGeneratedToken = (text: string): boolean => /^[\w-]{32,128}$/.test(text)

export const HEALTH_PATH = '/healthz'

/** Where a device that is being paired reaches the gateway. */
export interface PairingAddress {
  /** Host and port. */
  host: string
  /** On this computer only. Devices elsewhere can use TLS on the same port. */
  isLoopback: boolean
  token: string
}

/** One wire of the gateway, as every part of Parley knows it. `registry.ts` lists them all. */
export interface GatewayWire<Id extends string = string> {
  /** Used in stored devices, in the profile and on the client's command line. */
  readonly id: Id
  /** What the desktop calls a guest on this wire. */
  readonly title: string
  /** What the desktop calls such a device when it pairs one. */
  readonly device: string
  /** The path that clients connect to. */
  readonly path: string
  readonly pairing: {
    /** What the user does with the link. */
    readonly steps: string
    link(address: PairingAddress): string
  }
  /** The message formats on this wire: the main one first. */
  readonly protocols: readonly Protocol[]
}

/** Checks the description and keeps its id as a literal type. */
export const gatewayWire = <const Id extends string>(wire: GatewayWire<Id>): GatewayWire<Id> => wire
