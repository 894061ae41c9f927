// The state of the gateway and its guests, for the status bar and the devices page.
import type { Fault } from './errors.ts'
import type { GuestWire } from './wire/registry.ts'

export const MAX_DEVICE_NAME = 60

/** A device with a token, for the owner. */
export interface KnownDevice {
  id: string
  name: string
  /** Where its token is from: a pairing, the file of this profile, or GATEWAY_TOKEN. */
  kind: 'paired' | 'local' | 'environment'
  /** The wire it was paired for; null if it is unknown, or the token works on every wire. */
  wire: GuestWire | null
  /** Null if it was never paired, or by a version that did not store the time. */
  pairedAt: number | null
  lastSeen: number | null
  /** Whether it may approve commands and edits of its own requests. */
  mayApprove: boolean
}

/** A connected client of the gateway. */
export interface Guest {
  id: string
  /** The device with its token; null if access is open. */
  device: { id: string; name: string } | null
  /** Its kind, such as "G2 glasses". */
  title: string
  /** Its network address. */
  address: string
  /** Its User-Agent header; null if there is none. */
  agent: string | null
  since: number
  /** What it is doing, such as "listening". */
  state: string
}

export type GatewayStatus =
  | { tag: 'off' }
  | {
      tag: 'listening'
      url: string
      /** The addresses for other devices in the network; none if the gateway accepts only this computer. */
      addresses: string[]
      /** Whether --gateway-open allows access without a token. */
      isOpen: boolean
      /** Every device with a token, the shared token first. */
      devices: KnownDevice[]
      /** Whether a pairing code waits for its device. */
      codeWaits: boolean
      guests: Guest[]
      /** How many guests are connected but not listed. */
      more: number
    }
  | { tag: 'failed'; fault: Fault }

/** What a new device needs to connect. */
export interface Pairing {
  /** The address, with the token. The device scans it as a QR code. */
  link: string
}
