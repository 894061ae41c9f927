import { expect, it } from 'vitest'
import { withComment, withDecisions } from '../../../../src/renderer/store/decisions.ts'
import type { Conversation, HunksDecided } from '../../../../src/renderer/store/state.ts'

const decided = (hunk: string, decision: HunksDecided['decision'], at: number | null): HunksDecided => ({
  type: 'hunks.decided',
  artifactId: 'diff-1',
  hunks: [hunk],
  decision,
  turnId: 'turn',
  at,
})
const after = (...actions: HunksDecided[]): (string | undefined)[] => {
  const all = actions.reduce<Conversation['decisions']>(withDecisions, new Map())
  return ['a', 'b'].map((hunk) => all.get('diff-1')?.get(hunk)?.decision)
}

it('the newest decision about a hunk counts, in whatever order they arrive', () => {
  expect(after(decided('a', 'kept', 5), decided('b', 'reverted', 6))).toEqual(['kept', 'reverted'])
  expect(after(decided('a', 'undecided', 7), decided('a', 'kept', 5))).toEqual(['undecided', undefined])
})

it('a decision in this window counts at once, and the agent’s word after it', () => {
  expect(after(decided('a', 'kept', 5), decided('a', 'undecided', null))).toEqual(['undecided', undefined])
  expect(after(decided('a', 'kept', null), decided('a', 'undecided', 1))).toEqual(['undecided', undefined])
})

it('the newest comment on a hunk counts, and says whether the agent has it', () => {
  const written = withComment(new Map(), {
    type: 'hunk.commented',
    artifactId: 'diff-1',
    hunk: 'a',
    text: 'Why?',
    at: 5,
  })
  const sent = withComment(written, {
    type: 'hunk.commented',
    artifactId: 'diff-1',
    hunk: 'a',
    text: 'Why?',
    sent: true,
    at: 6,
  })
  const late = withComment(sent, {
    type: 'hunk.commented',
    artifactId: 'diff-1',
    hunk: 'a',
    text: 'What?',
    at: 4,
  })
  expect(late.get('diff-1')?.get('a')).toEqual({ text: 'Why?', sent: true, at: 6 })
})
