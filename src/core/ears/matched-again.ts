// Words as they were heard, put together again from what is on record: the text with its names, and what they were made of.
import type { Correction as RecordedCorrection } from '../../shared/conversation.ts'
import type { Correction, MatchedWords } from './code-words.ts'

/** Null where the two do not fit. */
export function matchedAgain(text: string, recorded: readonly RecordedCorrection[]): MatchedWords | null {
  const corrections: Correction[] = []
  let heard = ''
  let done = 0
  for (const { at, from, to, alternatives } of recorded.toSorted((a, b) => a.at - b.at)) {
    if (at < done || text.slice(at, at + to.length) !== to) return null
    heard += text.slice(done, at)
    // What kind of name it is does not matter once it was taken for one.
    corrections.push({ at, from, to, alternatives: [...alternatives], heardAt: heard.length, kind: 'symbol' })
    heard += from
    done = at + to.length
  }
  return { heard: heard + text.slice(done), text, corrections }
}
