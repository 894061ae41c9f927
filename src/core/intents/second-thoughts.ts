// People say what they did not mean, and then what they do: "open index, no sorry, open app dot ts". What counts is
// what was said last.

const TAKEN_BACK =
  'no,? wait|wait,? no|no,? sorry|sorry,? no|no,? actually|actually,? no|scratch that|strike that|no no'
const PUT_RIGHT = 'i mean(?:t)?(?: to say)?|or rather|correction|let me rephrase|oops'
const BEFORE = '(?:^|[\\s,.;:-]+)'
const TURN = new RegExp(`${BEFORE}(?:${TAKEN_BACK}|${PUT_RIGHT})[\\s,.;:!-]+(?=\\S)`, 'gi')
const TAKEN_BACK_AT_LAST = new RegExp(`\\S${BEFORE}(?:${TAKEN_BACK})[\\s,.;:!-]*$`, 'i')

export type SecondThought =
  | { tag: 'none' }
  /** What was said before it counts no more, and nothing came after. */
  | { tag: 'nothing' }
  | { tag: 'instead'; words: string }

/** Between quotes there are no second thoughts. */
export function secondThought(said: string): SecondThought {
  if (/["“”`]/.test(said)) return { tag: 'none' }
  if (TAKEN_BACK_AT_LAST.test(said)) return { tag: 'nothing' }
  let at = -1
  for (const found of said.matchAll(TURN)) at = found.index + found[0].length
  return at < 0 ? { tag: 'none' } : { tag: 'instead', words: said.slice(at) }
}
