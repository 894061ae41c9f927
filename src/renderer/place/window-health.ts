// How this window is in the room: its microphone, and its way to the agent.
import type { HealthStep } from '../../shared/room-status.ts'
import type { Connection } from '../store/state.ts'
import { disconnectedBecause } from '../talk/connection-words.ts'
import type { TalkView } from '../talk/talk-control.ts'
import { insteadBecause } from './place-words.ts'
import { troubleOf, type Trouble, type TroubleKind } from '../talk/talk-troubles.ts'

/** These are about the microphone; the others about the room or the moment. */
const ABOUT_MICROPHONE: ReadonlySet<TroubleKind> = new Set([
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
  /** What the page may know before it has asked: whether there is any microphone, and whether it was forbidden. */
  devices: number
  forbidden: boolean
}

export function microphoneStep(
  view: Pick<TalkView, 'trouble' | 'muted' | 'microphone' | 'microphoneName'>,
  { devices, forbidden }: Heard,
): HealthStep {
  const bad = ({ message, remedy }: Trouble): HealthStep => ({
    what: 'microphone',
    ok: false,
    words: message,
    remedy,
  })
  if (view.trouble && ABOUT_MICROPHONE.has(view.trouble.kind)) return bad(view.trouble)
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
  if (devices === 0) return bad(troubleOf('no_device'))
  if (forbidden) return bad(troubleOf('permission'))
  return {
    what: 'microphone',
    ok: true,
    words: 'There is a microphone; it opens when you talk.',
    remedy: null,
  }
}

/** Above this, an answer is felt to come late. */
const SLOW_MS = 400

export async function networkStep(connection: Connection, ping: () => Promise<number>): Promise<HealthStep> {
  const bad = (words: string, remedy: string): HealthStep => ({ what: 'network', ok: false, words, remedy })
  const why = disconnectedBecause(connection)
  if (why !== null)
    return bad(why, 'Parley comes back by itself; if it does not, check that the agent’s process still runs.')
  const instead = insteadBecause(connection)
  if (instead !== null)
    return bad(
      `This window could not get to the LiveKit server, and talks to the agent here instead. ${instead}`,
      'Check that nothing blocks WebSocket and UDP between the two, and that the address begins with wss:// unless the server is on this computer; then try again.',
    )
  try {
    const ms = Math.max(1, Math.round(await ping()))
    const isOverLiveKit = connection.tag === 'connected' && connection.way.tag === 'livekit'
    const by = isOverLiveKit ? 'over LiveKit' : 'in the local room'
    const words = `This window is connected ${by}; a call takes ${ms} ms there and back.`
    return ms <= SLOW_MS
      ? { what: 'network', ok: true, words, remedy: null }
      : {
          what: 'network',
          ok: null,
          words,
          remedy: 'That is slow; a cable, or a server that is nearer, makes answers come sooner.',
        }
  } catch (error) {
    return bad(
      `A call to the agent failed: ${error instanceof Error ? error.message : String(error)}`,
      'Try again in a moment.',
    )
  }
}
