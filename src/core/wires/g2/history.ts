// The last messages of the glasses' conversation, for a phone that asks for them when it connects.
import type { G2HistoryEntry } from '../../../shared/wire/g2.ts'
import { truncate } from '../../../base/truncate.ts'
import type { G2Input, G2State, G2Step } from './state.ts'

export const HISTORY_ENTRIES = 20
export const HISTORY_CHARACTERS = 4_000

/** The history after this step, with its request or its piece of the reply. */
export function historyAfter(
  before: G2State,
  input: G2Input,
  { state, effects }: G2Step,
  now: number,
): G2State['history'] {
  let { history } = state
  for (const effect of effects)
    if (effect.type === 'turn.ask') history = withEntry(history, 'user', effect.text, now)
  if (input.type !== 'turn.event' || input.event.type !== 'reply.appended') return history
  const { phase } = state
  if (phase.tag !== 'streaming' || phase.turnId !== input.event.turnId) return history
  const { delta } = input.event
  const last = history.at(-1)
  if (before.phase.tag !== 'streaming' || last?.role !== 'assistant')
    return withEntry(history, 'assistant', delta, now)
  if (last.text.length >= HISTORY_CHARACTERS) return history
  return [...history.slice(0, -1), { ...last, text: truncate(last.text + delta, HISTORY_CHARACTERS) }]
}

const withEntry = (
  history: G2State['history'],
  role: G2HistoryEntry['role'],
  text: string,
  ts: number,
): G2State['history'] => [
  ...history.slice(-(HISTORY_ENTRIES - 1)),
  { role, text: truncate(text, HISTORY_CHARACTERS), ts },
]
