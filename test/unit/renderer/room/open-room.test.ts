import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppBridge } from '../../../../src/renderer/app-props.ts'
import { createRoomDoor, type RoomDoor } from '../../../../src/renderer/room/open-room.ts'
import type { RoomLink, RoomListener } from '../../../../src/renderer/room/room-link.ts'
import type { RoomEntry } from '../../../../src/shared/ipc.ts'
import type { RoomStatus } from '../../../../src/shared/room-status.ts'

const URL = 'ws://127.0.0.1:7880'
const there: RoomEntry = { tag: 'livekit', url: URL, token: 'a token' }

let entry: () => Promise<RoomEntry>
let tell: (status: RoomStatus) => void
let went: string[]
let rejoined: number
let refuses: boolean
let door: RoomDoor
let reloads: number
let mayReload: boolean

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
  door = createRoomDoor(
    bridge,
    async () => {
      went.push('local')
      return {} as RoomLink
    },
    async ({ url }) => {
      went.push(url)
      if (refuses) throw new Error('There is no agent in the room.')
      return {} as RoomLink
    },
    () => {
      reloads++
      return mayReload
    },
  )
  door.onMoved(() => void rejoined++)
})

const goIn = (): Promise<RoomLink> => door.openLink({} as RoomListener)

const status = (
  state: Extract<RoomStatus, { tag: 'livekit' }>['state'],
  more: Partial<Extract<RoomStatus, { tag: 'livekit' }>> = {},
): RoomStatus => ({ tag: 'livekit', state, url: URL, room: 'r', people: [], fault: null, ...more })

describe('the way to the conversation', () => {
  it('leads to where the agent is', async () => {
    await goIn()
    entry = async () => ({ tag: 'local' })
    await goIn()
    expect(went).toEqual([URL, 'local'])
  })

  it('leads to the local room where the other cannot be reached', async () => {
    refuses = true
    await goIn()
    expect(went).toEqual([URL, 'local'])
  })

  it('leads to the local room where no token can be had, and from there to the agent once it has moved', async () => {
    entry = () => Promise.reject(new Error('The token endpoint answered 500.'))
    await goIn()
    expect(went).toEqual(['local'])
    tell(status('in'))
    tell(status('in', { people: [{ identity: 'ada', name: 'Ada' }] }))
    expect(rejoined).toBe(0)
    tell(status('waiting'))
    tell(status('in'))
    expect(rejoined).toBe(2)
  })

  it('is gone again when the agent moves, and not when people come and go', async () => {
    await goIn()
    tell(status('in'))
    tell(status('in', { people: [{ identity: 'ada', name: 'Ada' }] }))
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

  it('is gone again by who fell back to the local room, once the agent has been away', async () => {
    refuses = true
    await goIn()
    tell(status('in'))
    expect(rejoined).toBe(0)
    tell(status('waiting'))
    tell(status('in'))
    expect(rejoined).toBe(2)
  })

  it('is asked for again when the agent moves while it is asked for', async () => {
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

  it('to a server the page was not loaded with goes by loading the page again, and nobody is left behind', async () => {
    await goIn()
    expect(reloads).toBe(0)
    entry = async () => ({ ...there, url: 'ws://127.0.0.1:9999' })
    void goIn()
    await setImmediate()
    expect(reloads).toBe(1)
    expect(went).toEqual([URL])
  })

  it('to such a server is tried all the same where loading the page has not helped', async () => {
    mayReload = false
    entry = async () => ({ ...there, url: 'ws://127.0.0.1:9999' })
    await goIn()
    expect(went).toEqual(['ws://127.0.0.1:9999'])
  })

  it('is known to whoever asks how this window is connected', async () => {
    await goIn()
    expect(door.linkWay()).toEqual({ tag: 'livekit' })
    entry = async () => ({ tag: 'local' })
    await goIn()
    expect(door.linkWay()).toEqual({ tag: 'local' })
    entry = () => Promise.reject(new Error('The token endpoint answered 500.'))
    await goIn()
    expect(door.linkWay()).toEqual({ tag: 'instead', why: 'The token endpoint answered 500.' })
  })

  it('is gone again when somebody asks for it, where it led to the local room instead', async () => {
    await goIn()
    door.returnToRoom()
    expect(rejoined).toBe(0)
    refuses = true
    await goIn()
    expect(door.linkWay()).toEqual({ tag: 'instead', why: 'There is no agent in the room.' })
    door.returnToRoom()
    expect(rejoined).toBe(1)
  })
})
