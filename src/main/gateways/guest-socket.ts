// A guest's WebSocket with limits: a guest that floods is read no faster than it reads, one that does not read is
// disconnected, and an error ends only this connection.
import type { RawData, WebSocket } from 'ws'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { ClosedBy, GuestAddress, GuestSocket } from './wire-server.ts'

/** A connection whose device is not known yet. */
export interface UnidentifiedSocket extends Omit<GuestSocket, 'device' | 'mayApprove' | 'onMessage'> {
  onMessage(listener: (data: string | Uint8Array) => void): Unsubscribe
}

/** With this much unread, nothing is read from the guest until it has caught up. */
const PAUSE_BYTES = 1024 * 1024
/** With this much unread, the guest is disconnected. */
const MAX_BYTES = 16 * 1024 * 1024

/** The close code of a connection that ended without a close frame. */
const ABNORMAL = 1006

/** How long a guest may take to answer a close. */
const CLOSED_WITHIN_MS = 1_000

interface Deps extends GuestAddress {
  id: string
  socket: WebSocket
  clock: Clock
  onDescribed(state: string): void
  onError(what: string, error: unknown): void
}

export function wrapSocket({
  id,
  socket,
  address,
  agent,
  clock,
  onDescribed,
  onError,
}: Deps): UnidentifiedSocket {
  const messages = new Set<(data: string | Uint8Array) => void>()
  const closings = new Set<(ending: ClosedBy) => void>()
  let cutOff: Unsubscribe | null = null
  /** The guest does not read; the wire has paused it. */
  let unread = false
  let paused = false
  /** By the payload of the ping. */
  const confirming = new Map<string, () => void>()
  let marks = 0

  function flow(): void {
    const shouldPause = (unread || paused) && cutOff === null
    if (shouldPause && !socket.isPaused) socket.pause()
    if (!shouldPause && socket.isPaused) socket.resume()
  }

  /** Frames still arrive until the other side has answered the close. They are ignored. */
  function close(code: number, reason: string): void {
    if (socket.readyState === socket.CLOSED) return
    messages.clear()
    cutOff ??= clock.after(CLOSED_WITHIN_MS, () => socket.terminate())
    // A paused socket would not receive the answer to its close.
    flow()
    socket.close(code, reason)
  }

  function deliver(data: string | Uint8Array): void {
    // A copy: a listener may add others, which must not get this message.
    for (const listener of Array.from(messages)) {
      if (!messages.has(listener)) continue
      try {
        listener(data)
      } catch (error) {
        onError('a message of a guest', error)
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
    const closedBy = cutOff ? 'gateway' : code === ABNORMAL ? 'network' : 'guest'
    cutOff?.()
    for (const listener of closings) listener(closedBy)
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
      if (socket.bufferedAmount > MAX_BYTES) return socket.terminate()
      if (socket.bufferedAmount <= PAUSE_BYTES) return
      unread = true
      flow()
    },
    close,
    pause(now) {
      paused = now
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
      return () => void messages.delete(listener)
    },
    onClose: (listener) => void closings.add(listener),
    describe: onDescribed,
  }
}

const bufferOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
const textOf = (data: RawData): string => bufferOf(data).toString('utf8')
const bytesOf = (data: RawData): Uint8Array => bufferOf(data)
