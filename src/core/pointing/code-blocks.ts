// The blocks of a text in any language: loops, conditions, try blocks, switches and comments, by their first word and
// their indentation. Declarations come from the grammar of the language; these need none.
import type { ScreenThing, ThingKind } from '../../shared/screen.ts'

const OPENINGS: readonly (readonly [RegExp, ThingKind])[] = [
  [/^(?:\w+: *)?(?:async )?(?:for|foreach|while|until|loop|do|repeat)\b(?!\s*[=:.,)])/, 'loop'],
  [/\.forEach\(/, 'loop'],
  [/^(?:if|unless)\b(?!\s*[=:.,)])/, 'condition'],
  [/^(?:try|begin)\b\s*[:{(]?\s*$/, 'try'],
  [/^(?:switch|match|select|case)\b.*(?:\{|:|\bin)\s*$/, 'switch'],
]
/** `} else {`, `except ValueError:` and the like belong to the block before. */
const GOES_ON =
  /^(?:\}\s*)?(?:else|elif|elsif|elseif|catch|except|finally|rescue|ensure|then|do)\b|^\}\s*while\b/
const CLOSES = /^(?:[}\])]|(?:end|fi|done|esac)\b(?!\s*[(=.]))/
const COMMENT = /^(?:\/\/|#(?!!|include|define|if|endif|\[)|--\s|\/?\*|\*\/)/

/** More lines are not read: only what is near the user counts. */
export const MAX_BLOCK_LINES = 4_000

interface Line {
  number: number
  text: string
  indent: number
}

/** `startLine` numbers the first line of the text. */
export function codeBlocks(text: string, startLine: number): ScreenThing[] {
  const lines = text
    .split('\n', MAX_BLOCK_LINES)
    .map((raw, at): Line => ({
      number: startLine + at,
      text: raw.trim(),
      indent: raw.length - raw.trimStart().length,
    }))
    .filter((line) => line.text !== '')
  const blocks: ScreenThing[] = []
  for (const [at, line] of lines.entries()) {
    const kind = COMMENT.test(line.text) ? 'comment' : kindOf(line.text)
    if (kind === null || (kind === 'comment' && isSameComment(lines[at - 1], line))) continue
    const end = kind === 'comment' ? endOfComment(lines, at) : endOfBlock(lines, at)
    blocks.push({ kind, line: line.number, endLine: end })
  }
  return blocks
}

const kindOf = (text: string): ThingKind | null => OPENINGS.find(([opens]) => opens.test(text))?.[1] ?? null

const isSameComment = (before: Line | undefined, line: Line): boolean =>
  before !== undefined && before.number === line.number - 1 && COMMENT.test(before.text)

function endOfComment(lines: readonly Line[], from: number): number {
  let at = from
  while (lines[at + 1] && isSameComment(lines[at], lines[at + 1]!) && COMMENT.test(lines[at + 1]!.text)) at++
  return lines[at]!.number
}

/** Everything that is indented further, and what closes it or goes on with it. */
function endOfBlock(lines: readonly Line[], from: number): number {
  const { indent } = lines[from]!
  let at = from
  for (let next = from + 1; next < lines.length; next++) {
    const line = lines[next]!
    const belongs =
      line.indent > indent || (line.indent === indent && (GOES_ON.test(line.text) || CLOSES.test(line.text)))
    if (!belongs) break
    at = next
    if (line.indent === indent && CLOSES.test(line.text) && !GOES_ON.test(line.text)) {
      // The brace on a line of its own may be followed by "else".
      const after = lines[next + 1]
      if (!after || after.indent !== indent || !GOES_ON.test(after.text)) break
    }
  }
  return lines[at]!.number
}
