// Checks of this window: its microphone and its connection to the agent.
import type { HealthStep } from '../../shared/room-status.ts'
import type { Connection } from '../store/state.ts'
import { disconnectedBecause } from './room-text.ts'
import type { TalkView } from '../talk/talk-control.ts'
import { insteadBecause } from './room-text.ts'
import { problemOf, type TalkProblem, type ProblemKind } from '../talk/talk-problems.ts'

/** Problems of the microphone; the others are about the room or the moment. */
const ABOUT_MICROPHONE: ReadonlySet<ProblemKind> = new Set([
  'permission',
  'no_device',
  'busy',
  'insecure',
  'suspended',
  'unplugged',
  'silent',
  'failed',
])

export interface Heard {
  /** What the page knows before it asks: whether there is a microphone, and whether it is blocked. */
  devices: number
  forbidden: boolean
}

export function microphoneStep(
  view: Pick<TalkView, 'problem' | 'muted' | 'microphone' | 'microphoneName'>,
  { devices, forbidden }: Heard,
): HealthStep {
  const bad = ({ message, remedy }: TalkProblem): HealthStep => ({
    what: 'microphone',
    ok: false,
    words: message,
    remedy,
  })
  if (view.problem && ABOUT_MICROPHONE.has(view.problem.kind)) return bad(view.problem)
  if (view.microphone === 'open')
    return {
      what: 'microphone',
      ok: true,
      words: `${view.microphoneName ?? 'The microphone'} is open.`,
      remedy: null,
    }
  if (view.muted)
    return {
      what: 'microphone',
      ok: null,
      words: 'The microphone is muted.',
      remedy: 'Unmute it in the status bar, or with Alt+M.',
    }
  if (devices === 0) return bad(problemOf('no_device'))
  if (forbidden) return bad(problemOf('permission'))
  return {
    what: 'microphone',
    ok: true,
    words: 'A microphone is available; it opens when you talk.',
    remedy: null,
  }
}

/** Above this, users notice the delay. */
const SLOW_MS = 400

export async function networkStep(connection: Connection, ping: () => Promise<number>): Promise<HealthStep> {
  const bad = (words: string, remedy: string): HealthStep => ({ what: 'network', ok: false, words, remedy })
  const why = disconnectedBecause(connection)
  if (why !== null)
    return bad(
      why,
      'Parley reconnects automatically. If it does not, check that the agent’s process still runs.',
    )
  const instead = insteadBecause(connection)
  if (instead !== null)
    return bad(
      `This window could not reach the LiveKit server and uses the local room instead. ${instead}`,
      'Check that nothing blocks WebSocket and UDP connections to the server, and that the address begins with wss:// unless the server is on this computer; then try again.',
    )
  try {
    const ms = Math.max(1, Math.round(await ping()))
    const isOverLiveKit = connection.tag === 'connected' && connection.way.tag === 'livekit'
    const by = isOverLiveKit ? 'over LiveKit' : 'in the local room'
    const words = `This window is connected ${by}; the round trip takes ${ms} ms.`
    return ms <= SLOW_MS
      ? { what: 'network', ok: true, words, remedy: null }
      : {
          what: 'network',
          ok: null,
          words,
          remedy: 'That is slow. A cable or a nearer server makes answers faster.',
        }
  } catch (error) {
    return bad(
      `A call to the agent failed: ${error instanceof Error ? error.message : String(error)}`,
      'Try again in a moment.',
    )
  }
}
