// Where a window goes: to the LiveKit room while the agent is in one, to the local room otherwise. The local room is always
// there, so a window that cannot reach the other is never left alone.
import type { RoomEntry } from '../../shared/ipc.ts'
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge, LinkWay } from '../app-props.ts'
import { reloadOnce } from './reload-once.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'

export interface RoomDoor {
  openLink: OpenLink
  /** Calls back whenever the agent is somewhere else than where this window went. */
  onMoved(rejoin: () => void): void
  linkWay(): LinkWay
  /** For a window that could not get there: tries again. */
  returnToRoom(): void
}

type OpenLiveKit = (entry: { url: string; token: string }, listener: RoomListener) => Promise<RoomLink>

const LOCAL = 'local'

export function createRoomDoor(
  bridge: Pick<AppBridge, 'request' | 'on'>,
  openLocal: OpenLink,
  openLiveKit: OpenLiveKit = loadAndOpen,
  reload: () => boolean = reloadOnce,
): RoomDoor {
  /** The page may connect to the servers it was loaded with, and to no other. */
  const allowed = bridge.request('room.servers').catch((): string[] => [])
  /** Where the agent is, as far as this window knows. */
  let agentAt: string | null = null
  /** What was told of that while the way there was asked for. */
  let toldMeanwhile: string | null = null
  let way: LinkWay = { tag: 'local' }
  let rejoin = (): void => {}

  async function askTheWay(): Promise<RoomEntry> {
    toldMeanwhile = null
    const entry = await bridge.request('room.entry')
    agentAt = entry.tag === 'local' ? LOCAL : entry.url
    // An answer from before the agent moved leads to where it was.
    return toldMeanwhile === null || toldMeanwhile === agentAt ? entry : askTheWay()
  }

  const instead = (error: unknown): LinkWay => ({
    tag: 'instead',
    why: error instanceof Error ? error.message : String(error),
  })

  return {
    async openLink(listener) {
      agentAt = null
      way = { tag: 'local' }
      // Without a token there is still the room that needs none.
      const entry = await askTheWay().catch((error: unknown): RoomEntry => {
        way = instead(error)
        return { tag: 'local' }
      })
      if (entry.tag === 'local') return openLocal(listener)
      const isAllowed = (await allowed).includes(new URL(entry.url).origin)
      // The new page goes there; this one waits for its end.
      if (!isAllowed && reload()) return new Promise(() => {})
      try {
        const link = await openLiveKit(entry, listener)
        way = { tag: 'livekit' }
        return link
      } catch (error) {
        way = instead(error)
        return openLocal(listener)
      }
    },
    onMoved(callback) {
      rejoin = callback
      bridge.on('room.changed', (status) => {
        const place = placeOf(status)
        const moved = agentAt !== null && agentAt !== place
        agentAt = place
        toldMeanwhile = place
        if (moved) rejoin()
      })
    },
    linkWay: () => way,
    returnToRoom() {
      if (way.tag === 'instead') rejoin()
    },
  }
}

async function loadAndOpen(entry: { url: string; token: string }, listener: RoomListener): Promise<RoomLink> {
  // Most windows never need it.
  const { openLiveKitLink } = await import('./livekit-link.ts')
  return openLiveKitLink(entry, listener)
}

function placeOf(status: RoomStatus): string {
  const isThere = status.tag === 'livekit' && (status.state === 'in' || status.state === 'interrupted')
  return isThere ? status.url : LOCAL
}
