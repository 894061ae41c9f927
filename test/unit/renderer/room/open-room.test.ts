import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppBridge } from '../../../../src/renderer/app-props.ts'
import { createRoomOpener, type RoomOpener } from '../../../../src/renderer/room/open-room.ts'
import type { RoomLink, RoomListener } from '../../../../src/renderer/room/room-link.ts'
import type { RoomEntry } from '../../../../src/shared/ipc.ts'
import type { RoomStatus } from '../../../../src/shared/room-status.ts'
import { createFakeClock, type FakeClock } from '../../../fakes/fake-clock.ts'

const URL = 'ws://127.0.0.1:7880'
const there: RoomEntry = { tag: 'livekit', url: URL, token: 'a token' }

let entry: () => Promise<RoomEntry>
let tell: (status: RoomStatus) => void
let went: string[]
let rejoined: number
let refuses: boolean
let opener: RoomOpener
let reloads: number
let mayReload: boolean
let clock: FakeClock
let links: OpenedLink[]

interface OpenedLink {
  listener: RoomListener
  isClosed: boolean
  close(): void
}

beforeEach(() => {
  entry = async () => there
  went = []
  rejoined = 0
  refuses = false
  reloads = 0
  mayReload = true
  const bridge: Pick<AppBridge, 'request' | 'on'> = {
    request: (async (name: string) => (name === 'room.servers' ? [URL] : entry())) as AppBridge['request'],
    on: ((_name: string, listener: typeof tell) => {
      tell = listener
      return () => {}
    }) as AppBridge['on'],
  }
  clock = createFakeClock()
  links = []
  opener = createRoomOpener({
    bridge,
    openLocal: async () => {
      went.push('local')
      return {} as RoomLink
    },
    openLiveKit: async ({ url }, listener) => {
      went.push(url)
      if (refuses) throw new Error('There is no agent in the room.')
      const opened: OpenedLink = { listener, isClosed: false, close: () => void (opened.isClosed = true) }
      links.push(opened)
      return opened as unknown as RoomLink
    },
    clock,
    random: () => 1,
    reload: () => {
      reloads++
      return mayReload
    },
  })
  opener.onMoved(() => void rejoined++)
})

const goIn = (listener: Partial<RoomListener> = {}): Promise<RoomLink> =>
  opener.openLink(listener as RoomListener)

