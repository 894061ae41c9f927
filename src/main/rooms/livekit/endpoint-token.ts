// What a token endpoint must put into the agent's token. An endpoint made for frontends alone leaves some of it out, and a
// server then lets the agent in as a person nobody takes for an agent, or silently refuses what it says of itself.
import { z } from 'zod'
import { parseJson } from '../../../core/parse-json.ts'
import { FaultError } from '../../../shared/errors.ts'

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

/** Refuses a token with which the agent could not do its work, and says what is missing. */
export function demandAgentToken(token: string, identity: string): void {
  const told = claims.safeParse(
    parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')),
  )
  const { sub, kind, video = {} } = told.success ? told.data : {}
  const missing = [
    kind !== 'agent' && 'the kind agent',
    sub !== identity && `the identity ${identity}`,
    // A server takes these for granted, unless the token denies them.
    ...(['canPublish', 'canSubscribe', 'canPublishData'] as const).map(
      (grant) => video[grant] === false && grant,
    ),
    // These it does not.
    ...(['roomJoin', 'canUpdateOwnMetadata'] as const).map((grant) => video[grant] !== true && grant),
  ].filter((what) => what !== false)
  if (missing.length === 0) return
  throw new FaultError(
    'room_refused',
    `The token endpoint’s token for the agent lacks ${missing.join(', ')}.`,
    `For the identity ${identity} the endpoint must issue a token of the kind agent, with the identity it is asked for and roomJoin, canPublish, canSubscribe, canPublishData and canUpdateOwnMetadata; or set the server’s key and secret instead.`,
    { retryable: false },
  )
}
