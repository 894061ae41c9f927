// The page's requests to the process that served it, over a WebSocket that reopens after it broke.
import { createEmitter } from '../../base/emitter.ts'
import { parseJson } from '../../base/parse-json.ts'
import type { ParleyPreload } from '../../shared/ipc-channels.ts'

interface Pending {
  resolve(reply: unknown): void
  reject(error: Error): void
}

/** The socket reopens without a request, because the app also sends events. */
const REOPEN_MS = 1_000

export function createSocketRequests(open: () => WebSocket): ParleyPreload {
  const events = createEmitter<[name: string, value: unknown]>()
  const pending = new Map<number, Pending>()
  let nextId = 1
  let opening: Promise<WebSocket> | null = null

  function connect(): Promise<WebSocket> {
    opening ??= new Promise((resolve, reject) => {
      const socket = open()
      socket.addEventListener('open', () => resolve(socket))
      socket.addEventListener('message', ({ data }) => receive(data))
      socket.addEventListener('close', () => {
        opening = null
        const error = new Error('Parley cannot be reached.')
        reject(error)
        for (const { reject: fail } of pending.values()) fail(error)
        pending.clear()
        setTimeout(() => void connect().catch(() => {}), REOPEN_MS)
      })
    })
    return opening
  }

  function receive(data: unknown): void {
    const message = typeof data === 'string' ? parseJson(data) : undefined
    if (typeof message !== 'object' || message === null) return
    if ('id' in message && 'reply' in message && typeof message.id === 'number') {
      pending.get(message.id)?.resolve(message.reply)
      pending.delete(message.id)
    } else if ('event' in message && 'value' in message && typeof message.event === 'string') {
      events.emit(message.event, message.value)
    }
  }

  return {
    async request(name, input) {
      const socket = await connect()
      const id = nextId++
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, name, input }))
      })
    },
    onEvent: events.on,
  }
}
