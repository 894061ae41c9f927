// Whether everything is well with the room, step by step from the address to the agent. What has to be known for a later
// step and is not, is left out: the first that fails is the one to mend.
import { faultOf } from '../../../shared/errors.ts'
import type { HealthStep, RoomStatus } from '../../../shared/room-status.ts'
import type { Target } from './target.ts'
import type { Admission } from './token-endpoint.ts'

const PATIENCE_MS = 8_000

const good = (what: HealthStep['what'], words: string): HealthStep => ({
  what,
  ok: true,
  words,
  remedy: null,
})
const bad = (what: HealthStep['what'], words: string, remedy: string): HealthStep => ({
  what,
  ok: false,
  words,
  remedy,
})

export async function checkRoom(
  target: Target | null,
  status: RoomStatus,
  admit: (to: Target) => Promise<Admission>,
  /** A server that is named, though nothing is there that would let anybody in; empty where none is. */
  keyless = '',
): Promise<HealthStep[]> {
  if (!target) return keyless === '' ? localSteps : keylessSteps(keyless)
  const admission = await admit(target).catch((error: unknown) => faultOf(error))
  // An endpoint is the only one to know where its server is.
  const url = 'url' in admission ? admission.url : target.url
  const address =
    url === '' && 'message' in admission
      ? bad('address', admission.message, admission.remedy)
      : await addressStep(url)
  if (!address.ok) return [address]
  const token =
    'token' in admission
      ? await tokenStep(url, admission.token, target.by)
      : bad('token', admission.message, admission.remedy)
  if (!token.ok) return [address, token]
  return [address, token, await roomStep(target, status), agentStep(status)]
}

const localSteps: HealthStep[] = [
  {
    what: 'address',
    ok: null,
    words: 'No LiveKit room is set up; you and the agent meet in this window.',
    remedy: 'To meet elsewhere too, start a server on this computer, or name one in the settings.',
  },
  good('agent', 'The agent is in the local room.'),
]

async function keylessSteps(url: string): Promise<HealthStep[]> {
  const token = bad(
    'token',
    'A server is named, but there is no key and secret for it, so you and the agent meet in this window.',
    'Set both in the settings, or as LIVEKIT_API_KEY and LIVEKIT_API_SECRET; or name a token endpoint.',
  )
  return [await addressStep(url), token, ...localSteps.slice(1)]
}

const httpOf = (url: string): string => url.replace(/^ws/, 'http')

async function addressStep(url: string): Promise<HealthStep> {
  try {
    const answer = await fetch(httpOf(url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return good('address', `A server answers at ${url}.`)
    return bad(
      'address',
      `What answers at ${url} is no LiveKit server: it said ${answer.status}.`,
      'Check the address in the settings.',
    )
  } catch (error) {
    const code = (error as { cause?: { code?: unknown } }).cause?.code
    const why = typeof code === 'string' ? ` (${code})` : ''
    if (/CERT|TLS|SSL|SELF_SIGNED/.test(why))
      return bad(
        'address',
        `The certificate of ${url} is not one this computer trusts${why}.`,
        'Give the server a certificate that is, or use its address with ws:// in a network you trust.',
      )
    return bad(
      'address',
      `Nothing answers at ${url}${why}.`,
      'Start the server, or check the address in the settings.',
    )
  }
}

async function tokenStep(url: string, token: string, by: Target['by']): Promise<HealthStep> {
  const answer = await fetch(new URL('rtc/validate', `${httpOf(url).replace(/\/$/, '')}/`), {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => null)
  await answer?.body?.cancel()
  if (answer?.ok) return good('token', 'The server accepts tokens from here.')
  if (answer?.status === 401 || answer?.status === 403)
    return by === 'keys'
      ? bad(
          'token',
          'The server does not accept the key and the secret.',
          'Set both anew in the settings, as they are in the server’s configuration; check this computer’s clock too.',
        )
      : bad(
          'token',
          'The server does not accept the token endpoint’s tokens.',
          'Check that the endpoint and the server belong together.',
        )
  return bad(
    'token',
    `The server does not say whether it accepts tokens${answer ? `: it said ${answer.status}` : ''}.`,
    'Check that it is a LiveKit server, and try again.',
  )
}

async function roomStep(target: Target, status: RoomStatus): Promise<HealthStep> {
  const isIn = status.tag === 'livekit' && status.state === 'in'
  if (isIn) return good('room', `The room ${target.room} is open.`)
  if (target.by === 'endpoint')
    return {
      what: 'room',
      ok: null,
      words: 'Whether the room is open, only the agent finds out.',
      remedy: null,
    }
  try {
    const { isOpen } = await import('./tokens.ts')
    return (await isOpen(target, target.room))
      ? good('room', `The room ${target.room} is open.`)
      : {
          what: 'room',
          ok: null,
          words: `The room ${target.room} is not open yet.`,
          remedy: 'It opens when the agent, or anybody else, joins it.',
        }
  } catch (error) {
    return bad('room', `The server does not tell of its rooms: ${faultOf(error).message}`, 'Try again.')
  }
}

function agentStep(status: RoomStatus): HealthStep {
  if (status.tag === 'local')
    return bad('agent', 'The agent has not set out for the room yet.', 'Try again in a moment.')
  const { state, fault } = status
  if (state === 'in') return good('agent', 'The agent is in the room.')
  if (state === 'joining') return { what: 'agent', ok: null, words: 'The agent is joining.', remedy: null }
  return bad(
    'agent',
    fault?.message ?? 'The agent is not in the room.',
    fault?.remedy ?? 'Choose “Try again” above.',
  )
}
