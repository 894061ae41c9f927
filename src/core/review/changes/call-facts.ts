// Reads which functions are called and what is asserted.
import type { FactSource } from './fact.ts'
import { MAX_STATEMENT, type TokenReader } from './token-reader.ts'

const NO_CALL =
  /^(?:if|pub|elif|for|while|switch|catch|return|function|func|fn|def|match|except|with|and|or|not|in|super|sizeof|typeof|await|yield|new|when|until|unless|foreach|else|lambda|assert|defined|import|require|constructor|struct|interface|class|impl|where|as|is|delete|void|throw|raise|panic|del|async|using|lock|Some|Ok|Err|None|len|str|int|self|cls|this|string|error|byte|bool|float64|int64|map|chan|u8|u32|u64|usize|i32|i64)$/
const DECLARES_FUNCTION = /^(?:function|def|fn|func|fun|class|struct|interface|sub|proc)$/
const ASSERTION = /^(?:assert\w*|expect|should|verify|strictEqual|deepEqual|notEqual|deepStrictEqual)$/i
const MATCHER = /^(?:to[A-Z]\w*|be|equal|eql|not|resolves|rejects)$/

/** Returns where to read on; null if it is no assertion. */
export function readAssertion({ code, language, isTest, add }: FactSource, at: number): number | null {
  const word = code.text(at)
  const isOpen = /^[(!]$/.test(code.text(at + 1))
  const before = code.text(at - 1)
  const isMethod = isTest && isOpen && before === '.' && /^(?:assert|require|should)$/.test(code.text(at - 2))
  const isPlain =
    ASSERTION.test(word) &&
    ((word === 'assert' && language === 'python') || (isOpen && !/^(?:\.|fn|def|function)$/.test(before)))
  if (!isMethod && !isPlain) return null
  const open = code.text(at + 1) === '!' ? at + 2 : at + 1
  const end =
    code.text(open) === '(' ? chainEnd(code, code.closing(open) + 1) : code.statementEnd(at + 1, /^;$/)
  add('assertion', '', code.valueOf(at, end), code.tokens[at]!.at)
  return open
}

/** `.toBe(3)` and so on. */
function chainEnd(code: TokenReader, from: number): number {
  let at = from
  while (code.text(at) === '.' && at < from + MAX_STATEMENT) {
    at += 2
    if (code.text(at) === '(') at = code.closing(at) + 1
  }
  return at
}

export function readCall({ code, language, isTest, symbolAt, named, add }: FactSource, at: number): void {
  const { text: word, at: line } = code.tokens[at]!
  const isMacro = language === 'rust' && code.text(at + 1) === '!'
  const open = isMacro ? at + 2 : at + 1
  if (language === 'ruby' && code.startsLine(at) && code.tokens[at + 1]?.kind === 'string') {
    if (!NO_CALL.test(word)) add('call', word, code.valueOf(at + 1, code.statementEnd(at + 1, /^;$/)), line)
    return
  }
  if (code.text(open) !== '(' || NO_CALL.test(word) || (isTest && MATCHER.test(word))) return
  // `Some(x)` is a pattern or a value.
  if (language === 'rust' && /^[A-Z]/.test(word)) return
  const symbol = symbolAt(line)
  // The first one names the symbol; a later one is a call of itself.
  const isFirst = symbol?.name === word && !named.has(symbol) && (symbolAt(0) !== symbol || line === 0)
  if (isFirst) {
    named.add(symbol)
    return
  }
  const before = code.text(at - 1)
  if (DECLARES_FUNCTION.test(before) || (before === ')' && !code.startsLine(at))) return
  const end = code.closing(open)
  // `name(...) {` at the start of a line declares a method.
  if (code.startsLine(at) && code.text(end + 1) === '{' && !/^(?:rust|ruby)$/.test(language)) return
  const call = add('call', word, code.valueOf(open + 1, end), line)
  const isPart = /^(?:\.|\?\.|::|->)$/
  if (isPart.test(before) && code.isWord(at - 2) && !isPart.test(code.text(at - 3)))
    call.of = code.text(at - 2)
}
