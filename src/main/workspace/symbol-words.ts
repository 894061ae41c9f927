// What is written around a declaration: its signature and the comment that documents it. Told from the text, which is
// alike in all languages, and not from their trees, which are not.
import type { GrammarQuery } from './symbol-queries.ts'

const MAX_SIGNATURE = 300
const MAX_DOC = 2000

/** The declaration up to its body, on one line, with the modifiers before it and without its decorators. */
export function signatureOf(text: string, start: number, until: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(lineStart, start)
  const modifiers = /^[\w\s]*$/.test(before) ? before : ''
  const line = (modifiers + text.slice(start, Math.min(until, start + 4 * MAX_SIGNATURE)))
    // A comment between the head and the body belongs to neither.
    .replaceAll(/\n\s*(?:#|\/\/)[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(/,? \)/g, ')')
    .trim()
    .replace(/^(?:(?:@[\w.]+(?:\([^()]*\))?|#!?\[[^\]]*\]|\[[^\]]*\]) )+/, '')
    .replace(/\s*(?:=>|[{:=;]|\bdo|\bthen)$/, '')
  return line.length > MAX_SIGNATURE ? `${line.slice(0, MAX_SIGNATURE)}…` : line
}

const ATTRIBUTE = /^\s*(?:@\w|#!?\[|\[\w)/
/** Said to a tool and not to a reader. */
const DIRECTIVE =
  /^(?:eslint|oxlint|prettier|biome|tslint|istanbul|c8|v8|@ts-|@vitest|noqa|type:|pylint|nolint|go:|rubocop|phpcs|shellcheck|clang-format|NOLINT)/

/** The comment that ends on the line above a declaration, or above its attributes. */
export function docAbove(
  lines: readonly string[],
  row: number,
  comments: GrammarQuery['comments'],
): string | null {
  let at = row - 1
  while (at >= 0 && ATTRIBUTE.test(lines[at] as string)) at--
  const last = lines[at]?.trim() ?? ''
  const found: string[] = []
  if (comments !== 'hash' && last.endsWith('*/')) {
    const end = at
    while (at >= 0 && !(lines[at] as string).includes('/*')) at--
    if (at < 0 || !(lines[at] as string).trim().startsWith('/*')) return null
    found.push(...lines.slice(at, end + 1))
  } else {
    const mark =
      comments === 'slashes' ? /^\s*\/\// : comments === 'hash' ? /^\s*#(?![![])/ : /^\s*(?:\/\/|#(?![![]))/
    for (; at >= 0 && mark.test(lines[at] as string); at--) found.unshift(lines[at] as string)
  }
  return unmarked(found)
}

/** The string that a Python function begins with. `body` is where its first statement stands. */
export function docString(text: string, body: number): string | null {
  const found = /^[rRuU]{0,2}("""|'''|"|')([^]*?)\1/.exec(text.slice(body, body + 2 * MAX_DOC))
  return found ? unmarked((found[2] as string).split('\n')) : null
}

function unmarked(lines: readonly string[]): string | null {
  const words = lines
    .map((line) =>
      line
        .trim()
        .replace(/^\/\*+!?/, '')
        .replace(/\*+\/$/, '')
        .replace(/^(?:\/\/[/!]?|#+|\*(?!\*))/, '')
        .replaceAll(/<\/?(?:summary|remarks|para)>/g, '')
        .trim(),
    )
    .filter((line) => !DIRECTIVE.test(line))
  const doc = words.join('\n').trim()
  if (doc === '') return null
  return doc.length > MAX_DOC ? `${doc.slice(0, MAX_DOC)}…` : doc
}
