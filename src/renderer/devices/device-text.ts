// Text about phones, browsers and glasses that talk to this codebase.
import type { GatewayStatus, Guest, KnownDevice } from '../../shared/gateway-status.ts'
import { gatewayWireOf } from '../../shared/wire/registry.ts'
import { isLoopback } from '../../base/host-address.ts'

/** `off`: turned off by the user; `busy`: waits for something; `bad`: needs the user. */
interface StateText {
  text: string
  look: 'good' | 'off' | 'busy' | 'bad'
  explained: string
}

export const guestsOf = (status: GatewayStatus | null): readonly Guest[] =>
  status?.tag === 'listening' ? status.guests : []

/** How many devices are connected, listed or not. */
export const guestCount = (status: GatewayStatus | null): number =>
  status?.tag === 'listening' ? status.guests.length + status.more : 0

/** The rest of a list that names only some; null if it names all. */
export const moreText = (count: number, named: number): string | null =>
  count > named ? `and ${count - named} more` : null

export const isPairable = (status: GatewayStatus | null): boolean => status?.tag === 'listening'

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The label in the status bar for screen readers, and the heading of its popover. */
export function itemText(status: GatewayStatus | null): { label: string; heading: string } {
  if (status?.tag === 'off') return { label: 'off', heading: 'Other devices are off' }
  if (status?.tag === 'failed') return { label: 'cannot connect', heading: 'Other devices cannot connect' }
  const count = guestCount(status)
  if (count === 0) return { label: 'none connected', heading: 'No other device is connected' }
  const connected = count === 1 ? 'is connected' : 'are connected'
  return { label: `${count} connected`, heading: `${counted(count, 'device')} ${connected}` }
}

/** Who can reach the gateway; `host` is the address in the settings. */
export function gatewayText(status: GatewayStatus, host: string): StateText {
  switch (status.tag) {
    case 'off':
      return {
        text: 'Off',
        look: 'off',
        explained: 'Phones, browsers and glasses cannot talk to this codebase.',
      }
    case 'failed':
      return {
        text: 'Not open',
        look: 'bad',
        explained: status.fault.retryable
          ? 'No device can connect meanwhile. Parley keeps trying.'
          : 'No device can connect meanwhile.',
      }
    case 'listening':
      return reachText(status, isLoopback(host))
  }
}

function reachText(
  { addresses, isOpen }: Extract<GatewayStatus, { tag: 'listening' }>,
  onlyHere: boolean,
): StateText {
  if (addresses.length > 0) {
    return {
      text: 'Open to your network',
      look: 'good',
      explained: 'Paired devices in your network can connect; Parley rejects all others.',
    }
  }
  if (!onlyHere) {
    return {
      text: 'On this computer only',
      look: 'busy',
      explained:
        'The settings open it to your network, but Parley found no network. Check the connection of this computer.',
    }
  }
  if (isOpen) {
    return {
      text: 'Open to every program on this computer',
      look: 'bad',
      explained:
        'Parley was started with --gateway-open: every program and every user of this computer can connect without a token. Start Parley without that flag to require tokens again.',
    }
  }
  return {
    text: 'On this computer only',
    look: 'good',
    explained:
      'Browsers and programs on this computer can connect with a token. Nothing else can reach Parley.',
  }
}

/** What to expect from a link with a self-signed certificate; null for other links. */
export function trustText(link: string): string | null {
  if (isOnlyHere(link)) return null
  if (link.startsWith('https://'))
    return 'The browser warns about this page the first time, because this computer signed its certificate itself. Continue anyway: browsers allow the microphone only on encrypted pages.'
  if (link.startsWith('wss://'))
    return 'VoiceIDE must trust the certificate, which this computer signed itself. If it cannot, replace wss:// with ws://; then anyone who monitors your network can read everything, including the token.'
  return null
}

/** Whether a link works only on this computer. */
export const isOnlyHere = (link: string): boolean => isLoopback(hostOf(link))

const hostOf = (link: string): string => URL.parse(link)?.hostname ?? ''

export function pairedText(paired: number, codeWaits: boolean): string {
  const waiting = codeWaits ? ' One pairing code has not been used yet.' : ''
  if (paired === 0) return `No device is paired.${waiting}`
  return paired === 1
    ? `One device is paired and can connect at any time.${waiting}`
    : `${paired} devices are paired and can connect at any time.${waiting}`
}

/** What the user can forget: `what` on the button, `all` in the question. */
export function forgetText(paired: number): { what: string; all: string } {
  if (paired === 0) return { what: 'Cancel the code', all: 'the code' }
  return { what: 'Forget paired devices', all: paired === 1 ? 'it' : `all ${paired}` }
}

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** A time of day, with the date if it is not today. */
function timeText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const options = isToday ? time : { ...time, day: 'numeric' as const, month: 'short' as const }
  return new Intl.DateTimeFormat(undefined, options).format(at)
}

export const sinceText = (since: number, now: number): string => `since ${timeText(since, now)}`

/** One line about a token holder. */
export function knownText({ kind, wire, pairedAt, lastSeen }: KnownDevice, now: number): string {
  const seen = lastSeen === null ? 'not seen yet' : `last seen ${timeText(lastSeen, now)}`
  if (kind === 'local') return `programs with this profile’s token, ${seen}`
  if (kind === 'environment') return `programs with the token you set, ${seen}`
  const what = wire === null ? 'paired' : `${gatewayWireOf(wire).device}, paired`
  return `${what} ${pairedAt === null ? 'with an earlier version' : timeText(pairedAt, now)}, ${seen}`
}
