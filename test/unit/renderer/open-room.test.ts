import { describe, expect, it } from 'vitest'
import type { AppBridge } from '../../../src/renderer/app-props.ts'
import { createRoomDoor } from '../../../src/renderer/room/open-room.ts'
import type { RoomLink, RoomListener } from '../../../src/renderer/room/room-link.ts'
import type { IpcRequests } from '../../../src/shared/ipc.ts'
import type { RoomStatus } from '../../../src/shared/room-status.ts'

const URL_HERE = 'ws://127.0.0.1:7880'
const listener = {} as RoomListener
const local = { identity: 'local' } as RoomLink
const far = { identity: 'far' } as RoomLink

interface Given {
  entry: IpcRequests['room.entry']['out']
  servers?: string[]
  openLiveKit?: () => Promise<RoomLink>
  mayReload?: boolean
}

function doorTo(given: Given) {
  let reloads = 0
  let tell = (_status: RoomStatus): void => {}
  const answers: Record<string, unknown> = {
    'room.servers': given.servers ?? [],
    'room.entry': given.entry,
  }
  const bridge = {
    request: async (name: string) => answers[name],
    on(_name: string, told: (status: RoomStatus) => void) {
      tell = told
      return () => {}
    },
  } as unknown as Pick<AppBridge, 'request' | 'on'>
  const door = createRoomDoor(bridge, async () => local, {
    reload() {
      reloads++
      return given.mayReload ?? true
    },
    openLiveKit: given.openLiveKit ?? (async () => far),
  })
  return { door, reloads: () => reloads, tell: (status: RoomStatus) => tell(status) }
}

const there = { tag: 'livekit', url: URL_HERE, token: 't' } as const

describe('the way into the room', () => {
  it('is the local room where there is no other', async () => {
    const { door } = doorTo({ entry: { tag: 'local' } })
    expect(await door.openLink(listener)).toBe(local)
    expect(door.linkWay()).toEqual({ tag: 'local' })
  })

  it('is LiveKit’s where the page was loaded with its server', async () => {
    const { door, reloads } = doorTo({ entry: there, servers: [URL_HERE] })
    expect(await door.openLink(listener)).toBe(far)
    expect(door.linkWay()).toEqual({ tag: 'livekit' })
    expect(reloads()).toBe(0)
  })

  it('is taken by a page that is loaded anew, where this one was loaded before there was a server', async () => {
    const opened: string[] = []
    const { door, reloads } = doorTo({
      entry: there,
      openLiveKit: async () => {
        opened.push('livekit')
        return far
      },
    })
    void door.openLink(listener).then(() => opened.push('link'))
    await new Promise(setImmediate)
    expect(reloads()).toBe(1)
    expect(opened).toEqual([])
  })

  it('is tried all the same where that was done a moment ago', async () => {
    const { door } = doorTo({ entry: there, mayReload: false })
    expect(await door.openLink(listener)).toBe(far)
  })

  it('is the local room instead where LiveKit’s cannot be reached, and is tried again when asked for', async () => {
    const { door, tell } = doorTo({
      entry: there,
      servers: [URL_HERE],
      openLiveKit: () => Promise.reject(new Error('No way.')),
    })
    let rejoined = 0
    door.onMoved(() => rejoined++)
    door.returnToRoom()
    expect(rejoined).toBe(0)
    expect(await door.openLink(listener)).toBe(local)
    expect(door.linkWay()).toEqual({ tag: 'instead', why: 'No way.' })
    tell({ tag: 'livekit', state: 'in', url: URL_HERE, room: 'parley', people: [], fault: null })
    expect(rejoined).toBe(0)
    door.returnToRoom()
    expect(rejoined).toBe(1)
  })
})
