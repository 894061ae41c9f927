// The gateway for phones, browsers and glasses, and who is connected to it, for the status bar and the page about it.
import type { Fault } from './errors.ts'

export const guestWires = ['g2', 'vela', 'voice-ide'] as const
export type GuestWire = (typeof guestWires)[number]

/** Somebody at a phone, a browser or glasses. */
export interface Guest {
  id: string
  /** What it is, such as "G2 glasses". */
  title: string
  /** Where it comes from. */
  address: string
  /** What its program calls itself; null where it does not say. */
  agent: string | null
  since: number
  /** What it is doing, in a word or two. */
  state: string
}

export type GatewayStatus =
  | { tag: 'off' }
  | {
      tag: 'listening'
      url: string
      /** Where others in this computer's network find it; none where it is for this computer alone. */
      addresses: string[]
      /** Whether a guest has to show a token. */
      needsToken: boolean
      /** How many devices have come by a code of theirs, and may come back. */
      paired: number
      /** Whether a code was made with which no device has come yet. */
      codeWaits: boolean
      guests: Guest[]
      /** How many more are connected than are listed. */
      more: number
    }
  | { tag: 'failed'; fault: Fault }

/** What a device needs to connect, with a token that was made for it. */
export interface Pairing {
  /** The address to be scanned, token included. */
  link: string
}
