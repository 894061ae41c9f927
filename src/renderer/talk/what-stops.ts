// What Escape and the Stop button mean now. In every state that somebody may want to get out of, they mean something.
import type { AgentState } from '../../shared/conversation.ts'
import type { TalkState } from './talk-state.ts'

/** The person's own words, what the agent does, both, or nothing that could be stopped. */
export type Stops = 'words' | 'agent' | 'both' | null

export function whatStops({ take, sent }: Pick<TalkState, 'take' | 'sent'>, agent: AgentState): Stops {
  if (take?.mode === 'hold') return 'words'
  // Without keys the agent comes first: whoever stops it may want to tell it something else.
  if (agent === 'thinking' || agent === 'speaking') return 'agent'
  if (take) return 'words'
  // The words are being made out, and may become a request at any moment.
  return agent === 'listening' && sent !== null ? 'both' : null
}
