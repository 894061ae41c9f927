// A guest's WebSocket, made safe to hold: one that floods is read no faster than it reads, one that does not read is cut
// off, and whatever goes wrong with it ends it alone.
import type { RawData, WebSocket } from 'ws'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import type { Ending, GuestAddress, GuestSocket } from './wire.ts'

/** So much unread, and nothing more is read from the guest until it has caught up. */
const PAUSE_BYTES = 1024 * 1024
/** So much unread, and it is given up. */
const MOST_BYTES = 16 * 1024 * 1024

/** What WebSocket has for a connection that ended without a close. */
const WITHOUT_A_WORD = 1006

/** So long a guest may take to answer that its connection is closed. */
const CLOSED_WITHIN_MS = 1_000

interface Deps extends GuestAddress {
  id: string
  socket: WebSocket
  clock: Clock
  onDescribed(state: string): void
  onError(what: string, error: unknown): void
}

export function holdSocket({ id, socket, address, agent, clock, onDescribed, onError }: Deps): GuestSocket {
  const messages = new Set<(data: string | Uint8Array) => void>()
  const closings = new Set<(ending: Ending) => void>()
  let cutOff: Unsubscribe | null = null
  /** It does not read what it is sent; what it sent is more than can be dealt with yet. */
  let unread = false
  let held = false
  /** By what the ping carries; its answer carries the same. */
  const confirming = new Map<string, () => void>()
  let marks = 0

  function flow(): void {
    const still = (unread || held) && cutOff === null
    if (still && !socket.isPaused) socket.pause()
    if (!still && socket.isPaused) socket.resume()
  }

  /** Frames are read until the other side has answered the close. Whoever was sent away is not obeyed meanwhile. */
  function close(code: number, reason: string): void {
    if (socket.readyState === socket.CLOSED) return
    messages.clear()
    cutOff ??= clock.after(CLOSED_WITHIN_MS, () => socket.terminate())
    // A paused socket would not hear the answer to its close.
    flow()
    socket.close(code, reason)
  }

  function deliver(data: string | Uint8Array): void {
    for (const listener of messages) {
      try {
        listener(data)
      } catch (error) {
        onError('a guest’s message', error)
        close(1011, 'Internal error')
      }
    }
  }

  socket.on('message', (data, isBinary) => deliver(isBinary ? bytesOf(data) : textOf(data)))
  socket.on('pong', (data) => {
    const mark = data.toString('latin1')
    const done = confirming.get(mark)
    confirming.delete(mark)
    done?.()
  })
  socket.on('error', () => socket.terminate())
  socket.once('close', (code) => {
    const ending = cutOff ? 'sent away' : code === WITHOUT_A_WORD ? 'broken' : 'goodbye'
    cutOff?.()
    for (const listener of closings) listener(ending)
    closings.clear()
    confirming.clear()
    messages.clear()
  })

  function sent(): void {
    if (!unread || socket.bufferedAmount >= PAUSE_BYTES / 2) return
    unread = false
    flow()
  }

  return {
    id,
    address,
    agent,
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      socket.send(text, sent)
      if (socket.bufferedAmount > MOST_BYTES) return socket.terminate()
      if (socket.bufferedAmount <= PAUSE_BYTES) return
      unread = true
      flow()
    },
    close,
    hold(still) {
      held = still
      flow()
    },
    isOpen: () => socket.readyState === socket.OPEN,
    confirm(done) {
      if (socket.readyState !== socket.OPEN) return
      const mark = `${++marks}`
      confirming.set(mark, done)
      socket.ping(mark)
    },
    onMessage(listener) {
      if (cutOff === null) messages.add(listener)
    },
    onClose: (listener) => void closings.add(listener),
    describe: onDescribed,
  }
}

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
const textOf = (data: RawData): string => bufferOf(data).toString('utf8')
const bytesOf = (data: RawData): Uint8Array => bufferOf(data)
