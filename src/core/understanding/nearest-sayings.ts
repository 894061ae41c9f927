// The examples of the help page that share most with a request that was not understood.
import { sayings } from './replies/help-page.ts'
import { searchTerms } from './search-terms.ts'
import { wordsOfName } from './spoken-forms.ts'

const examples = sayings
  .flatMap(({ say }) => say)
  .map((saying) => ({ saying, words: new Set(wordsOfName(saying).map(stem)) }))

/** An example that shares less of a request is about something else. */
const ENOUGH = 0.4

/** Best first; none if nothing is near. */
export function nearestSayings(said: string, limit: number): string[] {
  const terms = searchTerms(said)
  return examples
    .map(({ saying, words }) => {
      const shared = terms.reduce(
        (sum, { word, others }) =>
          sum + (words.has(stem(word)) ? 1 : others.some((other) => words.has(stem(other))) ? 0.5 : 0),
        0,
      )
      // Of two that share the same, the shorter is nearer.
      return { saying, shared, near: shared / Math.sqrt(words.size) }
    })
    .filter(({ shared }) => shared >= ENOUGH * terms.length && shared > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, limit)
    .map(({ saying }) => saying)
}

function stem(word: string): string {
  return word.length <= 4 ? word.replace(/s$/, '') : word.replace(/(?:ing|ed|es|s)$/, '')
}
