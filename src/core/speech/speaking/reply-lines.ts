// The kind of a line of Markdown, by its beginning. An unfinished line is classified as soon as more text cannot change
// the result.

export type Line =
  | { kind: 'blank' | 'rule' | 'definition' | 'table' | 'indented' }
  | { kind: 'fence'; mark: string; language: string }
  /** `text` is where the text begins within the line. */
  | { kind: 'heading' | 'text' | 'quote'; text: number }
  | { kind: 'item'; text: number; number: number | null; done: boolean | null }

/** Longer than any mark at the beginning of a line. */
const MARKS = 16
const MAX_DEFINITION = 200

/** Classifies a line. Null while too little of it is there, unless it is `whole`. */
export function lineOf(line: string, whole: boolean): Line | null {
  const [quote = ''] = /^[ \t]*(?:>[ \t]?)*/.exec(line) ?? []
  const [indent = ''] = /^[ \t]*/.exec(line.slice(quote.length)) ?? []
  const start = quote.length + indent.length
  const rest = line.slice(start)
  if (rest.trim() === '') return whole ? { kind: 'blank' } : null
  if (/^(?:`{3,}|~{3,})/.test(rest)) return whole ? fence(rest) : null
  if (rest.startsWith('|')) return whole ? { kind: 'table' } : null
  // A line of one sign, or the beginning of a table's rule.
  if (/^[-*_=:|\s]{2,}$/.test(rest)) return whole ? { kind: 'rule' } : null
  if (rest.startsWith('[') && !whole && rest.length < MAX_DEFINITION && !/^\[[^\]]*\][^:]/.test(rest))
    return null
  if (/^\[[^\]\n]{1,100}\]:\s/.test(rest)) return whole ? { kind: 'definition' } : null
  if (rest.length < MARKS && !whole) return null
  const item = /^(?:[-*+\u2022]|(\d{1,4})[.)])[ \t]+(?:\[([ xX])\][ \t]+)?/.exec(rest)
  if (item)
    return {
      kind: 'item',
      text: start + item[0].length,
      number: item[1] === undefined ? null : Number(item[1]),
      done: item[2] === undefined ? null : item[2] !== ' ',
    }
  const heading = /^#{1,6}[ \t]+/.exec(rest)
  if (heading) return { kind: 'heading', text: start + heading[0].length }
  if (/^(?: {4}|\t)/.test(line)) return whole ? { kind: 'indented' } : null
  return { kind: quote.includes('>') ? 'quote' : 'text', text: start }
}

function fence(rest: string): Line {
  const [, mark = '', language = ''] = /^(`{3,}|~{3,})\s*([\w+#.-]{0,30})/.exec(rest) ?? []
  return { kind: 'fence', mark, language: language.toLowerCase() }
}

/** Whether this line closes a fence. */
export const closes = (line: string, mark: string): boolean => {
  const bare = line.replace(/^[ \t>]*/, '').trimEnd()
  return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length)
}
