// Finds the words of a request that point at something on screen: "explain *the function above* and its tests".
import { bareWords } from '../commands/match-command.ts'
import { parseReference, type Reference } from './reference.ts'

export interface FoundReference {
  /** As it was said. */
  phrase: string
  reference: Reference
}

/** Whoever says more describes what they mean. */
const MAX_WORDS = 60
/** The longest way to point: "the second result in session manager dot ts". */
const MAX_PHRASE = 9
/** In a longer request, "the function" is what the rest of it is about. */
const MAX_SHORT = 8

const STARTS = /^(?:this|that|these|those|the|lines?|here)$/
/** What follows says that it is in something else: "line 40 of config.ts", "this type of error". */
const ELSEWHERE = /^(?:of|in|from|inside|within|at|called|named|for)$/
/** Another file is named, so lines are those of that. */
const NAMES_FILE = /\w\.[a-z]\w{0,7}\b|\bdot [a-z]/i
/** The request is about a place itself, which other grammars open. */
const OPENS = /^(?:to|open|go|jump|scroll|take me|bring me|edit)\b/

/** The first one, and of those that begin with the same word the longest. */
export function findReference(text: string): FoundReference | null {
  const written = text.split(/\s+/).filter((word) => word !== '')
  if (written.length > MAX_WORDS || text.includes('"')) return null
  const words = written.map((word) => bareWords(word).replace(/[;:()]+$/g, ''))
  const bare = words.join(' ')
  for (const [at, word] of words.entries()) {
    if (!STARTS.test(word)) continue
    for (let count = Math.min(MAX_PHRASE, words.length - at); count > 0; count--) {
      // A comma or a full stop ends what is pointed at.
      if (written.slice(at, at + count - 1).some((one) => /[,.;:!?]$/.test(one))) continue
      const reference = parseReference(words.slice(at, at + count).join(' '))
      if (!reference) continue
      const next = words[at + count]
      const isInside = next !== undefined && ELSEWHERE.test(next) && !isOnScreen(words.slice(at + count))
      // Alone it asks for nothing; a command or a grammar knows what to do with it.
      if (count === words.length) return null
      if (isInside || !counts(reference, words.slice(at, at + count), { bare, isLast: next === undefined }))
        break
      return {
        phrase: written
          .slice(at, at + count)
          .join(' ')
          .replace(/[,.;:!?]+$/, ''),
        reference,
      }
    }
  }
  return null
}

/** "In this file" says nothing new. */
const isOnScreen = (words: readonly string[]): boolean =>
  /^(?:of|in|from|at) (?:this|the current) (?:file|diff|document|view)\b/.test(words.join(' ')) ||
  /^for me\b/.test(words.join(' '))

/** Whether it points, and does not merely mention. */
function counts(
  reference: Reference,
  words: readonly string[],
  { bare, isLast }: { bare: string; isLast: boolean },
): boolean {
  switch (reference.of) {
    case 'thing':
      // The agent knows names itself, and better ones than those on screen.
      if (reference.which.by === 'name') return false
      if (/^(?:if|try|type|match|hit|title|condition)$/.test(words.at(-1) ?? '') && !isLast) return false
      if (/^(?:this|that|the) file$/.test(words.join(' '))) return false
      return reference.which.by !== 'the' || bare.split(' ').length <= MAX_SHORT
    case 'here':
      // "This" alone is what the request is about only where nothing follows it.
      return /^(?:this|here)$/.test(words.join(' '))
        ? isLast || /^what (?:does|is) this\b/.test(bare)
        : !NAMES_FILE.test(bare)
    case 'lines':
    case 'some lines':
      return !NAMES_FILE.test(bare) && !OPENS.test(bare)
    case 'edge':
    case 'rest':
      return true
    case 'all':
    case 'seen':
      return words.length > 1 && words[0] !== 'this'
  }
}
