// Decides where a window joins: the LiveKit room while the agent is in one, else the local room. The local room always
// exists, so a window that cannot reach the LiveKit room talks there and goes on trying.
import type { Clock } from '../../core/ports/clock.ts'
import type { RoomEntry } from '../../shared/ipc.ts'
import type { RoomStatus } from '../../shared/room-status.ts'
import type { AppBridge } from '../app-props.ts'
import { createLiveKitReconnect } from './livekit-reconnect.ts'
import type { OpenLink, RoomLink, RoomListener } from './room-link.ts'

export interface RoomOpener {
  openLink: OpenLink
  /** Calls back whenever the agent is in another room than this window. */
  onMoved(rejoin: () => void): void
  /** Tries again now, for a window that fell back to the local room. */
  returnToRoom(): void
}

interface Deps {
  bridge: Pick<AppBridge, 'request' | 'on'>
  openLocal: OpenLink
  clock: Clock
  random(): number
  /** Tests pass their own. */
  openLiveKit?: OpenLiveKit
  reload?: () => boolean
}

type LiveKitEntry = Extract<RoomEntry, { tag: 'livekit' }>

type OpenLiveKit = (entry: LiveKitEntry, listener: RoomListener) => Promise<RoomLink>

const LOCAL = 'local'

export function createRoomOpener({
  bridge,
  openLocal,
  clock,
  random,
  openLiveKit = loadAndOpen,
  reload = reloadOnce,
}: Deps): RoomOpener {
  /** The page's security policy allows only the servers it was loaded with. */
  const allowed = bridge.request('room.servers').catch((): string[] => [])
  /** The room of the agent, as far as this window knows. */
  let agentRoom: string | null = null
  /** The room the agent moved to while this window asked for the entry. */
  let movedTo: string | null = null
  /** This window is in the local room because the LiveKit room was unreachable. */
  let isFallback = false
  let rejoin = (): void => {}

  async function requestEntry(): Promise<RoomEntry> {
    movedTo = null
    const entry = await bridge.request('room.entry')
    agentRoom = entry.tag === 'local' ? LOCAL : entry.url
    // An answer from before the agent moved leads to the wrong room.
    return movedTo === null || movedTo === agentRoom ? entry : requestEntry()
  }

  async function openEntry(entry: LiveKitEntry, listener: RoomListener): Promise<RoomLink> {
    const isAllowed = (await allowed).includes(new URL(entry.url).origin)
    // The reloaded page joins; this one waits for its end.
    if (!isAllowed && reload()) return new Promise(() => {})
    return openLiveKit(entry, listener)
  }

  /** The room that the reconnect found. */
  let foundRoom: string | null = null
  const reconnect = createLiveKitReconnect({
    async open(listener) {
      const entry = await bridge.request('room.entry')
      if (entry.tag === 'local') throw new Error('The agent is not in a LiveKit room now.')
      const link = await openEntry(entry, listener)
      foundRoom = entry.url
      return link
    },
    clock,
    random,
    onReady: () => rejoin(),
  })

  async function openFallback(error: unknown, listener: RoomListener): Promise<RoomLink> {
    isFallback = true
    reconnect.start()
    // LiveKit's messages may end in a colon without a reason.
    const why = (error instanceof Error ? error.message : String(error)).replace(/[\s:]+$/, '')
    return { ...(await openLocal(listener)), way: { tag: 'instead', why } }
  }

  return {
    async openLink(listener) {
      isFallback = false
      const opened = reconnect.take(listener)
      if (opened) {
        agentRoom = foundRoom
        return opened
      }
      reconnect.stop()
      agentRoom = null
      try {
        const entry = await requestEntry()
        if (entry.tag === 'livekit') return await openEntry(entry, listener)
      } catch (error) {
        // The local room needs neither a token nor a server.
        return openFallback(error, listener)
      }
      return openLocal(listener)
    },
    onMoved(callback) {
      rejoin = callback
      bridge.on('room.changed', (status) => {
        // An agent whose connection is interrupted may stay in its room.
        if (status.tag === 'livekit' && status.state === 'interrupted') return
        const room = roomOf(status)
        const moved = agentRoom !== null && agentRoom !== room
        agentRoom = room
        movedTo = room
        if (!moved) return
        reconnect.stop()
        rejoin()
      })
    },
    returnToRoom() {
      if (!isFallback) return
      reconnect.stop()
      rejoin()
    },
  }
}

async function loadAndOpen(entry: LiveKitEntry, listener: RoomListener): Promise<RoomLink> {
  // Most windows never need LiveKit's library.
  const { openLiveKitLink } = await import('./livekit-link.ts')
  return openLiveKitLink(entry, listener)
}

function roomOf(status: RoomStatus): string {
  return status.tag === 'livekit' && status.state === 'in' ? status.url : LOCAL
}

const RELOADED = 'parley.reloaded'
const MIN_RELOAD_PAUSE_MS = 60_000

/** Reloads the page; false if it was reloaded a moment ago, so that a changing server address causes no endless loop. */
function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < MIN_RELOAD_PAUSE_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
