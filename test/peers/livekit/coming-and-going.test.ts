// People and agents who come and go: who is let in, who is not, and what is left of them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { Room } from '@livekit/rtc-node'
import { agentToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { startAgentProcess } from './agent-process/process.ts'
import { closeAfterwards, enterRoom, isIn, isRefused, isWaiting, startAgent } from './agent-in-room.ts'
import { describeOnServer, theServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const PATIENT = { timeout: 60_000 }

const service = (): RoomServiceClient => {
  const { url, key, secret } = theServer()
  return new RoomServiceClient(url.replace('ws', 'http'), key, secret)
}

const peopleIn = async (name: string): Promise<string[]> =>
  (await service().listParticipants(name)).map(({ identity }) => identity).sort()

/** How many listen to the native library: every room, stream and call under way is one. */
// What others call it is not ours to choose.
// oxlint-disable-next-line no-underscore-dangle
const nativeListeners = (): number => globalThis._ffiClientInstance?.listenerCount('ffi_event') ?? 0

async function anotherAgent(name: string): Promise<Room> {
  const { url, key, secret } = theServer()
  const token = new AccessToken(key, secret, { identity: 'other-agent' })
  token.addGrant({ room: name, roomJoin: true, agent: true })
  token.kind = 'agent'
  const room = new Room()
  closeAfterwards(() => room.disconnect())
  await room.connect(url, await token.toJwt(), { autoSubscribe: false, dynacast: false })
  return room
}

describeOnServer('coming and going in a LiveKit room', () => {
  it('ten times leaves nobody behind, and nothing that listens', async () => {
    const { name, hall, until } = await startAgent()
    const alone = nativeListeners()
    for (let round = 0; round < 10; round++) {
      const guest = await joinAs(name, `guest-${round}`)
      await guest.client.ask('where is it')
      await guest.until(({ transcript }) =>
        transcript.some(({ role, isFinal }) => role === 'agent' && isFinal),
      )
      guest.client.close()
    }
    // A server closes a room in which only an agent is left; it is there again at once.
    await until((status) => isIn(status) && hall.participants().length === 0)
    await expect.poll(() => peopleIn(name), PATIENT).toEqual(['parley'])
    await expect.poll(nativeListeners, PATIENT).toBe(alone)
  })

  it('of the agent itself, ten times, leaves neither it nor anything of it behind', async () => {
    const name = randomUUID()
    const before = nativeListeners()
    for (let round = 0; round < 10; round++) {
      const { room, until } = enterRoom(name)
      await until(isIn)
      await room.leave()
    }
    await expect.poll(() => peopleIn(name), PATIENT).toEqual([])
    await expect.poll(nativeListeners, PATIENT).toBe(before)
  })

  it('of an agent that leaves before it is in leaves no ghost', async () => {
    const name = randomUUID()
    const before = nativeListeners()
    const { room } = enterRoom(name)
    await room.leave()
    await expect.poll(nativeListeners, PATIENT).toBe(before)
    const rooms = await service().listRooms([name])
    expect(rooms.length === 0 ? [] : await peopleIn(name)).toEqual([])
  })

  it('of a second agent ends at the door: it is put out', async () => {
    const { name, room } = await startAgent()
    const other = await anotherAgent(name)
    await expect.poll(() => other.isConnected, PATIENT).toBe(false)
    expect(await peopleIn(name)).toEqual(['parley'])
    expect(isIn(room.status())).toBe(true)
  })

  it('into a room with another agent in it is refused, and says whose it is', async () => {
    const name = randomUUID()
    await anotherAgent(name)
    const { room, until } = enterRoom(name)
    closeAfterwards(() => room.leave())
    expect(await until(isRefused)).toMatchObject({
      fault: { code: 'room_taken', message: expect.stringContaining('other-agent') },
    })
    await expect.poll(() => peopleIn(name), PATIENT).toEqual(['other-agent'])
  })

  it('of a second Parley waits until the first has gone, which is not disturbed', async () => {
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

  it('of a Parley that was killed leaves a ghost for a while, after which the next comes in by itself', async () => {
    const [name, { url }] = [randomUUID(), theServer()]
    const token = await agentToken(theServer(), name, 'the killed one')
    const program = join(import.meta.dirname, 'agent-process/parley-agent.ts')
    const killed = await startAgentProcess(program, { url, room: name, token })
    await killed.kill()
    const next = enterRoom(name)
    closeAfterwards(() => next.room.leave())
    expect(await next.until(isWaiting)).toMatchObject({ fault: { code: 'room_taken' } })
    await next.until(isIn)
    expect(await peopleIn(name)).toEqual(['parley'])
  })

  it('of one and the same Parley takes the place of a ghost of its own at once', async () => {
    const [name, { url }] = [randomUUID(), theServer()]
    const token = await agentToken(theServer(), name, 'mine')
    const program = join(import.meta.dirname, 'agent-process/parley-agent.ts')
    const killed = await startAgentProcess(program, { url, room: name, token })
    await killed.kill()
    const again = enterRoom(name, theServer(), 'mine')
    closeAfterwards(() => again.room.leave())
    const states: string[] = []
    await again.until((status) => {
      if (status.tag === 'livekit') states.push(status.state)
      return isIn(status)
    })
    expect(states).not.toContain('waiting')
  })

  it('with a wrong secret is refused in a sentence about the key, without the secret in it', async () => {
    const secret = 'another-secret-of-forty-characters-or-so'
    const { room, until } = enterRoom(randomUUID(), { ...theServer(), secret })
    closeAfterwards(() => room.leave())
    const status = await until(isRefused)
    expect(status).toMatchObject({
      fault: {
        code: 'room_refused',
        message: `The LiveKit server at ${theServer().url} does not accept the key and the secret.`,
      },
    })
    expect(JSON.stringify(status)).not.toContain(secret)
  })

  it('where no server is waits for one', async () => {
    const { room, until } = enterRoom(randomUUID(), { ...theServer(), url: 'ws://127.0.0.1:1' })
    closeAfterwards(() => room.leave())
    expect(await until(isWaiting)).toMatchObject({
      fault: { code: 'room_absent' },
    })
  })
})
