// Reads the lines of a hunk aloud, on request only.
import { spokenCount } from '../../understanding/replies/spoken-count.ts'
import { hunkText, type Review } from './review.ts'

const MAX_LINES = 12
const MAX_LINE = 200

/** "Removed: return read(text). Added: return retry(read(text))." The voice makes words of the code. */
export function readHunk(review: Review, key: string): string {
  const lines = hunkText(review, key).split('\n').slice(1)
  const side = (mark: '+' | '-'): string[] =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1, MAX_LINE).trim())
      .filter(Boolean)
  const said = [part('Removed', side('-')), part('Added', side('+'))]
    .filter((words) => words !== '')
    .join(' ')
  return said === '' ? 'Only empty lines.' : said
}

function part(what: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const more = lines.length - MAX_LINES
  const rest = more > 0 ? `, and ${spokenCount(more, 'more line', 'more lines')}` : ''
  return `${what}: ${lines.slice(0, MAX_LINES).join('; ')}${rest}.`
}
