// Runs the state machine of a conversation and collects what it does.
import { converse } from '../../../../src/core/conversation/conversation.ts'
import {
  initialConversation,
  type ConversationEffect,
  type ConversationInput,
} from '../../../../src/core/conversation/conversation-state.ts'
import type { ConversationEvent } from '../../../../src/shared/conversation.ts'

type Request = Exclude<ConversationEffect, { type: 'record' }>

/** Each input comes at its time, or at 0. `requests` are the effects other than `record`. */
export function runConversation(
  inputs: readonly (ConversationInput | readonly [at: number, input: ConversationInput])[],
) {
  let state = initialConversation
  const effects: ConversationEffect[] = []
  for (const one of inputs) {
    const [at, input] = 'type' in one ? [0, one] : one
    const step = converse(state, input, at)
    state = step.state
    effects.push(...step.effects)
  }
  const events = effects.flatMap((effect): ConversationEvent[] =>
    effect.type === 'record' ? [effect.event] : [],
  )
  const requests = effects.filter((effect): effect is Request => effect.type !== 'record')
  return { state, effects, events, requests }
}
