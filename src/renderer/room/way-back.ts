// The way back to a LiveKit room for a window that had to talk to the agent here instead. It is tried again and again, with
// growing pauses, while the window stays in the room it has; that is left only for a link that is open already.
import { pauseMs } from '../../core/backoff.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import type { RoomLink, RoomListener } from './room-link.ts'

interface Deps {
  /** Opens a link to where the agent is; rejects where that cannot be done now. */
  open(listener: RoomListener): Promise<RoomLink>
  clock: Clock
  random(): number
  /** A link is open and waits to be taken. */
  onReady(): void
}

export interface WayBack {
  seek(): void
  /** The link that was opened, whose news go to this listener from now on. */
  take(listener: RoomListener): RoomLink | null
  /** Seeks no more, and closes what was opened and not taken. */
  giveUp(): void
}

const PAUSES = { firstMs: 2_000, longestMs: 130_000 }

export function createWayBack({ open, clock, random, onReady }: Deps): WayBack {
  let attempt = 0
  let cancelPause: Unsubscribe = () => {}
  let ready: { link: RoomLink; handTo(listener: RoomListener): void } | null = null
  /** Which search this is: what an earlier one still finds is not wanted any more. */
  let search = 0

  function giveUp(): void {
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
    seek() {
      giveUp()
      pause()
    },
    take(listener) {
      if (!ready) return null
      const { link, handTo } = ready
      ready = null
      giveUp()
      handTo(listener)
      return link
    },
    giveUp,
  }
}

/** Lets news pass unheard until somebody listens, who asks for what they missed; what holds now is told to them. */
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
      mended: () => target?.mended(),
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
