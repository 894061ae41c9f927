// Where a window goes: to the LiveKit room while the agent is in one, to the local room otherwise. The local room is always
// there, so a window that cannot reach the other is never left alone.
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge } from '../app-props.ts'
import type { OpenLink } from './room-link.ts'

export interface RoomDoor {
  openLink: OpenLink
  /** Calls back whenever the agent is somewhere else than where this window went. */
  onMoved(rejoin: () => void): void
}

const LOCAL = 'local'

export function createRoomDoor(bridge: AppBridge, openLocal: OpenLink): RoomDoor {
  /** The page may connect to the server it was loaded with, and to no other. */
  let allowed: string | null = null
  let went: string | null = null

  return {
    async openLink(listener) {
      const entry = await bridge.request('room.entry')
      if (entry.tag === 'local') {
        went = LOCAL
        return openLocal(listener)
      }
      went = entry.url
      const { origin } = new URL(entry.url)
      allowed ??= origin
      if (origin !== allowed) location.reload()
      try {
        // Most windows never need it.
        const { openLiveKitLink } = await import('./livekit-link.ts')
        return await openLiveKitLink(entry, listener)
      } catch {
        return openLocal(listener)
      }
    },
    onMoved(rejoin) {
      bridge.on('room.changed', (status) => {
        if (went !== null && placeOf(status) !== went) rejoin()
      })
    },
  }
}

function placeOf(status: RoomStatus): string {
  const isThere = status.tag === 'livekit' && (status.state === 'in' || status.state === 'interrupted')
  return isThere ? status.url : LOCAL
}
