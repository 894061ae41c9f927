// A token endpoint instead of keys, with a real server behind it: one that knows what an agent needs, and one that was made
// for frontends alone.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { AccessToken } from 'livekit-server-sdk'
import { systemClock } from '../../../src/main/clock.ts'
import { createHall } from '../../../src/main/rooms/hall.ts'
import { createPlace } from '../../../src/main/rooms/livekit/place.ts'
import type { RoomStatus } from '../../../src/shared/room-status.ts'
import { closeAfterwards, isIn, isRefused } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { joinForeign } from './foreign-participant.ts'
import { describeOnServer, theServer } from './on-server.ts'

interface Asked {
  room_name: string
  participant_identity: string
}

/** As little as there can be of one. */
async function startEndpoint(knowsAgents: boolean): Promise<string> {
  const { url, key, secret } = theServer()
  const tokenFor = ({ room_name: room, participant_identity: identity }: Asked): Promise<string> => {
    const token = new AccessToken(key, secret, { identity })
    const isAgent = knowsAgents && identity === 'parley'
    token.addGrant({ room, roomJoin: true, ...(isAgent && { canUpdateOwnMetadata: true }) })
    if (isAgent) token.kind = 'agent'
    return token.toJwt()
  }
  const server = createServer((request, response) => {
    void json(request)
      .then((asked) => tokenFor(asked as Asked))
      .then((participant_token) =>
        response.writeHead(201).end(JSON.stringify({ server_url: url, participant_token })),
      )
  }).listen(0, '127.0.0.1')
  closeAfterwards(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
}

async function goBy(livekitTokenUrl: string, livekitRoom: string) {
  const { changed, until } = createCondition<RoomStatus>(() => place.status())
  const hall = createHall('parley')
  hall.setAttributes({ 'lk.agent.state': 'idle' })
  const place = createPlace({
    settings: () => ({ room: 'auto', livekitUrl: '', livekitRoom, livekitTokenUrl }),
    keys: () => null,
    localServer: () => null,
    hall,
    clock: systemClock,
    random: () => 0,
    newId: randomUUID,
    instance: randomUUID(),
    userName: 'Grace',
    onStatus: changed,
    onProblem: () => {},
  })
  closeAfterwards(() => place.close())
  place.follow()
  return { until }
}

describeOnServer('a token endpoint', () => {
  it('that knows what an agent needs brings it into the room, where a frontend takes it for one', async () => {
    const name = randomUUID()
    const { until } = await goBy(await startEndpoint(true), name)
    await until(isIn)
    const ada = await joinForeign(name, 'ada')
    const agent = (): Record<string, string> | undefined =>
      ada.room.remoteParticipants.get('parley')?.attributes
    await expect.poll(agent, { timeout: 300_000 }).toMatchObject({ 'lk.agent.state': 'idle' })
  })

  it('that was made for frontends alone is refused, in words that say what it must issue', async () => {
    const { until } = await goBy(await startEndpoint(false), randomUUID())
    expect(await until(isRefused)).toMatchObject({
      fault: {
        code: 'room_refused',
        message: 'The token endpoint’s token for the agent lacks the kind agent, canUpdateOwnMetadata.',
        remedy: expect.stringContaining('must issue a token of the kind agent'),
      },
    })
  })
})
