// Where a window goes: to the LiveKit room while the agent is in one, to the local room otherwise. The local room is always
// there, so a window that cannot reach the other is never left alone.
import type { RoomEntry } from '../../shared/ipc.ts'
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge } from '../app-props.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'

export interface RoomDoor {
  openLink: OpenLink
  /** Calls back whenever the agent is somewhere else than where this window went. */
  onMoved(rejoin: () => void): void
}

type OpenLiveKit = (entry: { url: string; token: string }, listener: RoomListener) => Promise<RoomLink>

const LOCAL = 'local'

export function createRoomDoor(
  bridge: AppBridge,
  openLocal: OpenLink,
  openLiveKit: OpenLiveKit = loadAndOpen,
): RoomDoor {
  /** The page may connect to the server it was loaded with, and to no other. */
  let allowed: string | null = null
  /** Where the agent is, as far as this window knows. */
  let agentAt: string | null = null
  /** What was told of that while the way there was asked for. */
  let toldMeanwhile: string | null = null

  async function askTheWay(): Promise<RoomEntry> {
    toldMeanwhile = null
    const entry = await bridge.request('room.entry')
    agentAt = entry.tag === 'local' ? LOCAL : entry.url
    // An answer from before the agent moved leads to where it was.
    return toldMeanwhile === null || toldMeanwhile === agentAt ? entry : askTheWay()
  }

  return {
    async openLink(listener) {
      agentAt = null
      // Without a token there is still the room that needs none.
      const entry = await askTheWay().catch((): RoomEntry => ({ tag: 'local' }))
      if (entry.tag === 'local') return openLocal(listener)
      const { origin } = new URL(entry.url)
      allowed ??= origin
      if (origin !== allowed) location.reload()
      try {
        return await openLiveKit(entry, listener)
      } catch {
        return openLocal(listener)
      }
    },
    onMoved(rejoin) {
      bridge.on('room.changed', (status) => {
        const place = placeOf(status)
        const moved = agentAt !== null && agentAt !== place
        agentAt = place
        toldMeanwhile = place
        if (moved) rejoin()
      })
    },
  }
}

/** Most windows never need it. */
const loadAndOpen: OpenLiveKit = async (entry, listener) => {
  const { openLiveKitLink } = await import('./livekit-link.ts')
  return openLiveKitLink(entry, listener)
}

function placeOf(status: RoomStatus): string {
  const isThere = status.tag === 'livekit' && (status.state === 'in' || status.state === 'interrupted')
  return isThere ? status.url : LOCAL
}
