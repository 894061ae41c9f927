// Who answered a turn, as a label: only where the user could not know it otherwise.
import type { Conversation, TranscriptEntry } from '../store/state.ts'

/** The name under which the built-in agent answers. Alone, it needs no label. */
const BUILT_IN = 'Built-in'

/** Every reply says this already. */
const PARLEY = 'Parley'

export interface AnswererLabel {
  /** Such as "Claude Code", or "Built-in, while Claude Code works"; undefined if there is nothing to say. */
  text: string | undefined
  /** Somebody else answered the reply before this one. */
  isOther: boolean
}

/** The labels of replies, by segment. With several answerers each reply has one, otherwise the first. */
export function answererLabels(
  transcript: readonly TranscriptEntry[],
  answerers: Conversation['answerers'],
): Map<string, AnswererLabel> {
  const nameOf = (turnId: string | null): string => (turnId === null ? '' : (answerers[turnId]?.name ?? ''))
  const labels = new Map<string, AnswererLabel>()
  const replies = transcript.filter(({ role, turnId }) => role === 'agent' && nameOf(turnId) !== '')
  const names = new Set(replies.map(({ turnId }) => nameOf(turnId)))
  if (names.size === 0 || (names.size === 1 && names.has(BUILT_IN))) return labels
  let before: string | null = null
  for (const { id, turnId } of replies) {
    const name = nameOf(turnId)
    const isOther = before !== null && before !== name
    const isShown = names.size > 1 || before === null
    const beside = turnId === null ? null : (answerers[turnId]?.beside ?? null)
    const working = nameOf(beside)
    const own = name === PARLEY ? undefined : name
    const text =
      working === '' || working === name
        ? own
        : own === undefined
          ? `while ${working} works`
          : `${own}, while ${working} works`
    labels.set(id, { text: isShown ? text : undefined, isOther })
    before = name
  }
  return labels
}
