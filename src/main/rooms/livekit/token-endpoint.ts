// Tokens from an endpoint such as LiveKit's starter frontends use: it answers a POST with the server's address and a token.
import { z } from 'zod'
import { FaultError } from '../../../shared/errors.ts'
import { parseJson } from '../../../base/parse-json.ts'

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

const MAX_ANSWER_MS = 10_000
const MAX_BYTES = 65_536

export async function askEndpoint(
  endpoint: string,
  room: string,
  who: Applicant,
  timeoutMs = MAX_ANSWER_MS,
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
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(unanswered)
  if (!response.ok)
    throw refused(
      `The token endpoint answered ${response.status}.`,
      response.status >= 500 || response.status === 429,
    )
  const parsed = answer.safeParse(await boundedJson(response).catch(unanswered))
  if (!parsed.success) throw refused('The token endpoint’s answer lacks a server or a token.', false)
  return { url: parsed.data.server_url, token: parsed.data.participant_token }
}

const refused = (message: string, retryable: boolean, cause?: unknown): FaultError =>
  new FaultError('room_refused', message, 'Check the token endpoint in the settings.', { retryable, cause })

async function boundedJson(response: Response): Promise<unknown> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > MAX_BYTES) return null
  }
  return parseJson(text)
}

// An endpoint made only for frontends leaves out claims that the agent needs. The server then admits the agent as a person,
// or silently refuses its attributes.
const claims = z.object({
  sub: z.string().optional(),
  kind: z.string().optional(),
  video: z
    .object({
      roomJoin: z.boolean().optional(),
      canPublish: z.boolean().optional(),
      canSubscribe: z.boolean().optional(),
      canPublishData: z.boolean().optional(),
      canUpdateOwnMetadata: z.boolean().optional(),
    })
    .optional(),
})

const claimsOf = (token: string): z.infer<typeof claims> => {
  const parsed = claims.safeParse(
    parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')),
  )
  return parsed.success ? parsed.data : {}
}

/** Refuses a token for another identity: a participant's role is tied to the identity that Parley asked for. */
export function demandIdentity(token: string, identity: string): void {
  if (claimsOf(token).sub === identity) return
  throw new FaultError(
    'room_refused',
    'The token endpoint used another identity than the requested one, so Parley cannot tell what this participant may do.',
    'Make the endpoint use the requested identity, or set the server’s key and secret instead.',
    { retryable: false },
  )
}

/** Refuses a token that lacks what the agent needs, and says what is missing. */
export function demandAgentToken(token: string, identity: string): void {
  const { sub, kind, video = {} } = claimsOf(token)
  const missing = [
    kind !== 'agent' && 'the kind agent',
    sub !== identity && `the identity ${identity}`,
    // A server assumes these unless the token denies them.
    ...(['canPublish', 'canSubscribe', 'canPublishData'] as const).map(
      (grant) => video[grant] === false && grant,
    ),
    // It does not assume these.
    ...(['roomJoin', 'canUpdateOwnMetadata'] as const).map((grant) => video[grant] !== true && grant),
  ].filter((what) => what !== false)
  if (missing.length === 0) return
  throw new FaultError(
    'room_refused',
    `The token endpoint’s token for the agent lacks ${missing.join(', ')}.`,
    `For the identity ${identity} the endpoint must issue a token of the kind agent, with that identity and roomJoin, canPublish, canSubscribe, canPublishData and canUpdateOwnMetadata; or set the server’s key and secret instead.`,
    { retryable: false },
  )
}
