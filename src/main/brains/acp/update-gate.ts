// Which updates of a session reach the conversation. While a session is being opened they wait; when an agent loads an earlier
// session, it tells the whole conversation again, and none of that reaches the screen a second time.
import type { SessionNotification } from '@agentclientprotocol/sdk'
import { isSessionUpdate } from './update-shape.ts'

export interface UpdateGate {
  receive(params: unknown): void
  /** A session is being opened. `replays`: the agent tells the earlier conversation again. */
  opening(replays: boolean): void
  /** It is open. Returns what was told about it so far. */
  opened(sessionId: string): SessionNotification[]
  /** The user asked something: what comes now is new. */
  prompted(): void
  isOurs(sessionId: string): boolean
}

interface Deps {
  onUpdate(notification: SessionNotification): void
  /** An update that is none. */
  onDamaged(): void
}

type State =
  | { tag: 'closed' }
  | { tag: 'opening'; replays: boolean; held: SessionNotification[] }
  | { tag: 'open'; sessionId: string; mayReplay: boolean }

const MAX_HELD = 500

/** Updates that tell a state. All others tell what happened in the conversation. */
const STATES: ReadonlySet<string> = new Set([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
])

export function createUpdateGate({ onUpdate, onDamaged }: Deps): UpdateGate {
  let state: State = { tag: 'closed' }
  return {
    receive(params) {
      if (!isSessionUpdate(params)) return onDamaged()
      const notification = params as SessionNotification
      const isState = STATES.has(notification.update.sessionUpdate)
      switch (state.tag) {
        case 'closed':
          return
        case 'opening':
          if ((isState || !state.replays) && state.held.length < MAX_HELD) state.held.push(notification)
          return
        case 'open':
          // Some agents answer before they have told everything again.
          if (notification.sessionId !== state.sessionId || (state.mayReplay && !isState)) return
          onUpdate(notification)
      }
    },
    opening(replays) {
      state = { tag: 'opening', replays, held: [] }
    },
    opened(sessionId) {
      const held = state.tag === 'opening' ? state.held : []
      state = { tag: 'open', sessionId, mayReplay: state.tag === 'opening' && state.replays }
      return held.filter((notification) => notification.sessionId === sessionId)
    },
    prompted() {
      if (state.tag === 'open') state.mayReplay = false
    },
    isOurs: (sessionId) => state.tag === 'open' && state.sessionId === sessionId,
  }
}
