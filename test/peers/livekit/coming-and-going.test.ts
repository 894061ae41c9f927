// People and agents who come and go: who is let in, who is not, and what is left of them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AccessToken, RoomServiceClient, TwirpError } from 'livekit-server-sdk'
import { Room } from '@livekit/rtc-node'
import { agentToken } from '../../../src/main/rooms/livekit/tokens.ts'
import { startAgentProcess } from './agent-process/process.ts'
import { closeAfterwards, enterRoom, isIn, isRefused, isWaiting, startAgent } from './agent-in-room.ts'
import { describeOnServer, theServer } from './on-server.ts'
import { joinAs } from './participant.ts'

const PATIENT = { timeout: 300_000 }

const service = (): RoomServiceClient => {
  const { url, key, secret } = theServer()
  return new RoomServiceClient(url.replace('ws', 'http'), key, secret)
}

async function peopleIn(name: string): Promise<string[]> {
  try {
    return (await service().listParticipants(name)).map(({ identity }) => identity).sort()
  } catch (error) {
    // A room that is closed, or was never opened.
    if (error instanceof TwirpError && error.status === 404) return []
    throw error
  }
}

/** How many listen to the native library: every room, stream and call under way is one. */
// What others call it is not ours to choose.
// oxlint-disable-next-line no-underscore-dangle
const nativeListeners = (): number => globalThis._ffiClientInstance?.listenerCount('ffi_event') ?? 0

/** What is under way when a test begins is over in a moment; then only rooms somebody is in are counted. */
const onlyRooms = (rooms: number): Promise<void> =>
  expect.poll(nativeListeners, PATIENT).toBe(rooms) as Promise<void>

async function anotherAgent(name: string): Promise<{ room: Room; connecting: Promise<void> }> {
  const { url, key, secret } = theServer()
  const token = new AccessToken(key, secret, { identity: 'other-agent' })
  token.addGrant({ room: name, roomJoin: true, agent: true })
  token.kind = 'agent'
  const room = new Room()
  closeAfterwards(() => room.disconnect())
  const connecting = room.connect(url, await token.toJwt(), { autoSubscribe: false, dynacast: false })
  return { room, connecting }
}

describeOnServer('coming and going in a LiveKit room', () => {
  it('ten times leaves nobody behind, and nothing that listens', async () => {
    const { name, hall, until } = await startAgent()
    await onlyRooms(1)
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
    await onlyRooms(1)
  })

  it('of the agent itself, ten times, leaves neither it nor anything of it behind', async () => {
    const name = randomUUID()
    await onlyRooms(0)
    for (let round = 0; round < 10; round++) {
      const { room, until } = enterRoom(name)
      await until(isIn)
      await room.leave()
    }
    await expect.poll(() => peopleIn(name), PATIENT).toEqual([])
    await onlyRooms(0)
  })

  it('of an agent that leaves before it is in leaves no ghost', async () => {
    const name = randomUUID()
    await onlyRooms(0)
    const { room } = enterRoom(name)
    await room.leave()
    await onlyRooms(0)
    // The server forgets somebody a moment after they have left.
    await expect.poll(() => peopleIn(name), PATIENT).toEqual([])
  })

  it('of a second agent ends at the door: it is put out', async () => {
    const { name, room, problems } = await startAgent()
    const { room: other, connecting } = await anotherAgent(name)
    // It may be put out before it is quite in.
    await connecting.catch(() => {})
    await expect.poll(() => other.isConnected, PATIENT).toBe(false)
    await expect.poll(() => peopleIn(name), PATIENT).toEqual(['parley'])
    expect(problems).toContain('another agent came into the room {"pii":{"identity":"other-agent"}}')
    expect(isIn(room.status())).toBe(true)
  })

  it('into a room with another agent in it is refused, and says whose it is', async () => {
    const name = randomUUID()
    await (
      await anotherAgent(name)
    ).connecting
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