/** Advances the clock and lets promises settle. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await setImmediate()
}

const status = (
  state: Extract<RoomStatus, { tag: 'livekit' }>['state'],
  more: Partial<Extract<RoomStatus, { tag: 'livekit' }>> = {},
): RoomStatus => ({ tag: 'livekit', state, url: URL, room: 'r', people: [], fault: null, ...more })

describe('the room opener', () => {
  it('opens the agent’s room', async () => {
    await goIn()
    entry = async () => ({ tag: 'local' })
    await goIn()
    expect(went).toEqual([URL, 'local'])
  })

  it('opens the local room if the LiveKit room is unreachable', async () => {
    refuses = true
    await goIn()
    expect(went).toEqual([URL, 'local'])
  })

  it('opens the local room without a token, and rejoins once the agent has moved', async () => {
    entry = () => Promise.reject(new Error('The token endpoint answered 500.'))
    await goIn()
    expect(went).toEqual(['local'])
    tell(status('in'))
    tell(status('in', { people: [{ identity: 'ada', name: 'Ada', role: 'participant' }] }))
    expect(rejoined).toBe(0)
    tell(status('waiting'))
    tell(status('in'))
    expect(rejoined).toBe(2)
  })

  it('rejoins when the agent moves, and not when participants come and go', async () => {
    await goIn()
    tell(status('in'))
    tell(status('in', { people: [{ identity: 'ada', name: 'Ada', role: 'participant' }] }))
    tell(status('interrupted'))
    tell(status('in'))
    expect(rejoined).toBe(0)
    tell(status('waiting'))
    expect(rejoined).toBe(1)
    entry = async () => ({ tag: 'local' })
    await goIn()
    tell(status('joining'))
    tell(status('refused'))
    tell({ tag: 'local' })
    expect(rejoined).toBe(1)
    tell(status('in'))
    expect(rejoined).toBe(2)
  })

  it('does not rejoin while the agent’s connection is interrupted', async () => {
    entry = async () => ({ tag: 'local' })
    await goIn()
    tell(status('interrupted'))
    tell(status('interrupted', { people: [{ identity: 'ada', name: 'Ada', role: 'participant' }] }))
    expect(rejoined).toBe(0)
    tell(status('in'))
    expect(rejoined).toBe(1)
  })

  it('rejoins from the local room once the agent has been away', async () => {
    refuses = true
    await goIn()
    tell(status('in'))
    expect(rejoined).toBe(0)
    tell(status('waiting'))
    tell(status('in'))
    expect(rejoined).toBe(2)
  })

  it('requests the entry again if the agent moves meanwhile', async () => {
    let answer: (entry: RoomEntry) => void = () => {}
    entry = () => new Promise((resolve) => (answer = resolve))
    const going = goIn()
    await setImmediate()
    tell(status('in'))
    answer({ tag: 'local' })
    await setImmediate()
    answer(there)
    await going
    expect(went).toEqual([URL])
    expect(rejoined).toBe(0)
  })

  it('reloads the page for a server that its policy does not allow yet', async () => {
    await goIn()
    expect(reloads).toBe(0)
    entry = async () => ({ ...there, url: 'ws://127.0.0.1:9999' })
    void goIn()
    await setImmediate()
    expect(reloads).toBe(1)
    expect(went).toEqual([URL])
  })

  it('tries such a server anyway if reloading did not help', async () => {
    mayReload = false
    entry = async () => ({ ...there, url: 'ws://127.0.0.1:9999' })
    await goIn()
    expect(went).toEqual(['ws://127.0.0.1:9999'])
  })

  it('says why it opened the local room instead', async () => {
    expect((await goIn()).way).toBeUndefined()
    entry = () => Promise.reject(new Error('The token endpoint answered 500.'))
    expect((await goIn()).way).toEqual({ tag: 'instead', why: 'The token endpoint answered 500.' })
    entry = async () => there
    refuses = true
    expect((await goIn()).way).toEqual({ tag: 'instead', why: 'There is no agent in the room.' })
  })

  it('tries the LiveKit room again when the user asks for it', async () => {
    await goIn()
    opener.returnToRoom()
    expect(rejoined).toBe(0)
    refuses = true
    await goIn()
    opener.returnToRoom()
    expect(rejoined).toBe(1)
  })
})

describe('a window that fell back to the local room', () => {
  beforeEach(async () => {
    refuses = true
    await goIn()
    went = []
  })

  it('tries again by itself, with growing pauses up to 130 seconds, and stays in the local room meanwhile', async () => {
    const tries: number[] = []
    for (let second = 1; second <= 600; second++) {
      await pass(1_000)
      if (went.length > tries.length) tries.push(second)
    }
    expect(tries).toEqual([2, 6, 14, 30, 62, 126, 254, 384, 514])
    expect(rejoined).toBe(0)
  })

  it('leaves for a link that is already open, which then reports everything', async () => {
    await pass(2_000)
    refuses = false
    await pass(4_000)
    expect(rejoined).toBe(1)
    const [opened] = links
    const heard: unknown[] = []
    opened!.listener.attributesChanged({ session: 'one' })
    opened!.listener.data('early', new Uint8Array())
    const link = await goIn({
      attributesChanged: (attributes) => heard.push(attributes),
      data: (topic) => heard.push(topic),
      closed: (reason) => heard.push(reason),
    })
    expect(link).toBe(opened)
    opened!.listener.data('late', new Uint8Array())
    opened!.listener.closed('The room was closed.')
    expect(heard).toEqual([{ session: 'one' }, 'late', 'The room was closed.'])
    expect(went).toEqual([URL, URL])
    expect(clock.pending()).toBe(0)
  })

  it('knows its room from then on, and follows the agent', async () => {
    entry = () => Promise.reject(new Error('The token endpoint answered 500.'))
    await goIn()
    entry = async () => there
    refuses = false
    await pass(2_000)
    await goIn()
    expect(rejoined).toBe(1)
    tell(status('waiting'))
    expect(rejoined).toBe(2)
  })

  it('reloads the page if its policy does not allow the server', async () => {
    entry = async () => ({ ...there, url: 'ws://127.0.0.1:9999' })
    refuses = false
    await pass(2_000)
    expect(reloads).toBe(1)
    expect(links).toEqual([])
  })

  it('goes on trying when a link breaks before it is taken', async () => {
    refuses = false
    await pass(2_000)
    links[0]!.listener.closed('The connection to the room broke.')
    await pass(4_000)
    expect(links).toHaveLength(2)
    expect(rejoined).toBe(2)
    expect(await goIn()).toBe(links[1])
  })

  it('stops trying once the agent has moved, and closes what it opened', async () => {
    refuses = false
    await pass(2_000)
    expect(links[0]!.isClosed).toBe(false)
    tell(status('waiting'))
    expect(links[0]!.isClosed).toBe(true)
    expect(clock.pending()).toBe(0)
  })

  it('closes a link that opens too late', async () => {
    refuses = false
    let answer: (entry: RoomEntry) => void = () => {}
    entry = () => new Promise((resolve) => (answer = resolve))
    await pass(2_000)
    tell(status('waiting'))
    answer(there)
    await setImmediate()
    expect(links[0]!.isClosed).toBe(true)
    expect(rejoined).toBe(1)
  })
})
