// Checks the connection to a LiveKit room, step by step from the address to the agent. The steps after a failure are left
// out: the first failure is the one to fix.
import { faultOf } from '../../../shared/errors.ts'
import type { HealthStep, RoomStatus } from '../../../shared/room-status.ts'
import type { Target } from './admission.ts'
import type { Admission } from './token-endpoint.ts'

const MAX_ANSWER_MS = 8_000

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
  /** The address of a server for which there is neither a key nor an endpoint; empty where there is none. */
  keyless = '',
): Promise<HealthStep[]> {
  if (!target) return keyless === '' ? localSteps : keylessSteps(keyless)
  const admission = await admit(target).catch((error: unknown) => faultOf(error))
  // Only an endpoint knows where its server is.
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
    words: 'No LiveKit room is set up. The conversation is in this window only.',
    remedy:
      'To talk from other devices too, start a server on this computer, or enter the address of one in the settings.',
  },
  good('agent', 'The agent is in the local room.'),
]

async function keylessSteps(url: string): Promise<HealthStep[]> {
  const token = bad(
    'token',
    'The server has no key and secret in the settings, so the conversation is in this window only.',
    'Set both in the settings or as LIVEKIT_API_KEY and LIVEKIT_API_SECRET, or enter a token endpoint.',
  )
  return [await addressStep(url), token, ...localSteps.slice(1)]
}

const httpOf = (url: string): string => url.replace(/^ws/, 'http')

async function addressStep(url: string): Promise<HealthStep> {
  try {
    const answer = await fetch(httpOf(url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return good('address', `A server answers at ${url}.`)
    return bad(
      'address',
      `The server at ${url} is not a LiveKit server: it answered with status ${answer.status}.`,
      'Check the address in the settings.',
    )
  } catch (error) {
    const code = (error as { cause?: { code?: unknown } }).cause?.code
    const why = typeof code === 'string' ? ` (${code})` : ''
    if (/CERT|TLS|SSL|SELF_SIGNED/.test(why))
      return bad(
        'address',
        `This computer does not trust the certificate of ${url}${why}.`,
        'Give the server a trusted certificate, or use its ws:// address in a network you trust.',
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
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  }).catch(() => null)
  await answer?.body?.cancel()
  if (answer?.ok) return good('token', 'The server accepts Parley’s tokens.')
  if (answer?.status === 401 || answer?.status === 403)
    return by === 'keys'
      ? bad(
          'token',
          'The server does not accept the key and the secret.',
          'Enter both again in the settings, as they are in the server’s configuration. Also check this computer’s clock.',
        )
      : bad(
          'token',
          'The server does not accept the token endpoint’s tokens.',
          'Check that the endpoint and the server belong together.',
        )
  return bad(
    'token',
    `The server does not say whether it accepts tokens${answer ? `: it answered with status ${answer.status}` : ''}.`,
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
      words: 'With a token endpoint, only joining shows whether the room is open.',
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
          remedy: 'It opens when the agent or anybody else joins it.',
        }
  } catch (error) {
    return bad('room', `The server does not list its rooms: ${faultOf(error).message}`, 'Try again.')
  }
}

function agentStep(status: RoomStatus): HealthStep {
  if (status.tag === 'local')
    return bad('agent', 'The agent has not tried to join the room yet.', 'Try again in a moment.')
  const { state, fault } = status
  if (state === 'in') return good('agent', 'The agent is in the room.')
  if (state === 'joining') return { what: 'agent', ok: null, words: 'The agent is joining.', remedy: null }
  return bad(
    'agent',
    fault?.message ?? 'The agent is not in the room.',
    fault?.remedy ?? 'Choose “Try again” above.',
  )
}
