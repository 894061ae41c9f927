// Which session of which agent continues a conversation after a restart.
import type { BrainStorage } from '../brain-definition.ts'

export interface SessionStore {
  get(): Promise<string | null>
  /** Null forgets it. */
  set(sessionId: string | null): Promise<void>
}

/** What an agent calls its sessions is its own choice, but an id is not a novel. */
const MAX_ID = 500

export function createSessionStore(storage: BrainStorage, agent: string, conversation: string): SessionStore {
  const key = `acp session of ${agent} in ${conversation}`
  return {
    get: () => storage.get(key),
    set: (sessionId) => storage.set(key, sessionId !== null && sessionId.length > MAX_ID ? null : sessionId),
  }
}
