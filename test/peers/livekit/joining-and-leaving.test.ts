// Participants and agents join and leave: who is admitted, who is not, and what they leave behind.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AccessToken, RoomServiceClient, TwirpError } from 'livekit-server-sdk'
import { Room } from '@livekit/rtc-node'
import { agentToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { startAgentProcess } from './agent-process/process.ts'
import {
  closeAfterwards,
  enterRoom,
  isEmpty,
  isIn,
  isRefused,
  isWaiting,
  startAgent,
} from './agent-in-room.ts'
import { joinForeign } from './foreign-participant.ts'
import { describeOnServer, liveKitServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const POLL_TIMEOUT = { timeout: 300_000 }

const service = (): RoomServiceClient => {
  const { url, key, secret } = liveKitServer()
  return new RoomServiceClient(url.replace('ws', 'http'), key, secret)
}

async function peopleIn(name: string): Promise<string[]> {
  try {
    return (await service().listParticipants(name)).map(({ identity }) => identity).sort()
  } catch (error) {
    // The room is closed or was never opened.
    if (error instanceof TwirpError && error.status === 404) return []
    throw error
  }
}

/** The number of listeners on the native library: one for every room, stream and pending call. */
// The name is the library's.
// oxlint-disable-next-line no-underscore-dangle
const nativeListeners = (): number => globalThis._ffiClientInstance?.listenerCount('ffi_event') ?? 0

/** Calls pending at the start of a test end soon; after that only connected rooms count. */
const expectOnlyRooms = (rooms: number): Promise<void> =>
  expect.poll(nativeListeners, POLL_TIMEOUT).toBe(rooms) as Promise<void>

async function anotherAgent(name: string): Promise<{ room: Room; connecting: Promise<void> }> {
  const { url, key, secret } = liveKitServer()
  const token = new AccessToken(key, secret, { identity: 'other-agent' })
  token.addGrant({ room: name, roomJoin: true, agent: true })
  token.kind = 'agent'
  const room = new Room()
  closeAfterwards(() => room.disconnect())
  const connecting = room.connect(url, await token.toJwt(), { autoSubscribe: false, dynacast: false })
  return { room, connecting }
}

describeOnServer('joining and leaving in a LiveKit room', () => {
  it('ten times leaves no participant and no listener behind', async () => {
    const { name, compositeRoom, until } = await startAgent()
    await expectOnlyRooms(1)
    for (let round = 0; round < 10; round++) {
      const guest = await joinAs(name, `guest-${round}`)
      await guest.client.ask('where is it')
      await guest.until(({ transcript }) =>
        transcript.some(({ role, isFinal }) => role === 'agent' && isFinal),
      )
      guest.client.close()
    }
    // A server closes a room in which only an agent is left.
    await until((status) => isEmpty(status) && compositeRoom.participants().length === 0)
    await expect.poll(() => peopleIn(name), POLL_TIMEOUT).toEqual([])
    await expectOnlyRooms(0)
  })

  it('of the last participant ends the room without an error, and the next one is answered', async () => {
    const { name, room, problems, until } = await startAgent({ speaks: false })
    const states: string[] = []
    const ada = await joinForeign(name, 'ada')
    await until((status) => status.tag === 'livekit' && status.people.length === 1)
    await ada.room.disconnect()
    await until((status) => {
      if (status.tag === 'livekit') states.push(`${status.state} ${status.fault?.code ?? 'well'}`)
      return isEmpty(status)
    })
    expect(states.filter((state) => !state.endsWith(' well'))).toEqual([])
    expect(room.participants()).toEqual([])
    expect(await service().listRooms([name])).toEqual([])

    const bo = await joinForeign(name, 'bo')
    await bo.room.localParticipant!.sendText('where is it', { topic: 'lk.chat' })
    await bo.until((streams) => streams.some(({ text }) => text === 'Here it is.'))
    expect(problems).toEqual([])
  })

  it('of the agent, ten times, leaves nothing behind', async () => {
    const name = randomUUID()
    await expectOnlyRooms(0)
    for (let round = 0; round < 10; round++) {
      const { room, until } = enterRoom(name)
      await until(isIn)
      await room.leave()
    }
    await expect.poll(() => peopleIn(name), POLL_TIMEOUT).toEqual([])
    await expectOnlyRooms(0)
  })

  it('of an agent that leaves while it joins leaves no ghost', async () => {
    const name = randomUUID()
    await expectOnlyRooms(0)
    const { room } = enterRoom(name)
    await room.leave()
    await expectOnlyRooms(0)
    // The server removes a participant a moment after they leave.
    await expect.poll(() => peopleIn(name), POLL_TIMEOUT).toEqual([])
  })

  it('of a second agent is refused: it is removed', async () => {
    const { name, room, problems } = await startAgent()
    const { room: other, connecting } = await anotherAgent(name)
    // It may be removed before it is fully connected.
    await connecting.catch(() => {})
    await expect.poll(() => other.isConnected, POLL_TIMEOUT).toBe(false)
    await expect.poll(() => peopleIn(name), POLL_TIMEOUT).toEqual(['parley'])
    expect(problems).toContain('another agent joined the room {"pii":{"identity":"other-agent"}}')
    expect(isIn(room.status())).toBe(true)
  })

  it('into a room with another agent is refused, and names that agent', async () => {
    const name = randomUUID()
    await (
      await anotherAgent(name)
    ).connecting
    const { room, until } = enterRoom(name)
    closeAfterwards(() => room.leave())
    expect(await until(isRefused)).toMatchObject({
      fault: { code: 'room_taken', message: expect.stringContaining('other-agent') },
    })
    await expect.poll(() => peopleIn(name), POLL_TIMEOUT).toEqual(['other-agent'])
  })

  it('of a second Parley waits until the first, undisturbed, has left', async () => {
    const name = randomUUID()
    const first = enterRoom(name)
    await first.until(isIn)
    const second = enterRoom(name)
    closeAfterwards(() => second.room.leave())
    expect(await second.until(isWaiting)).toMatchObject({
      fault: { code: 'room_taken', remedy: expect.stringContaining('Close the other one') },
    })
    expect(isIn(first.room.status())).toBe(true)
    expect(await peopleIn(name)).toEqual(['parley'])
    await first.room.leave()
    await second.until(isIn)
  })

  it('of a killed Parley leaves a ghost for a while, and the next Parley joins after that', async () => {
    const [name, { url }] = [randomUUID(), liveKitServer()]
    const token = await agentToken(liveKitServer(), name, 'the killed one')
    const program = join(import.meta.dirname, 'agent-process/parley-agent.ts')
    const killed = await startAgentProcess(program, { url, room: name, token })
    await killed.kill()
    const next = enterRoom(name)
    closeAfterwards(() => next.room.leave())
    expect(await next.until(isWaiting)).toMatchObject({ fault: { code: 'room_taken' } })
    await next.until(isIn)
    expect(await peopleIn(name)).toEqual(['parley'])
  })

  it('of the same Parley replaces its own ghost at once', async () => {
    const [name, { url }] = [randomUUID(), liveKitServer()]
    const token = await agentToken(liveKitServer(), name, 'mine')
    const program = join(import.meta.dirname, 'agent-process/parley-agent.ts')
    const killed = await startAgentProcess(program, { url, room: name, token })
    await killed.kill()
    const again = enterRoom(name, liveKitServer(), 'mine')
    closeAfterwards(() => again.room.leave())
    const states: string[] = []
    await again.until((status) => {
      if (status.tag === 'livekit') states.push(status.state)
      return isIn(status)
    })
    expect(states).not.toContain('waiting')
  })

  it('with a wrong secret is refused with a message about the key that does not contain the secret', async () => {
    const secret = 'another-secret-of-forty-characters-or-so'
    const { room, until } = enterRoom(randomUUID(), { ...liveKitServer(), secret })
    closeAfterwards(() => room.leave())
    const status = await until(isRefused)
    expect(status).toMatchObject({
      fault: {
        code: 'room_refused',
        message: `The LiveKit server at ${liveKitServer().url} does not accept the key and the secret.`,
      },
    })
    expect(JSON.stringify(status)).not.toContain(secret)
  })

  it('without a server waits for one', async () => {
    const { room, until } = enterRoom(randomUUID(), { ...liveKitServer(), url: 'ws://127.0.0.1:1' })
    closeAfterwards(() => room.leave())
    expect(await until(isWaiting)).toMatchObject({
      fault: { code: 'room_absent' },
    })
  })
})
