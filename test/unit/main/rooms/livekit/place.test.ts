// Where the conversation takes place, by the settings: with rooms that are told to be in by the test.
import { setImmediate } from 'node:timers/promises'
import { TokenVerifier } from 'livekit-server-sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createHall, type Hall } from '../../../../../src/main/rooms/hall.ts'
import type { createLiveKitRoom } from '../../../../../src/main/rooms/livekit/livekit-room.ts'
import type { ServerAccess } from '../../../../../src/main/rooms/livekit/local-server.ts'
import { createPlace, type Place, type PlaceSettings } from '../../../../../src/main/rooms/livekit/place.ts'
import type { RoomStatus } from '../../../../../src/shared/room-status.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'
import { createFakeRoom, type FakeRoom } from '../../../../fakes/fake-room.ts'

const KEY = 'the-key'
const SECRET = 'a-secret-that-nobody-may-see-0123456789'
const URL = 'ws://127.0.0.1:7880'

type Wanted = Parameters<typeof createLiveKitRoom>[0]

interface Opened {
  deps: Wanted
  room: FakeRoom
  retries: number
  left: boolean
  become(state: 'joining' | 'in' | 'waiting'): void
}

let settings: PlaceSettings
let keys: { key: string; secret: string } | null
let localServer: ServerAccess | null
let opened: Opened[]
let statuses: RoomStatus[]
let problems: unknown[]
let hall: Hall
let place: Place
let leaving: Promise<void>
let loading: () => Promise<{ createLiveKitRoom: typeof createLiveKitRoom }>

beforeEach(() => {
  settings = { room: 'auto', livekitUrl: URL, livekitRoom: 'harbour', livekitTokenUrl: '' }
  keys = { key: KEY, secret: SECRET }
  localServer = null
  opened = []
  statuses = []
  problems = []
  leaving = Promise.resolve()
  loading = async () => ({ createLiveKitRoom: openFake })
  hall = createHall('parley')
  let ids = 0
  place = createPlace({
    settings: () => settings,
    keys: () => keys,
    localServer: () => localServer,
    hall,
    clock: createFakeClock(),
    random: () => 0,
    newId: () => `id-${++ids}`,
    instance: 'this one',
    userName: 'Grace',
    onStatus: (status) => statuses.push(status),
    onProblem: (...problem) => problems.push(problem),
    load: () => loading(),
  })
})

const openFake: typeof createLiveKitRoom = (deps) => {
  let state: 'joining' | 'in' | 'waiting' = 'joining'
  const { url, room } = deps
  const status = (): RoomStatus => ({ tag: 'livekit', state, url, room, people: [], fault: null })
  const one: Opened = {
    deps,
    room: createFakeRoom(['ada']),
    retries: 0,
    left: false,
    become(next) {
      state = next
      deps.onStatus(status())
    },
  }
  opened.push(one)
  return {
    ...one.room,
    status,
    retry: () => void one.retries++,
    async leave() {
      await leaving
      one.left = true
    },
  }
}

