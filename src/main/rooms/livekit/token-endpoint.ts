// Tokens from an endpoint such as LiveKit's starter frontends use: asked with POST, it answers with where the server is and
// a token for it.
import { z } from 'zod'
import { FaultError } from '../../../shared/errors.ts'

const answer = z.object({
  server_url: z
    .string()
    .regex(/^wss?:\/\/[^\s@]+$/)
    .max(2000),
  participant_token: z.string().min(1).max(16_384),
})

export interface Admission {
  url: string
  token: string
}

export interface Applicant {
  identity: string
  name: string
  attributes?: Record<string, string>
}

const PATIENCE_MS = 10_000
const MOST_BYTES = 65_536

export async function askEndpoint(
  endpoint: string,
  room: string,
  who: Applicant,
  patienceMs = PATIENCE_MS,
): Promise<Admission> {
  const unanswered = (error: unknown): never => {
    throw refused(`The token endpoint at ${endpoint} does not answer.`, true, error)
  }
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      room_name: room,
      participant_identity: who.identity,
      participant_name: who.name,
      ...(who.attributes && { participant_attributes: who.attributes }),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(unanswered)
  if (!response.ok)
    throw refused(
      `The token endpoint answered ${response.status}.`,
      response.status >= 500 || response.status === 429,
    )
  const told = answer.safeParse(await boundedJson(response).catch(unanswered))
  if (!told.success) throw refused('The token endpoint’s answer has no server and no token in it.', false)
  return { url: told.data.server_url, token: told.data.participant_token }
}

const refused = (message: string, retryable: boolean, cause?: unknown): FaultError =>
  new FaultError('room_refused', message, 'Check the token endpoint in the settings.', { retryable, cause })

async function boundedJson(response: Response): Promise<unknown> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > MOST_BYTES) return null
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
