// Where a window goes: to the LiveKit room while the agent is in one, to the local room otherwise. The local room is always
// there, so a window that cannot reach the other is never left alone; it goes on looking for the way there.
import type { Clock } from '../../core/ports.ts'
import type { RoomEntry } from '../../shared/ipc.ts'
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge } from '../app-props.ts'
import { reloadOnce } from './reload-once.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'
import { createWayBack } from './way-back.ts'

export interface RoomDoor {
  openLink: OpenLink
  /** Calls back whenever the agent is somewhere else than where this window went. */
  onMoved(rejoin: () => void): void
  /** For a window that could not get there: tries again, now. */
  returnToRoom(): void
}

interface Deps {
  bridge: Pick<AppBridge, 'request' | 'on'>
  openLocal: OpenLink
  clock: Clock
  random(): number
  /** Handed in for tests; what goes there for real otherwise. */
  openLiveKit?: OpenLiveKit
  reload?: () => boolean
}

type LiveKitEntry = Extract<RoomEntry, { tag: 'livekit' }>

type OpenLiveKit = (entry: LiveKitEntry, listener: RoomListener) => Promise<RoomLink>

const LOCAL = 'local'

export function createRoomDoor({
  bridge,
  openLocal,
  clock,
  random,
  openLiveKit = loadAndOpen,
  reload = reloadOnce,
}: Deps): RoomDoor {
  /** The page may connect to the servers it was loaded with, and to no other. */
  const allowed = bridge.request('room.servers').catch((): string[] => [])
  /** Where the agent is, as far as this window knows. */
  let agentAt: string | null = null
  /** What was told of that while the way there was asked for. */
  let toldMeanwhile: string | null = null
  /** Whether this window went here because it could not get there. */
  let isAway = false
  let rejoin = (): void => {}

  async function askTheWay(): Promise<RoomEntry> {
    toldMeanwhile = null
    const entry = await bridge.request('room.entry')
    agentAt = entry.tag === 'local' ? LOCAL : entry.url
    // An answer from before the agent moved leads to where it was.
    return toldMeanwhile === null || toldMeanwhile === agentAt ? entry : askTheWay()
  }

  async function goThere(entry: LiveKitEntry, listener: RoomListener): Promise<RoomLink> {
    const isAllowed = (await allowed).includes(new URL(entry.url).origin)
    // The new page goes there; this one waits for its end.
    if (!isAllowed && reload()) return new Promise(() => {})
    return openLiveKit(entry, listener)
  }

  /** Where the way back led. */
  let foundAt: string | null = null
  const wayBack = createWayBack({
    async open(listener) {
      const entry = await bridge.request('room.entry')
      if (entry.tag === 'local') throw new Error('The agent is not in a LiveKit room now.')
      const link = await goThere(entry, listener)
      foundAt = entry.url
      return link
    },
    clock,
    random,
    onReady: () => rejoin(),
  })

  async function goOnHere(error: unknown, listener: RoomListener): Promise<RoomLink> {
    isAway = true
    wayBack.seek()
    // The library leaves room for a reason that is not always there.
    const why = (error instanceof Error ? error.message : String(error)).replace(/[\s:]+$/, '')
    return { ...(await openLocal(listener)), way: { tag: 'instead', why } }
  }

  return {
    async openLink(listener) {
      isAway = false
      const opened = wayBack.take(listener)
      if (opened) {
        agentAt = foundAt
        return opened
      }
      wayBack.giveUp()
      agentAt = null
      try {
        const entry = await askTheWay()
        if (entry.tag === 'livekit') return await goThere(entry, listener)
      } catch (error) {
        // Without a token, or without a server, there is still the room that needs none.
        return goOnHere(error, listener)
      }
      return openLocal(listener)
    },
    onMoved(callback) {
      rejoin = callback
      bridge.on('room.changed', (status) => {
        // Whether an agent that mends its own connection will stay there is not known yet.
        if (status.tag === 'livekit' && status.state === 'interrupted') return
        const place = placeOf(status)
        const moved = agentAt !== null && agentAt !== place
        agentAt = place
        toldMeanwhile = place
        if (!moved) return
        wayBack.giveUp()
        rejoin()
      })
    },
    returnToRoom() {
      if (!isAway) return
      wayBack.giveUp()
      rejoin()
    },
  }
}

async function loadAndOpen(entry: LiveKitEntry, listener: RoomListener): Promise<RoomLink> {
  // Most windows never need it.
  const { openLiveKitLink } = await import('./livekit-link.ts')
  return openLiveKitLink(entry, listener)
}

function placeOf(status: RoomStatus): string {
  return status.tag === 'livekit' && status.state === 'in' ? status.url : LOCAL
}
