// Reads a condition: what it is about, and whether it leaves the function or the loop.
import type { FactSource } from './fact.ts'
import { type TokenReader, WORDY } from './token-reader.ts'

export const RAISE = /^(?:throw|raise|panic|reject|abort)$/
export const SKIP = /^(?:continue|break|next)$/
const NOT_ABOUT =
  /^(?:self|this|cls|nil|null|None|undefined|true|false|True|False|err|error|not|and|or|in|is|if|let|mut|typeof|instanceof|of|new|await|string|number|boolean|object|Some|Ok|Err|len|int|ref|const|var|else|elif|hasattr|isinstance|length|ok|[a-z])$/

export function readCondition({ code, language, add }: FactSource, at: number): void {
  const { at: line } = code.tokens[at]!
  // `x if y else z`, `return unless x`
  const trails =
    !code.startsLine(at) && WORDY.test(language) && code.text(at - 1) !== 'else' && code.text(at - 1) !== ';'
  const isPlain = language === 'python' || trails
  const end = code.statementEnd(
    at + 1,
    isPlain ? /^:$/ : WORDY.test(language) ? /^;$/ : /^[{;]$/,
    !isPlain && !WORDY.test(language),
  )
  // In Go, `if err := f(); err != nil {`.
  const whole = code.text(end) === ';' && language === 'go' ? code.statementEnd(end + 1, /^\{$/) : end
  const stated = code.textOf(at + 1, whole)
  if (/(?:^|; )err(?:or)? !=( =)? nil$/.test(stated)) {
    add('error check', '', stated, line)
    return
  }
  // `if (x) return` has no block.
  const bracketed =
    code.text(at + 1) === '(' && !WORDY.test(language) && language !== 'go' && language !== 'rust'
  const condition = bracketed ? code.closing(at + 1) + 1 : whole
  const fact = add('condition', '', code.textOf(at + 1, condition), line)
  fact.name = aboutOf(code, at + 1, condition)
  if (trails) return
  let then = condition
  while (/^(?:[{:;]|then)$/.test(code.text(then))) then++
  const first = code.text(then)
  if (first === 'return' || first === 'exit') fact.leads = 'return'
  else if (RAISE.test(first)) fact.leads = 'raise'
  else if (SKIP.test(first)) fact.leads = 'skip'
}

/** What a condition is about, if that can be said in a word or two. */
function aboutOf(code: TokenReader, from: number, to: number): string {
  const names: string[] = []
  for (let at = from; at < to && names.length <= 2; at++) {
    const next = code.text(at + 1)
    const isSize =
      /^(?:length|size|len)$/.test(code.text(at)) &&
      /^\??\.$/.test(code.text(at - 1)) &&
      code.isWord(at - 2) &&
      !NOT_ABOUT.test(code.text(at - 2))
    if (isSize && !names.includes(code.text(at - 2))) names.push(code.text(at - 2))
    if (
      isSize ||
      !code.isWord(at) ||
      NOT_ABOUT.test(code.text(at)) ||
      next === '.' ||
      next === '?.' ||
      next === '::'
    )
      continue
    if (!names.includes(code.text(at))) names.push(code.text(at))
  }
  return names.length > 2 ? '' : names.join('|')
}
