// A token endpoint instead of keys, with a real server: one endpoint that supports agents, and one made for frontends
// only.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { AccessToken } from 'livekit-server-sdk'
import { systemClock } from '../../../src/main/app/clock.ts'
import { createCompositeRoom } from '../../../src/main/rooms/composite-room.ts'
import { createLiveKitController } from '../../../src/main/rooms/livekit/livekit-controller.ts'
import type { RoomStatus } from '../../../src/shared/room-status.ts'
import { closeAfterwards, isIn, isRefused } from './agent-in-room.ts'
import { createCondition } from './condition.ts'
import { joinForeign } from './foreign-participant.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'

interface Asked {
  room_name: string
  participant_identity: string
}

/** A minimal token endpoint. */
async function startEndpoint(knowsAgents: boolean): Promise<string> {
  const { url, key, secret } = liveKitServer()
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

async function useEndpoint(livekitTokenUrl: string, livekitRoom: string) {
  const { changed, until } = createCondition<RoomStatus>(() => controller.status())
  const compositeRoom = createCompositeRoom('parley')
  compositeRoom.setAttributes({ 'lk.agent.state': 'idle' })
  const controller = createLiveKitController({
    settings: () => ({ room: 'auto', livekitUrl: '', livekitRoom, livekitTokenUrl }),
    keys: () => null,
    localServer: () => null,
    room: compositeRoom,
    clock: systemClock,
    random: () => 0,
    newId: randomUUID,
    instance: randomUUID(),
    userName: 'Grace',
    onStatus: changed,
    onProblem: () => {},
  })
  closeAfterwards(() => controller.close())
  controller.follow()
  return { until }
}

describeOnServer('a token endpoint', () => {
  it('that grants what an agent needs lets it join, and a frontend recognizes it as an agent', async () => {
    const name = randomUUID()
    const { until } = await useEndpoint(await startEndpoint(true), name)
    await until(isIn)
    const ada = await joinForeign(name, 'ada')
    const agent = (): Record<string, string> | undefined =>
      ada.room.remoteParticipants.get('parley')?.attributes
    await expect.poll(agent, { timeout: 300_000 }).toMatchObject({ 'lk.agent.state': 'idle' })
  })

  it('made for frontends only is refused, with a message that says what it must issue', async () => {
    const { until } = await useEndpoint(await startEndpoint(false), randomUUID())
    expect(await until(isRefused)).toMatchObject({
      fault: {
        code: 'room_refused',
        message: 'The token endpoint’s token for the agent lacks the kind agent, canUpdateOwnMetadata.',
        remedy: expect.stringContaining('must issue a token of the kind agent'),
      },
    })
  })
})
