// What is said about phones, browsers and glasses that talk to this codebase.
import type { GatewayStatus, Guest, GuestWire } from '../../shared/gateway-status.ts'
import { isLoopback } from './loopback.ts'

/** `off` is for what was wished so, `busy` for what waits for something, `bad` for what needs somebody. */
interface StateWords {
  words: string
  look: 'good' | 'off' | 'busy' | 'bad'
  explained: string
}

export const guestsOf = (status: GatewayStatus | null): readonly Guest[] =>
  status?.tag === 'listening' ? status.guests : []

/** How many there are, listed or not. */
export const guestCount = (status: GatewayStatus | null): number =>
  status?.tag === 'listening' ? status.guests.length + status.more : 0

/** Of so many, so many are named; null where that is all. */
export const moreWords = (count: number, named: number): string | null =>
  count > named ? `and ${count - named} more` : null

/** It is to be open to the network, which takes a token, and pairing a device makes the first. */
export const waitsForPairing = (status: GatewayStatus | null): boolean =>
  status?.tag === 'failed' && status.fault.code === 'devices_token'

export const isPairable = (status: GatewayStatus | null): boolean =>
  status?.tag === 'listening' || waitsForPairing(status)

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The line in the status bar, for those who hear it, and the heading of what it opens to. */
export function itemWords(status: GatewayStatus | null): { label: string; heading: string } {
  if (status?.tag === 'off') return { label: 'off', heading: 'Other devices are off' }
  if (waitsForPairing(status)) return { label: 'none paired', heading: 'No other device is paired' }
  if (status?.tag === 'failed') return { label: 'cannot connect', heading: 'Other devices cannot connect' }
  const count = guestCount(status)
  if (count === 0) return { label: 'none connected', heading: 'No other device is connected' }
  const connected = count === 1 ? 'is connected' : 'are connected'
  return { label: `${count} connected`, heading: `${counted(count, 'device')} ${connected}` }
}

/** Who can reach the gateway, where `host` is the address that is wished for. */
export function gatewayWords(status: GatewayStatus, host: string): StateWords {
  switch (status.tag) {
    case 'off':
      return {
        words: 'Off',
        look: 'off',
        explained: 'No phone, browser or glasses can talk to this codebase.',
      }
    case 'failed':
      return waitsForPairing(status)
        ? {
            words: 'Opens to your network once a device is paired',
            look: 'busy',
            explained:
              'The network is let in with a token only, and pairing a device makes the first. Nothing can connect until then.',
          }
        : {
            words: 'Not open',
            look: 'bad',
            explained: status.fault.retryable
              ? 'No device can connect meanwhile. Parley tries again by itself.'
              : 'No device can connect meanwhile.',
          }
    case 'listening':
      return reachWords(status, isLoopback(host))
  }
}

function reachWords(
  { addresses, needsToken }: Extract<GatewayStatus, { tag: 'listening' }>,
  onlyHere: boolean,
): StateWords {
  if (addresses.length > 0) {
    return {
      words: 'Open to your network',
      look: 'good',
      explained: 'Devices in your network that you have paired can connect; others are turned away.',
    }
  }
  if (!onlyHere) {
    return {
      words: 'On this computer only',
      look: 'busy',
      explained:
        'It is to be open to your network, and no network was found. Check that this computer is in one.',
    }
  }
  return {
    words: 'On this computer only',
    look: 'good',
    explained: needsToken
      ? 'Browsers and programs on this computer that you have paired can connect. Nothing else reaches it.'
      : 'Browsers and programs on this computer can connect. Nothing else reaches it.',
  }
}

export const wireNames: Record<GuestWire, string> = {
  g2: 'Glasses',
  vela: 'Browser',
  'voice-ide': 'VoiceIDE',
}

/** What to do with a link that was made for it. */
export const wireSteps: Record<GuestWire, string> = {
  g2: 'In the phone app of the glasses, scan the code, or enter the link as the address of the gateway.',
  vela: 'Point the phone’s camera at the code, or open the link in a browser.',
  'voice-ide': 'In VoiceIDE, scan the code, or enter the link as the address of the server.',
}

/** What comes of a link that nobody vouches for but this computer; null where nothing does. */
export function trustWords(link: string): string | null {
  if (isOnlyHere(link)) return null
  if (link.startsWith('https://'))
    return 'The browser will warn of this page the first time, since it was this computer that vouched for it. Go on to it all the same: browsers give the microphone to encrypted pages only.'
  if (link.startsWith('wss://'))
    return 'VoiceIDE has to trust the certificate that this computer made for itself. Where it cannot, write ws:// in place of wss://: then whoever listens in your network can hear it all, the token too.'
  return null
}

/** Whether a link leads nowhere but to the computer it is followed on. */
export const isOnlyHere = (link: string): boolean => isLoopback(hostOf(link))

const hostOf = (link: string): string => URL.parse(link)?.hostname ?? ''

export function pairedWords(paired: number, codeWaits: boolean): string {
  const waiting = codeWaits ? ' A code waits for its device.' : ''
  if (paired === 0) return `No device is paired.${waiting}`
  return paired === 1
    ? `One device was paired and may come back whenever it likes.${waiting}`
    : `${paired} devices were paired and may come back whenever they like.${waiting}`
}

/** What there is to forget: `what` on a button, `all` where it is asked whether to. */
export function forgetWords(paired: number): { what: string; all: string } {
  if (paired === 0) return { what: 'Take the code back', all: 'the code' }
  return { what: 'Forget paired devices', all: paired === 1 ? 'it' : `all ${paired}` }
}

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }

/** A time of day, with the day where it is another one. */
export function sinceWords(since: number, now: number): string {
  const isToday = new Date(since).toDateString() === new Date(now).toDateString()
  const options = isToday ? time : { ...time, day: 'numeric' as const, month: 'short' as const }
  return `since ${new Intl.DateTimeFormat(undefined, options).format(since)}`
}
