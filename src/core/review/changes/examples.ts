// Which lines of a document are examples: in a fence, or further in than a line that announces them with two colons.
import type { HunkLine } from './hunk-lines.ts'

const FENCE = /^\s*(?:```(?!``)|~~~(?!~))/
/** In reStructuredText; other directives contain prose. */
const ANNOUNCES = /^\s*\.\. [\w:-]*(?:code|example|literal|prompt|console|run)[\w-]*::|^(?!\s*\.\. ).*::\s*$/

/** `above` are the lines before those of the hunk. */
export function linesInExamples(above: readonly string[], lines: readonly HunkLine[]): boolean[] {
  const [old, now] = [exampleReader(), exampleReader()]
  for (const text of above) {
    old(text.slice(0, 240))
    now(text.slice(0, 240))
  }
  return lines.map(({ mark, text }) => {
    const was = mark !== '+' && old(text)
    return mark === '-' ? was : now(text)
  })
}

/** Tells of each line, one after the other, whether it is in an example. */
function exampleReader(): (text: string) => boolean {
  let isFenced = false
  let announcedAt: number | null = null
  return (text) => {
    if (FENCE.test(text)) {
      isFenced = !isFenced
      return false
    }
    const indent = text.search(/\S/)
    if (isFenced || indent === -1) return isFenced
    if (announcedAt !== null && indent > announcedAt) return true
    announcedAt = ANNOUNCES.test(text) ? indent : null
    return false
  }
}
