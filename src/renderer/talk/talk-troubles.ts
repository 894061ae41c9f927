// What can keep somebody from being heard, each in a plain sentence and with what to do about it.
import { FaultError } from '../../shared/errors.ts'
import { UNTOLD_REMEDY } from '../room/room-link.ts'

export type TroubleKind =
  | 'permission'
  | 'no_device'
  | 'busy'
  | 'insecure'
  | 'suspended'
  | 'unplugged'
  | 'silent'
  | 'failed'
  | 'muted'
  | 'offline'
  | 'cut'
  | 'refused'
  | 'too_soon'

export interface Trouble {
  kind: TroubleKind
  message: string
  remedy: string
}

/** Where the page runs decides where a permission is given back. */
export type Host = 'desktop' | 'browser'

const words: Record<TroubleKind, (host: Host) => { message: string; remedy: string }> = {
  permission: (host) => ({
    message: 'Parley may not use the microphone.',
    remedy:
      host === 'browser'
        ? 'Allow it by the sign beside the address of this page, then try again.'
        : 'Allow it in the system’s privacy settings, under microphone, then try again.',
  }),
  no_device: () => ({
    message: 'There is no microphone.',
    remedy: 'Plug one in or switch it on; until then, type what you would say.',
  }),
  busy: () => ({
    message: 'Another program has the microphone to itself.',
    remedy: 'End the call or recording that uses it, or choose another microphone below, then try again.',
  }),
  insecure: () => ({
    message: 'A browser gives the microphone only to pages it trusts, and this address is not one of them.',
    remedy: 'Open Parley by the address it printed, which begins with http://127.0.0.1.',
  }),
  suspended: () => ({
    message: 'The microphone is open, but no sound comes from it.',
    remedy: 'Press the button once more. If that does not help, choose another microphone or restart Parley.',
  }),
  unplugged: () => ({
    message: 'The microphone was unplugged.',
    remedy: 'What you had said was kept and sent. Plug it in again or choose another one.',
  }),
  silent: () => ({
    message: 'Nothing but silence comes from the microphone.',
    remedy: 'Look for a switch on the microphone, or its mute in the system’s sound settings.',
  }),
  failed: () => ({
    message: 'The microphone could not be opened.',
    remedy: 'Try again, or choose another microphone.',
  }),
  muted: () => ({
    message: 'The microphone is muted.',
    remedy: 'Unmute it, then talk.',
  }),
  offline: () => ({
    message: 'There is no connection to the agent, so nobody would hear you.',
    remedy: 'Parley comes back by itself; talk when it has.',
  }),
  cut: () => ({
    message: 'The connection to the agent broke.',
    remedy: 'Go on: what you say is kept, and sent as soon as Parley is back.',
  }),
  refused: () => ({
    message: 'The agent cannot listen now.',
    remedy: 'Try again in a moment, or type.',
  }),
  too_soon: () => ({
    message: 'You let go before the microphone was open.',
    remedy: 'Hold until the light is on, then talk.',
  }),
}

export function troubleOf(kind: TroubleKind, host: Host = 'desktop'): Trouble {
  return { kind, ...words[kind](host) }
}

/** Why the agent would not listen and what to do about it, in its own words where they came with the error. */
export function refusal(error: unknown): Trouble {
  const own = troubleOf('refused')
  const { message, remedy } =
    error instanceof FaultError ? error.fault : { message: errorMessage(error), remedy: '' }
  const told = remedy !== '' && remedy !== UNTOLD_REMEDY
  return { kind: 'refused', message: message || own.message, remedy: told ? remedy : own.remedy }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Errors of `getUserMedia`, by name. A browser tells no more than the name. */
export function kindOfMediaError(name: string): TroubleKind {
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return 'permission'
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'no_device'
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'busy'
    case 'SecurityError':
      return 'insecure'
    default:
      return 'failed'
  }
}