async function follow(changed: Partial<PlaceSettings> = {}): Promise<void> {
  settings = { ...settings, ...changed }
  place.follow()
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

describe('the place of the conversation', () => {
  it('is here as long as no server is set up', async () => {
    keys = null
    await follow()
    await follow({ livekitUrl: '' })
    expect(opened).toEqual([])
    expect(place.status()).toEqual({ tag: 'local' })
    expect(await place.entry()).toEqual({ tag: 'local' })
    expect(await place.invite('Ada')).toBeNull()
    expect(place.server()).toBeNull()
  })

  it('that lacks only keys is told of as that when it is checked, unless it is not wanted', async () => {
    keys = null
    const of = async (): Promise<string[]> => (await place.check()).map(({ what }) => what)
    await follow({ livekitUrl: 'ws://127.0.0.1:1' })
    expect(await of()).toEqual(['address', 'token', 'agent'])
    await follow({ room: 'local' })
    expect(await of()).toEqual(['address', 'agent'])
  })

  it('is the LiveKit room once there are an address and keys, and here again without them', async () => {
    await follow()
    expect(opened[0]!.deps).toMatchObject({ url: URL, room: 'harbour' })
    expect(hall.participants()).toEqual(['ada'])
    expect(place.server()).toBe(URL)
    keys = null
    await follow()
    expect(opened[0]!.left).toBe(true)
    expect(hall.participants()).toEqual([])
    expect(statuses.at(-1)).toEqual({ tag: 'local' })
    expect(place.server()).toBeNull()
  })

  it('stays where it is when nothing about it changed', async () => {
    await follow()
    await follow()
    await follow({ livekitRoom: 'harbour' })
    expect(opened).toHaveLength(1)
  })

  it('is entered no more once it was closed, whatever is stopped after it', async () => {
    localServer = { url: 'ws://127.0.0.1:7999', guestUrl: 'ws://127.0.0.1:7999', key: KEY, secret: SECRET }
    await follow()
    await place.close()
    localServer = null
    await follow()
    expect(opened.map(({ deps }) => deps.url)).toEqual(['ws://127.0.0.1:7999'])
  })

  it('is here where rooms cannot be joined on this computer, says so, and is tried again when asked', async () => {
    loading = () => Promise.reject(new Error('a library is missing'))
    await follow()
    expect(statuses.at(-1)).toMatchObject({
      tag: 'livekit',
      state: 'refused',
      url: URL,
      fault: { code: 'room_refused' },
    })
    expect(await place.entry()).toEqual({ tag: 'local' })
    loading = async () => ({ createLiveKitRoom: openFake })
    place.retry()
    await follow()
    expect(opened).toHaveLength(1)
    expect(place.status()).toMatchObject({ state: 'joining', fault: null })
  })

  it('moves to another room, and has left the one before by then', async () => {
    await follow()
    let letGo = (): void => {}
    leaving = new Promise((resolve) => (letGo = resolve))
    await follow({ livekitRoom: 'quay' })
    expect(opened).toHaveLength(1)
    letGo()
    await follow()
    expect(opened.map(({ deps, left }) => [deps.room, left])).toEqual([
      ['harbour', true],
      ['quay', false],
    ])
  })

  it('passes over a room that is not wanted any more before it is its turn', async () => {
    for (const livekitRoom of ['a', 'b', 'c']) {
      settings = { ...settings, livekitRoom }
      place.follow()
    }
    await follow()
    expect(opened.map(({ deps }) => deps.room)).toEqual(['c'])
  })

  it('lets a window in while the agent is there, with a token of its own and no more than it needs', async () => {
    await follow()
    expect(await place.entry()).toEqual({ tag: 'local' })
    opened[0]!.become('in')
    const entry = await place.entry()
    if (entry.tag === 'local') throw new Error('It is in the LiveKit room.')
    expect(entry.url).toBe(URL)
    const grants = await new TokenVerifier(KEY, SECRET).verify(entry.token)
    expect(grants).toMatchObject({
      sub: 'window-id-1',
      name: 'Grace',
      attributes: { 'parley.sound_by': 'packets' },
      video: { room: 'harbour', roomJoin: true, canUpdateOwnMetadata: true },
    })
    expect(grants.video).not.toHaveProperty('roomAdmin')
    expect(grants).not.toHaveProperty('kind')
    opened[0]!.become('waiting')
    expect(await place.entry()).toEqual({ tag: 'local' })
  })

  it('invites somebody by name for some minutes', async () => {
    await follow()
    opened[0]!.become('in')
    const invitation = await place.invite('Ada')
    const grants = await new TokenVerifier(KEY, SECRET).verify(invitation!.token)
    expect(grants).toMatchObject({ sub: 'guest-id-1', name: 'Ada' })
    const minutes = ((grants as { exp: number; nbf: number }).exp - Date.now() / 1000) / 60
    expect(minutes).toBeGreaterThan(5)
    expect(minutes).toBeLessThan(15)
  })

  it('gives the agent a token that says it is one', async () => {
    await follow()
    const { token } = await opened[0]!.deps.admission()
    expect(await new TokenVerifier(KEY, SECRET).verify(token)).toMatchObject({
      sub: 'parley',
      kind: 'agent',
      attributes: { 'parley.instance': 'this one' },
      video: { room: 'harbour', agent: true },
    })
  })

  it('never tells the secret: not in a status, not to a window, not of a problem', async () => {
    await follow()
    opened[0]!.become('in')
    opened[0]!.become('waiting')
    opened[0]!.become('in')
    const told = [statuses, problems, place.status(), await place.entry(), await place.invite('Ada')]
    expect(JSON.stringify(told)).not.toContain(SECRET)
  })

  it('tries again when it is told to', async () => {
    place.retry()
    await follow()
    place.retry()
    expect(opened[0]!.retries).toBe(1)
  })

  it('is left when everything ends', async () => {
    await follow()
    await place.close()
    expect(opened[0]!.left).toBe(true)
    expect(place.status()).toEqual({ tag: 'local' })
  })

  it('goes where the token endpoint says, and may put nobody out there', async () => {
    keys = null
    await follow({ livekitUrl: '', livekitTokenUrl: 'http://127.0.0.1:1/token' })
    expect(opened[0]!.deps).not.toHaveProperty('putOut')
    expect(opened[0]!.deps).not.toHaveProperty('isTaken')
    await expect(opened[0]!.deps.admission()).rejects.toMatchObject({ fault: { code: 'room_refused' } })
  })

  it('is a server on this computer while one runs, whatever the settings say; guests are told their own way there', async () => {
    const [url, guestUrl] = ['ws://127.0.0.1:7999', 'ws://192.168.1.20:7999']
    localServer = { url, guestUrl, key: 'here', secret: 'a-secret-of-the-server-on-this-computer' }
    await follow({ room: 'local', livekitTokenUrl: 'http://127.0.0.1:1/token' })
    expect(opened[0]!.deps).toMatchObject({ url, room: 'harbour' })
    opened[0]!.become('in')
    expect(await place.entry()).toMatchObject({ tag: 'livekit', url })
    const invitation = await place.invite('Ada')
    expect(invitation).toMatchObject({ url: guestUrl })
    expect(await new TokenVerifier('here', localServer.secret).verify(invitation!.token)).toMatchObject({
      name: 'Ada',
    })
    localServer = null
    await follow()
    await place.settled()
    expect(opened[0]!.left).toBe(true)
    expect(place.status()).toEqual({ tag: 'local' })
  })
})
