// The controller with rooms that the test admits it to.
import { setImmediate } from 'node:timers/promises'
import { TokenVerifier } from 'livekit-server-sdk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCompositeRoom, type CompositeRoom } from '../../../../../src/main/rooms/composite-room.ts'
import type { createLiveKitRoom } from '../../../../../src/main/rooms/livekit/livekit-room.ts'
import type { ServerAccess } from '../../../../../src/main/rooms/livekit/local-server.ts'
import type { LiveKitSettings } from '../../../../../src/main/rooms/livekit/admission.ts'
import {
  createLiveKitController,
  type LiveKitController,
} from '../../../../../src/main/rooms/livekit/livekit-controller.ts'
import type { PersonInRoom, RoomStatus } from '../../../../../src/shared/room-status.ts'
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
  become(state: 'joining' | 'in' | 'waiting' | 'empty', people?: string[]): void
}

let settings: LiveKitSettings
let keys: { key: string; secret: string } | null
let localServer: ServerAccess | null
let opened: Opened[]
let statuses: RoomStatus[]
let problems: unknown[]
let appRoom: CompositeRoom
let controller: LiveKitController
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
  appRoom = createCompositeRoom('parley')
  let ids = 0
  controller = createLiveKitController({
    settings: () => settings,
    keys: () => keys,
    localServer: () => localServer,
    room: appRoom,
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
  let state: Parameters<Opened['become']>[0] = 'joining'
  let people: string[] = []
  const { url, room } = deps
  const present = (identity: string): PersonInRoom => ({ identity, name: '', role: deps.roleOf!(identity) })
  const status = (): RoomStatus => ({
    tag: 'livekit',
    state,
    url,
    room,
    people: people.map(present),
    fault: null,
  })
  const one: Opened = {
    deps,
    room: createFakeRoom(['ada']),
    retries: 0,
    left: false,
    become(next, there = []) {
      state = next
      people = there
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

async function follow(changed: Partial<LiveKitSettings> = {}): Promise<void> {
  settings = { ...settings, ...changed }
  controller.follow()
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

describe('the LiveKit controller', () => {
  it('stays on this computer while no server is set up', async () => {
    keys = null
    await follow()
    await follow({ livekitUrl: '' })
    expect(opened).toEqual([])
    expect(controller.status()).toEqual({ tag: 'local' })
    expect(await controller.entry()).toEqual({ tag: 'local' })
    expect(await controller.invite('Ada', false)).toBeNull()
    expect(controller.server()).toBeNull()
  })

  it('reports missing keys when it is checked, unless the local room is chosen', async () => {
    keys = null
    const of = async (): Promise<string[]> => (await controller.check()).map(({ what }) => what)
    await follow({ livekitUrl: 'ws://127.0.0.1:1' })
    expect(await of()).toEqual(['address', 'token', 'agent'])
    await follow({ room: 'local' })
    expect(await of()).toEqual(['address', 'agent'])
  })

  it('joins the LiveKit room once there are an address and keys, and leaves it without them', async () => {
    await follow()
    expect(opened[0]!.deps).toMatchObject({ url: URL, room: 'harbour' })
    expect(appRoom.participants()).toEqual(['ada'])
    expect(controller.server()).toBe(URL)
    keys = null
    await follow()
    expect(opened[0]!.left).toBe(true)
    expect(appRoom.participants()).toEqual([])
    expect(statuses.at(-1)).toEqual({ tag: 'local' })
    expect(controller.server()).toBeNull()
  })

  it('stays in the room while nothing changes', async () => {
    await follow()
    await follow()
    await follow({ livekitRoom: 'harbour' })
    expect(opened).toHaveLength(1)
  })

  it('joins no room after it was closed', async () => {
    localServer = { url: 'ws://127.0.0.1:7999', guestUrl: 'ws://127.0.0.1:7999', key: KEY, secret: SECRET }
    await follow()
    await controller.close()
    localServer = null
    await follow()
    expect(opened.map(({ deps }) => deps.url)).toEqual(['ws://127.0.0.1:7999'])
  })

  it('stays on this computer where rooms cannot be joined, reports it, and tries again on request', async () => {
    loading = () => Promise.reject(new Error('a library is missing'))
    await follow()
    expect(statuses.at(-1)).toMatchObject({
      tag: 'livekit',
      state: 'refused',
      url: URL,
      fault: { code: 'room_refused' },
    })
    expect(await controller.entry()).toEqual({ tag: 'local' })
    loading = async () => ({ createLiveKitRoom: openFake })
    controller.retry()
    await follow()
    expect(opened).toHaveLength(1)
    expect(controller.status()).toMatchObject({ state: 'joining', fault: null })
  })

  it('moves to another room after it has left the previous one', async () => {
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

  it('skips a room that is not wanted any more', async () => {
    for (const livekitRoom of ['a', 'b', 'c']) {
      settings = { ...settings, livekitRoom }
      controller.follow()
    }
    await follow()
    expect(opened.map(({ deps }) => deps.room)).toEqual(['c'])
  })

  it('lets a window in while the agent is there, with its own minimal token', async () => {
    await follow()
    expect(await controller.entry()).toEqual({ tag: 'local' })
    opened[0]!.become('in')
    const entry = await controller.entry()
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
    expect(await controller.entry()).toEqual({ tag: 'local' })
  })

  it('invites a guest by name for some minutes', async () => {
    await follow()
    opened[0]!.become('in')
    const invitation = await controller.invite('Ada', false)
    const grants = await new TokenVerifier(KEY, SECRET).verify(invitation!.token)
    expect(grants).toMatchObject({ sub: 'guest-id-1', name: 'Ada' })
    const minutes = ((grants as { exp: number; nbf: number }).exp - Date.now() / 1000) / 60
    expect(minutes).toBeGreaterThan(5)
    expect(minutes).toBeLessThan(15)
  })

  it('joins an empty room again when a window comes or a guest is invited, and not before', async () => {
    await follow()
    opened[0]!.become('empty')
    expect(opened[0]!.retries).toBe(0)
    expect(await controller.entry()).toEqual({ tag: 'local' })
    expect(opened[0]!.retries).toBe(1)
    expect(await controller.invite('Ada', false)).toMatchObject({ url: URL })
    expect(opened[0]!.retries).toBe(2)
  })

  it('gives the agent a token of the kind agent', async () => {
    await follow()
    const { token } = await opened[0]!.deps.admission()
    expect(await new TokenVerifier(KEY, SECRET).verify(token)).toMatchObject({
      sub: 'parley',
      kind: 'agent',
      attributes: { 'parley.instance': 'this one' },
      video: { room: 'harbour', agent: true },
    })
  })

  it('never reveals the secret: not in a status, not to a window, not in a problem', async () => {
    await follow()
    opened[0]!.become('in')
    opened[0]!.become('waiting')
    opened[0]!.become('in')
    const revealed = [
      statuses,
      problems,
      controller.status(),
      await controller.entry(),
      await controller.invite('Ada', false),
    ]
    expect(JSON.stringify(revealed)).not.toContain(SECRET)
  })

  it('tries again on request', async () => {
    controller.retry()
    await follow()
    controller.retry()
    expect(opened[0]!.retries).toBe(1)
  })

  it('leaves the room when it is closed', async () => {
    await follow()
    await controller.close()
    expect(opened[0]!.left).toBe(true)
    expect(controller.status()).toEqual({ tag: 'local' })
  })

  it('goes where the token endpoint says, and removes nobody there', async () => {
    keys = null
    await follow({ livekitUrl: '', livekitTokenUrl: 'http://127.0.0.1:1/token' })
    expect(opened[0]!.deps).not.toHaveProperty('putOut')
    expect(opened[0]!.deps).not.toHaveProperty('isTaken')
    await expect(opened[0]!.deps.admission()).rejects.toMatchObject({ fault: { code: 'room_refused' } })
  })

  it('prefers a server on this computer over the settings; guests get their own address', async () => {
    const [url, guestUrl] = ['ws://127.0.0.1:7999', 'ws://192.168.1.20:7999']
    localServer = { url, guestUrl, key: 'here', secret: 'a-secret-of-the-server-on-this-computer' }
    await follow({ room: 'local', livekitTokenUrl: 'http://127.0.0.1:1/token' })
    expect(opened[0]!.deps).toMatchObject({ url, room: 'harbour' })
    opened[0]!.become('in')
    expect(await controller.entry()).toMatchObject({ tag: 'livekit', url })
    const invitation = await controller.invite('Ada', false)
    expect(invitation).toMatchObject({ url: guestUrl })
    expect(await new TokenVerifier('here', localServer.secret).verify(invitation!.token)).toMatchObject({
      name: 'Ada',
    })
    localServer = null
    await follow()
    await controller.settled()
    expect(opened[0]!.left).toBe(true)
    expect(controller.status()).toEqual({ tag: 'local' })
  })
})

describe('approvers in a LiveKit room', () => {
  const roleOf = (identity: string): string => opened[0]!.deps.roleOf!(identity)
  const roles = (): string[] => {
    const status = statuses.at(-1)!
    return status.tag === 'livekit' ? status.people.map(({ identity, role }) => `${identity} ${role}`) : []
  }

  it('are only the owner’s windows at first', async () => {
    await follow()
    opened[0]!.become('in')
    await controller.entry()
    await controller.invite('Bo', false)
    opened[0]!.become('in', ['window-id-1', 'guest-id-2', 'ada', 'window-of-somebody-else'])
    expect(roles()).toEqual([
      'window-id-1 owner',
      'guest-id-2 participant',
      'ada participant',
      'window-of-somebody-else participant',
    ])
  })

  it('are guests invited as such, from when they come until they leave', async () => {
    await follow()
    opened[0]!.become('in')
    await controller.invite('Bo', true)
    expect(roleOf('guest-id-1')).toBe('participant')
    opened[0]!.become('in', ['guest-id-1'])
    expect(roles()).toEqual(['guest-id-1 approver'])
    opened[0]!.become('in', ['ada'])
    expect(roleOf('guest-id-1')).toBe('participant')
    opened[0]!.become('in', ['guest-id-1'])
    expect(roles()).toEqual(['guest-id-1 participant'])
  })

  it('are participants whom the owner allowed it, until it is taken back, they leave or the room is lost', async () => {
    await follow()
    opened[0]!.become('in', ['ada'])
    controller.allowApproving('ada', true)
    expect(roles()).toEqual(['ada approver'])
    controller.allowApproving('ada', false)
    expect(roles()).toEqual(['ada participant'])
    controller.allowApproving('ada', true)
    opened[0]!.become('waiting')
    opened[0]!.become('in', ['ada'])
    expect(roles()).toEqual(['ada participant'])
  })

  it('are never absent people, and the owner’s window keeps its role', async () => {
    await follow()
    opened[0]!.become('in')
    await controller.entry()
    expect(() => controller.allowApproving('cy', true)).toThrow('not in the room')
    opened[0]!.become('in', ['window-id-1'])
    controller.allowApproving('window-id-1', false)
    expect(roles()).toEqual(['window-id-1 owner'])
  })
})
