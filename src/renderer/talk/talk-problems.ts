// What can keep Parley from hearing the user, each with a next step.
import { FaultError } from '../../shared/errors.ts'
import { DEFAULT_REMEDY } from '../room/room-link.ts'

export type ProblemKind =
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

export interface TalkProblem {
  kind: ProblemKind
  message: string
  remedy: string
}

/** Where the page runs decides where the user grants the permission. */
export type Host = 'desktop' | 'browser'

const texts: Record<ProblemKind, (host: Host) => { message: string; remedy: string }> = {
  permission: (host) => ({
    message: 'Parley may not use the microphone.',
    remedy:
      host === 'browser'
        ? 'Allow it with the icon beside the address of this page, then try again.'
        : 'Allow it in the system’s privacy settings under “Microphone”, then try again.',
  }),
  no_device: () => ({
    message: 'There is no microphone.',
    remedy: 'Connect one or switch it on. Until then, type instead.',
  }),
  busy: () => ({
    message: 'Another program is using the microphone.',
    remedy: 'End the call or recording that uses it, or choose another microphone below, then try again.',
  }),
  insecure: () => ({
    message: 'Browsers allow the microphone only on trusted addresses, and this is not one.',
    remedy: 'Open Parley with the address it printed, which begins with http://127.0.0.1.',
  }),
  suspended: () => ({
    message: 'The microphone is open, but delivers no audio.',
    remedy: 'Press the button again. If that does not help, choose another microphone or restart Parley.',
  }),
  unplugged: () => ({
    message: 'The microphone was unplugged.',
    remedy: 'Parley sent what you had said. Connect the microphone again or choose another one.',
  }),
  silent: () => ({
    message: 'The microphone delivers only silence.',
    remedy: 'Check the switch on the microphone and the mute in the system’s sound settings.',
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
    message: 'There is no connection to the agent, so it cannot hear you.',
    remedy: 'Parley reconnects automatically. Talk when it is connected.',
  }),
  cut: () => ({
    message: 'The connection to the agent broke.',
    remedy: 'Keep talking: Parley sends what you say as soon as it is connected again.',
  }),
  refused: () => ({
    message: 'The agent cannot listen now.',
    remedy: 'Try again in a moment, or type.',
  }),
  too_soon: () => ({
    message: 'You released the key before the microphone was open.',
    remedy: 'Hold it until the light is on, then talk.',
  }),
}

export function problemOf(kind: ProblemKind, host: Host = 'desktop'): TalkProblem {
  return { kind, ...texts[kind](host) }
}

/** Why the agent refused to listen and what to do about it, from the error if it says so. */
export function refusal(error: unknown): TalkProblem {
  const own = problemOf('refused')
  const { message, remedy } =
    error instanceof FaultError ? error.fault : { message: errorMessage(error), remedy: '' }
  const hasRemedy = remedy !== '' && remedy !== DEFAULT_REMEDY
  return { kind: 'refused', message: message || own.message, remedy: hasRemedy ? remedy : own.remedy }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Errors of `getUserMedia`, by name: a browser gives nothing else. */
export function kindOfMediaError(name: string): ProblemKind {
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
