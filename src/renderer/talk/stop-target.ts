// What Escape and the Stop button stop now.
import type { AgentState } from '../../shared/conversation.ts'
import type { TalkState } from './talk-state.ts'

/** The user's take, the agent's turn, both, or nothing. */
export type StopTarget = 'take' | 'agent' | 'both' | null

export function stopTarget({ take, sent }: Pick<TalkState, 'take' | 'sent'>, agent: AgentState): StopTarget {
  if (take?.mode === 'hold') return 'take'
  // Hands-free, the agent comes first: the user may want to say something else to it.
  if (agent === 'thinking' || agent === 'speaking') return 'agent'
  if (take) return 'take'
  // Parley is transcribing the take, which may become a request at any moment.
  return agent === 'listening' && sent !== null ? 'both' : null
}
