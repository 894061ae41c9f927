// Finds connections whose other end is gone without a word, by WebSocket's own ping, one timer for all of them.
import type { WebSocket } from 'ws'
import type { Clock } from '../../core/ports.ts'

const EVERY_MS = 30_000
const PATIENCE_BEATS = 4

export interface Pulse {
  follow(socket: WebSocket): void
  close(): void
}

export function createPulse(clock: Clock): Pulse {
  /** How many beats ago something was heard. */
  const alive = new Map<WebSocket, number>()
  let cancel = clock.after(EVERY_MS, beat)

  function beat(): void {
    for (const [socket, beats] of alive) {
      // One that is not read, because it does not read itself, cannot be heard; it is given longer to catch up.
      if (beats >= (socket.isPaused ? PATIENCE_BEATS : 1)) {
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
      const heard = (): void => void alive.set(socket, 0)
      socket.on('pong', heard)
      socket.on('message', heard)
      socket.once('close', () => alive.delete(socket))
    },
    close: () => cancel(),
  }
}
