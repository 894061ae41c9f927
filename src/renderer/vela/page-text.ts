// The texts of the Vela page.
import { UNAUTHORIZED } from '../../shared/wire/gateway.ts'
import type { VelaState } from '../../shared/wire/vela.ts'
import type { ProblemKind } from '../talk/talk-problems.ts'
import { isActive, type Connection, type PageState } from './page-state.ts'

export const problems = {
  unreachable: 'Cannot reach Parley. Trying again. Is it running, and is this device on the same network?',
  malformed: 'Parley sent a message that this page does not understand. It was ignored.',
  unknown: 'Something failed. Try again.',
  tooSoon:
    'You released the button before the microphone was open. Hold it until it says Listening, then talk.',
} as const

const DROPPED_AT_DESKTOP = 4003

/** Why a connection ended. `final`: retrying does not help. */
export function closingText(code: number): { text: string; final: boolean } {
  switch (code) {
    case UNAUTHORIZED.code:
      return {
        text: 'Parley does not know this page’s token. Open the whole address that Parley’s window shows for this page.',
        final: true,
      }
    case DROPPED_AT_DESKTOP:
      return { text: 'The desktop has disconnected this page.', final: true }
    case 1001:
      return { text: 'Parley has stopped. This page reconnects when it starts again.', final: false }
    default:
      return { text: 'The connection to Parley was lost. Reconnecting.', final: false }
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

export const connectionLabel = ({ connection }: PageState): string => connections[connection]

export function sessionLabel(state: PageState): string {
  if (state.connection !== 'connected') return 'None'
  return state.readyPending > 0 ? 'Getting ready' : sessions[state.session]
}

const running: Record<VelaState, string> = {
  idle: 'One moment',
  listening: 'Transcribing',
  thinking: 'Thinking',
  speaking: 'Answering',
}

export function micLabel(state: PageState): string {
  const { pipeline, turn, session } = state
  if (turn.tag === 'running') return running[session]
  if (turn.tag === 'none') return pipeline === 'live' ? 'Hold to talk' : 'Hold: mic control shell'
  if (turn.microphone === 'none') return 'Release to commit'
  return turn.microphone === 'open' ? 'Listening: release to send' : 'Opening the microphone'
}

export const hintText = ({ pipeline }: PageState): string =>
  pipeline === 'live'
    ? 'This is your microphone. Hold the button or the space bar, speak, then release.'
    : 'This is a control shell and not real microphone capture: it sends a placeholder.'

/** Shown while there is no transcript. */
export function emptyText(state: PageState): string {
  if (state.connection !== 'connected') return 'After connecting, what you say and the reply appear here.'
  return isActive(state) ? '' : 'What you say and the reply appear here.'
}

/** Why the microphone does not work. */
export function micProblem(kind: ProblemKind): string {
  switch (kind) {
    case 'permission':
      return 'This page may not use the microphone. Allow it in the address bar, then hold again. The mocked turn works without it.'
    case 'no_device':
      return 'This device has no microphone. Plug one in, then hold again. The mocked turn works without it.'
    case 'busy':
      return 'Another program is using the microphone. End the call or recording, then hold again.'
    case 'insecure':
      return 'Browsers give the microphone only over https: open this page with https:// and accept its certificate. The mocked turn works without it.'
    case 'unplugged':
      return 'The microphone was unplugged. What you said until then was sent.'
    case 'suspended':
    case 'silent':
      return 'The microphone is open but silent. Release the button, then hold again.'
    case 'failed':
    case 'muted':
    case 'offline':
    case 'cut':
    case 'refused':
    case 'too_soon':
      return 'The microphone could not be opened. Hold again to retry. The mocked turn works without it.'
  }
}
