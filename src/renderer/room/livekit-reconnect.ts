// Brings a window that fell back to the local room into the LiveKit room. It tries again and again, with growing pauses,
// while the window stays in the local room; the window leaves that only for a link that is already open.
import { pauseMs } from '../../base/backoff.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { RoomLink, RoomListener } from './room-link.ts'

interface Deps {
  /** Opens a link to the agent's LiveKit room; rejects if that is impossible now. */
  open(listener: RoomListener): Promise<RoomLink>
  clock: Clock
  random(): number
  /** A link is open; `take` returns it. */
  onReady(): void
}

export interface LiveKitReconnect {
  start(): void
  /** The open link, which calls this listener from now on. */
  take(listener: RoomListener): RoomLink | null
  /** Stops trying, and closes a link that was opened and not taken. */
  stop(): void
}

const PAUSES = { firstMs: 2_000, longestMs: 130_000 }

export function createLiveKitReconnect({ open, clock, random, onReady }: Deps): LiveKitReconnect {
  let attempt = 0
  let cancelPause: Unsubscribe = () => {}
  let ready: { link: RoomLink; handTo(listener: RoomListener): void } | null = null
  /** Increases with each search: a link that an earlier search still opens is closed. */
  let search = 0

  function stop(): void {
    search++
    attempt = 0
    cancelPause()
    const unwanted = ready
    ready = null
    unwanted?.link.close()
  }

  function pause(): void {
    cancelPause = clock.after(pauseMs(attempt++, random(), PAUSES), () => void tryOnce(search))
  }

  async function tryOnce(mine: number): Promise<void> {
    const waiting = createWaitingListener(() => {
      if (mine !== search) return
      ready = null
      pause()
    })
    const link = await open(waiting.listener).catch(() => null)
    if (mine !== search) return link?.close()
    if (!link) return pause()
    ready = { link, handTo: waiting.handTo }
    onReady()
  }

  return {
    start() {
      stop()
      pause()
    },
    take(listener) {
      if (!ready) return null
      const { link, handTo } = ready
      ready = null
      stop()
      handTo(listener)
      return link
    },
    stop,
  }
}

/** Drops events until a listener takes over, which asks for what it missed; passes on the attributes and the quality. */
function createWaitingListener(onClosed: () => void): {
  listener: RoomListener
  handTo(listener: RoomListener): void
} {
  let target: RoomListener | null = null
  let attributes: Record<string, string> | null = null
  let weak = false
  return {
    listener: {
      data: (topic, bytes) => target?.data(topic, bytes),
      textOpened: (stream) => target?.textOpened(stream),
      textAppended: (streamId, text) => target?.textAppended(streamId, text),
      textClosed: (streamId) => target?.textClosed(streamId),
      audio: (samples, sampleRate) => target?.audio(samples, sampleRate),
      recovered: () => target?.recovered(),
      attributesChanged(changed) {
        attributes = changed
        target?.attributesChanged(changed)
      },
      weakened(now) {
        weak = now
        target?.weakened(now)
      },
      closed: (reason) => (target ? target.closed(reason) : onClosed()),
    },
    handTo(listener) {
      target = listener
      if (attributes) listener.attributesChanged(attributes)
      if (weak) listener.weakened(weak)
    },
  }
}
