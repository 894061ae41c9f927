// The G2 wire: one phone at a time. Each device has its own conversation, so that a phone that replaces another sees nothing
// of the other's requests.
import { errorFrame } from '../../../core/wires/g2/state.ts'
import { g2Wire } from '../../../shared/wire/g2.ts'
import type { GuestDevice, WireServer } from '../wire-server.ts'
import { createG2Conversation, type G2Conversation, type G2Deps } from './g2-conversation.ts'

/** Fits the longest message with every character escaped, and the longest audio frame. */
const MAX_FRAME_BYTES = 1024 * 1024

const STOPPING = { code: 1001, reason: 'Parley is stopping' } as const

/** More than devices can be paired. Above it, the longest unused conversation is closed. */
const MAX_CONVERSATIONS = 32

export function createG2Server(deps: G2Deps): WireServer {
  /** By device, the last used at the end. */
  const conversations = new Map<string, G2Conversation>()
  let current: G2Conversation | null = null
  let closed = false

  function conversationOf({ id, isShared }: GuestDevice): G2Conversation {
    const session = isShared ? g2Wire.id : `${g2Wire.id}:${id}`
    const known = conversations.get(id) ?? createG2Conversation({ ...deps, session })
    conversations.delete(id)
    conversations.set(id, known)
    for (const [oldest, unused] of conversations) {
      if (conversations.size <= MAX_CONVERSATIONS) break
      unused.close(STOPPING)
      conversations.delete(oldest)
    }
    return known
  }

  return {
    wire: g2Wire,
    maxFrameBytes: MAX_FRAME_BYTES,
    refusal: () => JSON.stringify(errorFrame('AUTH_FAILED', 'The token is wrong or missing')),
    accept(socket) {
      if (closed) return socket.close(STOPPING.code, STOPPING.reason)
      const conversation = conversationOf(socket.device)
      if (current !== conversation) current?.replaced()
      current = conversation
      conversation.attach(socket)
    },
    async close() {
      if (closed) return
      closed = true
      for (const conversation of conversations.values()) conversation.close(STOPPING)
      conversations.clear()
    },
  }
}
