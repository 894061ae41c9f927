// What the Vela page says, in words.
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import type { VelaState } from '../../shared/wire/vela.ts'
import type { TroubleKind } from '../talk/talk-troubles.ts'
import { isActive, type Connection, type PageState } from './page-state.ts'

export const troubles = {
  unreachable:
    'Parley could not be reached, and is tried again. Is it running, and is this device on the same network?',
  malformed: 'Parley sent something this page does not understand. It was passed over.',
  untold: 'Something failed, and Parley did not say what. Try again.',
  tooSoon: 'You let go before the microphone was open. Hold until it says Listening, then talk.',
} as const

const DROPPED_AT_DESKTOP = 4003

/** Why a connection ended; `final` where trying again by itself would not help. */
export function closingWords(code: number): { words: string; final: boolean } {
  switch (code) {
    case UNAUTHORIZED.code:
      return {
        words:
          'Parley does not know this page’s token. Open the whole address that Parley’s window shows for this page.',
        final: true,
      }
    case DROPPED_AT_DESKTOP:
      return { words: 'This page was disconnected at the desktop.', final: true }
    case 1001:
      return { words: 'Parley was stopped. This page waits for it to be started again.', final: false }
    default:
      return { words: 'The connection to Parley was lost, and is tried again.', final: false }
  }
}

const connections: Record<Connection, string> = {
  'not connected': 'Not connected',
  connecting: 'Connecting',
  connected: 'Connected',
  disconnected: 'Disconnected',
  error: 'Error',
}

const sessions: Record<VelaState, string> = {
  idle: 'Idle',
  listening: 'Listening',
  thinking: 'Thinking',
  speaking: 'Speaking',
}

export const connectionWords = ({ connection }: PageState): string => connections[connection]

export function sessionWords(state: PageState): string {
  if (state.connection !== 'connected') return 'None'
  return state.awaited > 0 ? 'Getting ready' : sessions[state.session]
}

const running: Record<VelaState, string> = {
  idle: 'One moment',
  listening: 'Making out the words',
  thinking: 'Thinking',
  speaking: 'Answering',
}

export function micWords(state: PageState): string {
  const { pipeline, turn, session } = state
  if (turn.tag === 'running') return running[session]
  if (turn.tag === 'none') return pipeline === 'live' ? 'Hold to talk' : 'Hold: mic control shell'
  if (turn.sound === 'none') return 'Let go to commit'
  return turn.sound === 'open' ? 'Listening: let go to send' : 'Opening the microphone'
}

export const hintWords = ({ pipeline }: PageState): string =>
  pipeline === 'live'
    ? 'This is your microphone. Hold the button or the space bar, speak, and let go.'
    : 'This is a control shell and not real microphone capture: it sends a placeholder.'

/** What stands where the words will be. */
export function emptyWords(state: PageState): string {
  if (state.connection !== 'connected') return 'Once connected, what you say and the reply appear here.'
  return isActive(state) ? '' : 'What you say and the reply appear here.'
}

/** What keeps the microphone from being heard on a phone or in a browser. */
export function micTrouble(kind: TroubleKind): string {
  switch (kind) {
    case 'permission':
      return 'This page may not use the microphone. Allow it by the sign beside the address, then hold again. The mocked turn works without.'
    case 'no_device':
      return 'This device has no microphone. Plug one in, then hold again. The mocked turn works without.'
    case 'busy':
      return 'Another program has the microphone to itself. End the call or recording, then hold again.'
    case 'insecure':
      return 'Browsers give the microphone only over https: put https:// in front of this page’s address, and say that you trust it. The mocked turn works without.'
    case 'unplugged':
      return 'The microphone was unplugged. What you had said was sent.'
    case 'suspended':
    case 'silent':
      return 'The microphone is open, but no sound comes from it. Let go, then hold again.'
    case 'failed':
    case 'muted':
    case 'offline':
    case 'cut':
    case 'refused':
    case 'too_soon':
      return 'The microphone could not be opened. Hold again to try once more. The mocked turn works without.'
  }
}
