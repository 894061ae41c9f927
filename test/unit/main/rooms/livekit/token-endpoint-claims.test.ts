import { AccessToken, type VideoGrant } from 'livekit-server-sdk'
import { describe, expect, it } from 'vitest'
import { demandAgentToken, demandIdentity } from '../../../../../src/main/rooms/livekit/token-endpoint.ts'

const whole: VideoGrant = { room: 'harbour', roomJoin: true, canUpdateOwnMetadata: true }

function tokenOf(grant: VideoGrant, kind?: 'agent', identity = 'parley'): Promise<string> {
  const token = new AccessToken('key', 'a-secret-of-forty-characters-or-more-xx', { identity })
  token.addGrant(grant)
  if (kind) token.kind = kind
  return token.toJwt()
}

const missing = (what: string) => ({
  fault: {
    code: 'room_refused',
    message: `The token endpoint’s token for the agent lacks ${what}.`,
    remedy: expect.stringContaining('kind agent') as string,
    retryable: false,
  },
})

function refusalOf(token: string): unknown {
  try {
    demandAgentToken(token, 'parley')
    return null
  } catch (error) {
    return error
  }
}

describe('the agent’s token from an endpoint', () => {
  it('is accepted when it has the kind agent and all grants', async () => {
    expect(refusalOf(await tokenOf(whole, 'agent'))).toBeNull()
    const explicit = { ...whole, canPublish: true, canSubscribe: true, canPublishData: true }
    expect(refusalOf(await tokenOf(explicit, 'agent'))).toBeNull()
  })

  it('is refused with the list of what it lacks', async () => {
    expect(refusalOf(await tokenOf(whole))).toMatchObject(missing('the kind agent'))
    expect(refusalOf(await tokenOf(whole, 'agent', 'user-7'))).toMatchObject(missing('the identity parley'))
    expect(refusalOf(await tokenOf({ ...whole, canPublishData: false }, 'agent'))).toMatchObject(
      missing('canPublishData'),
    )
    expect(refusalOf(await tokenOf({ room: 'harbour', roomJoin: true }))).toMatchObject(
      missing('the kind agent, canUpdateOwnMetadata'),
    )
  })

  it.each(['', 'a.b.c', 'x'.repeat(16_000), `a.${Buffer.from('{"sub":7}').toString('base64url')}.c`])(
    'is refused when it is not a token: %#',
    (token) => {
      expect(refusalOf(token)).toMatchObject({ fault: { code: 'room_refused' } })
    },
  )
})

it('a participant’s token from an endpoint is refused when it has another identity than the requested one', async () => {
  const token = await tokenOf(whole, undefined, 'guest-1')
  expect(() => demandIdentity(token, 'guest-1')).not.toThrow()
  for (const other of [token, 'no token'])
    expect(() => demandIdentity(other, 'guest-2')).toThrow('another identity than the requested one')
})
