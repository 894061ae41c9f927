// Drops connections that no longer answer WebSocket pings. One timer serves all of them.
import type { WebSocket } from 'ws'
import type { Clock } from '../../core/ports/clock.ts'

const EVERY_MS = 30_000
/** A paused connection cannot answer, so it gets longer. */
const MAX_BEATS_PAUSED = 4

export interface Heartbeat {
  follow(socket: WebSocket): void
  close(): void
}

export function createHeartbeat(clock: Clock): Heartbeat {
  /** How many beats ago the last frame arrived. */
  const alive = new Map<WebSocket, number>()
  let cancel = clock.after(EVERY_MS, beat)

  function beat(): void {
    for (const [socket, beats] of alive) {
      if (beats >= (socket.isPaused ? MAX_BEATS_PAUSED : 1)) {
        socket.terminate()
        continue
      }
      alive.set(socket, beats + 1)
      if (socket.readyState === socket.OPEN) socket.ping()
    }
    cancel = clock.after(EVERY_MS, beat)
  }

  return {
    follow(socket) {
      alive.set(socket, 0)
      const reset = (): void => void alive.set(socket, 0)
      socket.on('pong', reset)
      socket.on('message', reset)
      socket.once('close', () => alive.delete(socket))
    },
    close: () => cancel(),
  }
}
