// Where a window goes: to the LiveKit room while the agent is in one, to the local room otherwise. The local room is always
// there, so a window that cannot reach the other is never left alone.
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge, LinkWay } from '../app-props.ts'
import type { Entry } from './livekit-link.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'

export interface RoomDoor {
  openLink: OpenLink
  /** Calls back whenever the agent is somewhere else than where this window went. */
  onMoved(rejoin: () => void): void
  linkWay(): LinkWay
  /** For a window that could not get there: tries again. */
  returnToRoom(): void
}

/** What lies outside this window's own code; handed in for tests. */
interface Outside {
  /** Loads the page anew; false where that was done a moment ago and would not help. */
  reload(): boolean
  openLiveKit(entry: Entry, listener: RoomListener): Promise<RoomLink>
}

const LOCAL = 'local'

export function createRoomDoor(
  bridge: Pick<AppBridge, 'request' | 'on'>,
  openLocal: OpenLink,
  outside: Outside = thisPage,
): RoomDoor {
  /** The page may connect to the servers it was loaded with, and to no other. */
  const allowed = bridge.request('room.servers').catch((): string[] => [])
  let went: string | null = null
  let way: LinkWay = { tag: 'local' }
  let rejoin = (): void => {}

  return {
    async openLink(listener) {
      const entry = await bridge.request('room.entry')
      if (entry.tag === 'local') {
        went = LOCAL
        way = { tag: 'local' }
        return openLocal(listener)
      }
      went = entry.url
      const isAllowed = (await allowed).includes(new URL(entry.url).origin)
      // The new page goes there; this one waits for its end.
      if (!isAllowed && outside.reload()) return new Promise(() => {})
      try {
        const link = await outside.openLiveKit(entry, listener)
        way = { tag: 'livekit' }
        return link
      } catch (error) {
        way = { tag: 'instead', why: error instanceof Error ? error.message : String(error) }
        return openLocal(listener)
      }
    },
    onMoved(callback) {
      rejoin = callback
      bridge.on('room.changed', (status) => {
        if (went !== null && placeOf(status) !== went) callback()
      })
    },
    linkWay: () => way,
    returnToRoom() {
      if (way.tag === 'instead') rejoin()
    },
  }
}

function placeOf(status: RoomStatus): string {
  const isThere = status.tag === 'livekit' && (status.state === 'in' || status.state === 'interrupted')
  return isThere ? status.url : LOCAL
}

const RELOADED = 'parley.reloaded'
/** A server whose address is never the same twice must not keep a window from ever being seen. */
const NOT_AGAIN_MS = 60_000

const thisPage: Outside = {
  reload() {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < NOT_AGAIN_MS) return false
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
    return true
  },
  async openLiveKit(entry, listener) {
    // Most windows never need it.
    const { openLiveKitLink } = await import('./livekit-link.ts')
    return openLiveKitLink(entry, listener)
  },
}
