// What the code on one side of a hunk consists of, as far as a listener cares: its conditions, loops, calls, values and
// so on, each with a name if it has one and with its text for comparison. Whole sides are read, because what did not
// change is the same on both and cancels out.
import type { CodeSymbol } from '../../tools/codebase.ts'
import type { Token } from './code-tokens.ts'

export type FactKind =
  | 'test'
  | 'field'
  | 'member'
  | 'handler'
  | 'error check'
  | 'raise'
  | 'condition'
  | 'branch'
  | 'loop'
  | 'case'
  | 'return'
  | 'assertion'
  | 'call'
  | 'variable'
  | 'constant'
  | 'assignment'
  | 'entry'
  | 'argument'
  | 'import'
  | 'decorator'
  | 'callback'
  | 'item'
  | 'jump'

export interface Fact {
  kind: FactKind
  /** What it is called or is about; empty if it has no name. */
  name: string
  text: string
  /** The index of its line. */
  at: number
  /** The index of the last line of a test. */
  until?: number
  /** What a condition leads to, if that leaves the function or loop. */
  leads?: 'return' | 'raise' | 'skip'
}

export interface FactsContext {
  language: string
  isTest: boolean
  /** The innermost symbol around each line. */
  symbolAt: (at: number) => CodeSymbol | null
}

const MAX_STATEMENT = 60

const CONDITION = /^(?:if|elif|elsif|elseif|unless)$/
const LOOP = /^(?:for|while|until|loop|foreach)$/
const CASE = /^(?:case|when)$/
const RAISE = /^(?:throw|raise|panic|reject|abort)$/
const SKIP = /^(?:continue|break|next)$/
const HANDLER = /^(?:try|catch|except|rescue|finally|ensure|recover)$/
const DECLARE = /^(?:const|let|var|val|local|my)$/
const NO_CALL =
  /^(?:if|elif|for|while|switch|catch|return|function|func|fn|def|match|except|with|and|or|not|in|super|sizeof|typeof|await|yield|new|when|until|unless|foreach|else|lambda|assert|defined|import|require|constructor|struct|interface|class|impl|where|as|is|delete|void|throw|raise|panic|del|async|using|lock|Some|Ok|Err|None|len|str|int|self|cls|this|string|error|byte|bool|float64|int64|map|chan|u8|u32|u64|usize|i32|i64)$/
const DECLARES_FUNCTION = /^(?:function|def|fn|func|fun|class|struct|interface|sub|proc)$/
const ASSERTION = /^(?:assert\w*|expect|should|verify|strictEqual|deepEqual|notEqual|deepStrictEqual)$/i
const MATCHER = /^(?:to[A-Z]\w*|be|equal|eql|not|resolves|rejects)$/
const TEST = /^(?:it|test|specify|describe|context|suite)$/
const NOT_ABOUT =
  /^(?:self|this|cls|nil|null|None|undefined|true|false|True|False|err|error|not|and|or|in|is|if|let|mut|typeof|instanceof|of|new|await|string|number|boolean|object|Some|Ok|Err|len|int|ref|const|var|else|elif|hasattr|isinstance|length|ok|[a-z])$/
const C_LIKE = /^(?:java|c|cpp|csharp|objective-c|dart|apex|groovy|kotlin|swift|php)$/
const WORDY = /^(?:python|ruby|shell|lua|nim|elixir|julia|perl)$/
const SHELL_WORD =
  /^(?:if|then|else|elif|fi|for|do|done|while|until|case|esac|in|function|local|export|readonly|return|exit|set|shift|source|true|false|echo|test|declare|eval|exec|trap|unset|cd)$/

export function codeFacts(tokens: readonly Token[], context: FactsContext): Fact[] {
  const { language, isTest, symbolAt } = context
  const facts: Fact[] = []
  const named = new Set<CodeSymbol>()
  const thrown = new Set<Token>()
  const add = (kind: FactKind, name: string, text: string, at: number): Fact => {
    const fact = { kind, name, text, at }
    facts.push(fact)
    return fact
  }
  const text = (at: number): string => tokens[at]?.text ?? ''
  const isWord = (at: number): boolean => tokens[at]?.kind === 'word'
  const startsLine = (at: number): boolean => at === 0 || tokens[at - 1]!.at !== tokens[at]!.at

  /** The end of a statement that begins here: the first of these signs outside brackets, or the end of its last line. */
  function statementEnd(from: number, stops: RegExp, acrossLines: boolean): number {
    let depth = 0
    for (let at = from; at < tokens.length && at < from + MAX_STATEMENT; at++) {
      const { text: one, kind } = tokens[at]!
      if (
        startsLine(at) &&
        depth <= 0 &&
        !acrossLines &&
        !(at === from && /^(?:=|:|:=|\(|,|\+=)$/.test(text(at - 1))) &&
        !/^(?:[.?:+*&|]|\?\.|&&|\|\||->)$/.test(one)
      )
        return at
      if (kind === 'sign' && depth <= 0 && stops.test(one)) return at
      if (kind === 'word' && depth <= 0 && one === 'then' && WORDY.test(language)) return at
      if (kind !== 'sign') continue
      if (/^[([{]$/.test(one)) depth++
      else if (/^[)\]}]$/.test(one)) depth--
      if (depth < 0) return at
    }
    return Math.min(tokens.length, from + MAX_STATEMENT)
  }
  const textOf = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .map((token) => token.text)
      .join(' ')
      // A comma before a closing bracket means nothing.
      .replaceAll(/, ([)\]}])/g, '$1')

  /** Without the bodies of functions in it, which are no part of the value. One that goes on ends in an ellipsis. */
  function valueOf(from: number, to: number): string {
    let hasFunction = false
    const parts: string[] = []
    for (let at = from; at < to; at++) {
      const one = text(at)
      if (/^(?:func|function)$/.test(one)) hasFunction = true
      const opensBody = one === '{' && at > from && (hasFunction || /^(?:\)|=>|\|)$/.test(text(at - 1)))
      if (!opensBody) {
        parts.push(one)
        continue
      }
      const end = closing(at)
      if (end >= to) return `${parts.join(' ')} …`
      hasFunction = false
      at = end
    }
    if (to - from >= MAX_STATEMENT - 1) parts.push('…')
    return parts.join(' ').replaceAll(/, ([)\]}])/g, '$1')
  }

  /** The end of the brackets that open here. */
  function closing(from: number): number {
    let depth = 0
    for (let at = from; at < tokens.length && at < from + MAX_STATEMENT; at++) {
      if (tokens[at]!.kind !== 'sign') continue
      if (/^[([{]$/.test(text(at))) depth++
      else if (/^[)\]}]$/.test(text(at)) && --depth === 0) return at
    }
    return Math.min(tokens.length, from + MAX_STATEMENT)
  }

  /** What a condition is about, if that can be said in a word or two. */
  function aboutOf(from: number, to: number): string {
    const names: string[] = []
    for (let at = from; at < to; at++) {
      const next = text(at + 1)
      const isSize =
        /^(?:length|size|len)$/.test(text(at)) &&
        /^\??\.$/.test(text(at - 1)) &&
        isWord(at - 2) &&
        !NOT_ABOUT.test(text(at - 2))
      if (isSize && !names.includes(text(at - 2))) names.push(text(at - 2))
      if (isSize || !isWord(at) || NOT_ABOUT.test(text(at)) || next === '.' || next === '?.' || next === '::')
        continue
      if (!names.includes(text(at))) names.push(text(at))
    }
    return names.length > 2 ? '' : names.join('|')
  }

  function readCondition(at: number): void {
    const { at: line } = tokens[at]!
    // `x if y else z`, `return unless x`
    const trails = !startsLine(at) && WORDY.test(language) && text(at - 1) !== 'else' && text(at - 1) !== ';'
    const isPlain = language === 'python' || trails
    const end = statementEnd(
      at + 1,
      isPlain ? /^:$/ : WORDY.test(language) ? /^;$/ : /^[{;]$/,
      !isPlain && !WORDY.test(language),
    )
    // In Go, `if err := f(); err != nil {`.
    const whole = text(end) === ';' && language === 'go' ? statementEnd(end + 1, /^\{$/, false) : end
    const stated = textOf(at + 1, whole)
    if (/(?:^|; )err(?:or)? !=( =)? nil$/.test(stated)) {
      add('error check', '', stated, line)
      return
    }
    // `if (x) return` has no block.
    const bracketed =
      text(at + 1) === '(' && !WORDY.test(language) && language !== 'go' && language !== 'rust'
    const condition = bracketed ? closing(at + 1) + 1 : whole
    const fact = add('condition', '', textOf(at + 1, condition), line)
    fact.name = aboutOf(at + 1, condition)
    if (trails) return
    let then = condition
    while (/^(?:[{:;]|then)$/.test(text(then))) then++
    const first = text(then)
    if (first === 'return' || first === 'exit') fact.leads = 'return'
    else if (RAISE.test(first)) fact.leads = 'raise'
    else if (SKIP.test(first)) fact.leads = 'skip'
  }

  function readImport(at: number): void {
    const { at: line } = tokens[at]!
    const end = statementEnd(at + 1, /^;$/, false)
    const from = tokens.slice(at, end).findLast((token) => token.kind === 'string')
    const names =
      text(at) === 'from'
        ? tokens.findIndex((token, index) => index > at && index < end && token.text === 'import')
        : at
    const words = tokens
      .slice(Math.max(at, names) + 1, end)
      .filter(
        (token) =>
          token.kind === 'word' && !/^(?:as|from|import|type|static|typeof|pub|use)$/.test(token.text),
      )
    const where = from?.text ?? (names > at ? textOf(at + 1, names) : '')
    for (const word of words.slice(0, 12)) {
      const index = tokens.indexOf(word, at)
      if (/^(?:\.|::)$/.test(text(index + 1)) || text(index - 1) === 'as') continue
      add('import', word.text, where, line)
    }
    if (words.length === 0 && from) add('import', from.text, '', line)
  }

  for (let at = 0; at < tokens.length; at++) {
    const { kind, text: word, at: line } = tokens[at]!
    const first = startsLine(at)
    const before = text(at - 1)
    const next = text(at + 1)

    if (first && isItem(at)) add('item', '', textOf(at, statementEnd(at, /^,$/, false)), line)
    if (kind === 'sign') {
      if (first && word === '@' && isWord(at + 1) && !/^(?:css|scss|less)$/.test(language)) {
        const end = text(at + 2) === '(' ? closing(at + 2) + 1 : at + 2
        add('decorator', decoratorName(at), textOf(at + 1, end), line)
        at = end - 1
      } else if (first && word === '#' && next === '[' && language === 'rust') {
        const end = closing(at + 1)
        add('decorator', text(at + 2), textOf(at + 2, end), line)
        at = end
      } else if (word === '=>' && language === 'rust' && lineStartsArm(at))
        add('case', '', textOf(at, at + 1), line)
      continue
    }
    if (kind === 'string') {
      // In Go, a line that is only a string is an import.
      if (
        language === 'go' &&
        (first || (startsLine(at - 1) && isWord(at - 1) && before !== 'return')) &&
        (at + 1 >= tokens.length || startsLine(at + 1))
      )
        add('import', word, '', line)
      else if (first && next === ':' && isTest && /^(?:function|async)$/.test(text(at + 2)))
        add('test', word, '', line)
      else if (first && next === ':')
        add('entry', word, valueOf(at + 2, statementEnd(at + 2, /^[,;]$/, false)), line)
      continue
    }
    if (kind !== 'word') continue
    const isMember = before === '.' || before === '?.' || before === '::'

    if (CONDITION.test(word) && !isMember && next !== ':' && next !== '=') {
      readCondition(at)
      continue
    }
    if (word === 'else' && !isMember && !CONDITION.test(next)) {
      // `a if b else c` is one condition.
      if (first || before === '}') add('branch', '', '', line)
      continue
    }
    if (
      LOOP.test(word) &&
      !isMember &&
      next !== '=' &&
      next !== ':' &&
      (first || language !== 'python') &&
      !(language === 'rust' && (next === '<' || lineHas(at, 'impl')))
    ) {
      const end = statementEnd(at + 1, language === 'python' ? /^:$/ : /^[{;]$/, false)
      add('loop', '', textOf(at, end), line)
      continue
    }
    if (word === 'default' && first && next === ':') {
      add('case', '', word, line)
      continue
    }
    if (CASE.test(word) && first) {
      const end = statementEnd(at + 1, /^:$/, false)
      add('case', '', textOf(at + 1, end), line)
      continue
    }
    if (word === 'return' && !isMember) {
      const end = statementEnd(at + 1, /^[;}]$/, false)
      add('return', '', valueOf(at + 1, end), line)
      continue
    }
    if (HANDLER.test(word) && !isMember && (first || before === '}') && next !== '=') {
      add(
        'handler',
        '',
        word === 'try'
          ? 'try'
          : textOf(at, statementEnd(at + 1, language === 'python' ? /^:$/ : /^[{;]$/, false)),
        line,
      )
      continue
    }
    if (RAISE.test(word) && !isMember) {
      const end = statementEnd(at + 1, /^;$/, false)
      const raised = tokens.slice(at + 1, end).find((token) => token.kind === 'word' && token.text !== 'new')
      if (raised) thrown.add(raised)
      add('raise', raised?.text ?? '', textOf(at + 1, end), line)
      continue
    }
    if (SKIP.test(word) && first && (next === ';' || startsLineOrEnd(at + 1))) {
      add('jump', '', word, line)
      continue
    }
    if (first && isImport(at)) {
      readImport(at)
      at = Math.max(at, statementEnd(at + 1, /^;$/, false) - 1)
      continue
    }
    if (word === 'function' && next === '(') add('callback', '', textOf(at + 2, closing(at + 1)), line)
    if (word === 'require' && next === '(' && tokens[at + 2]?.kind === 'string') {
      add('import', text(at + 2), '', line)
      continue
    }
    if (language === 'rust' && isTest && word.endsWith('test') && next === '!' && isWord(at + 3)) {
      add('test', text(at + 3), '', line)
      continue
    }
    if (DECLARE.test(word) && !isMember) {
      if (before !== '(' || text(at - 2) !== 'for') readVariable(at)
      continue
    }
    if (TEST.test(word) && next === '(' && tokens[at + 2]?.kind === 'string' && !isMember && isTest) {
      add('test', text(at + 2), '', line)
      at += 2
      continue
    }
    if (language === 'go' && word === 'Run' && isMember && tokens[at + 2]?.kind === 'string' && isTest) {
      add('test', text(at + 2), '', line)
      at += 2
      continue
    }
    if (isAssertion(at)) {
      const open = text(at + 1) === '!' ? at + 2 : at + 1
      const end = text(open) === '(' ? chainEnd(closing(open) + 1) : statementEnd(at + 1, /^;$/, false)
      add('assertion', '', valueOf(at, end), line)
      at = open
      continue
    }
    if (readDeclared(at)) continue
    readCall(at)
  }
  return facts

  /** A line of a list. */
  function isItem(at: number): boolean {
    const { kind, text: one } = tokens[at]!
    if (kind === 'string' || kind === 'number') return text(at + 1) === ',' && startsLineOrEnd(at + 2)
    return /^[([{]$/.test(one) && lineEndsWith(at, ',')
  }
  function startsLineOrEnd(at: number): boolean {
    return at >= tokens.length || startsLine(at)
  }
  /** Near a token, on its line. */
  function lineHas(near: number, word: string): boolean {
    const line = tokens[near]!.at
    for (let at = Math.max(0, near - MAX_STATEMENT); at < tokens.length && at < near + MAX_STATEMENT; at++) {
      if (tokens[at]!.at === line && tokens[at]!.text === word) return true
    }
    return false
  }
  function decoratorName(at: number): string {
    let name = at + 1
    while (text(name + 1) === '.' && isWord(name + 2)) name += 2
    return text(name)
  }
  /** An arm of a match, not a closure. */
  function lineStartsArm(at: number): boolean {
    return /^(?:[)\]}_]|\w+)$/.test(text(at - 1)) && !lineHas(at, 'macro_rules')
  }
  function isImport(at: number): boolean {
    const word = text(at)
    const next = text(at + 1)
    if (word === 'import') return next !== '('
    if (word === 'from') return language === 'python'
    if (word === 'use') return language === 'rust' || language === 'php'
    if (word === 'pub') return next === 'use'
    if (word === 'using') return language === 'csharp'
    if (word === 'require' || word === 'require_relative') return language === 'ruby'
    return word === 'export' && /^[*{]$/.test(next)
  }
  function isAssertion(at: number): boolean {
    const word = text(at)
    if (!ASSERTION.test(word))
      return (
        /^(?:assert|require|should)$/.test(text(at - 2)) &&
        text(at - 1) === '.' &&
        isTest &&
        text(at + 1) === '('
      )
    if (word === 'assert' && language === 'python') return true
    return (
      /^[(!]$/.test(text(at + 1)) &&
      text(at - 1) !== '.' &&
      text(at - 1) !== 'fn' &&
      text(at - 1) !== 'def' &&
      text(at - 1) !== 'function'
    )
  }
  function chainEnd(from: number): number {
    let at = from
    while (text(at) === '.' && at < from + MAX_STATEMENT) {
      at += 2
      if (text(at) === '(') at = closing(at) + 1
    }
    return at
  }

  /** `const x = 1`, `let mut x = 1`, `var x int`. */
  function readVariable(at: number): void {
    let name = at + 1
    if (text(name) === 'mut') name++
    const { at: line } = tokens[at]!
    if (/^[{[(]$/.test(text(name))) {
      const end = closing(name)
      for (const one of tokens
        .slice(name + 1, end)
        .filter((token) => token.kind === 'word')
        .slice(0, 8))
        add('variable', one.text, '', line)
      return
    }
    if (!isWord(name)) return
    const value = tokens.slice(name, name + 20).findIndex((token) => token.text === '=')
    const start = value === -1 ? name + 1 : name + value + 1
    const end = statementEnd(start, /^;$/, false)
    if (text(start) === 'require' && tokens[start + 2]?.kind === 'string') return
    // What follows is another variable or a function, which says itself what it is.
    if (/^(?:function|async|class)$/.test(text(start)) || lineHas(name, '=>')) return
    add(
      /^[A-Z][A-Z0-9_]+$/.test(text(name)) ? 'constant' : 'variable',
      text(name),
      valueOf(name + 1, end),
      line,
    )
  }

  /** A field, an entry, an argument or an assignment, which starts a line; a Go variable anywhere. */
  function readDeclared(at: number): boolean {
    const { text: word, at: line } = tokens[at]!
    const next = text(at + 1)
    const owner = symbolAt(line)?.kind ?? ''
    const inType = /^(?:class|struct|interface|enum|type)$/.test(owner)
    if (next === ':=') {
      if (word !== 'err') add('variable', word, valueOf(at + 2, statementEnd(at + 2, /^[;{]$/, false)), line)
      return true
    }
    let name = at
    if (!startsLine(at)) return false
    while (
      /^(?:pub|private|public|protected|readonly|static|final|export|override|abstract|declare|volatile|transient|internal|async)$/.test(
        text(name),
      ) &&
      (isWord(name + 1) || text(name + 1) === '(')
    ) {
      name = text(name + 1) === '(' ? closing(name + 1) + 1 : name + 1
    }
    const after = text(name + 1)
    const modified = name > at
    if (
      isWord(name) &&
      (after === ':' || (after === '?' && text(name + 2) === ':')) &&
      language !== 'go' &&
      language !== 'php'
    ) {
      const end = statementEnd(name + 2, /^[,;]$/, false)
      const isPython = language === 'python'
      add(
        inType || modified
          ? 'field'
          : isPython && lineEndsWith(at, ',')
            ? 'argument'
            : isPython
              ? 'variable'
              : 'entry',
        text(name),
        valueOf(name + 2, end),
        line,
      )
      return false
    }
    if (language === 'go' && after === ':' && text(name) !== 'default') {
      add('entry', text(name), valueOf(name + 2, statementEnd(name + 2, /^,$/, false)), line)
      return false
    }
    if (owner === 'struct' && language === 'go' && isWord(name) && text(name) !== 'type' && after !== '') {
      add('field', text(name), textOf(name + 1, statementEnd(name + 1, /^;$/, false)), line)
      return true
    }
    if (owner === 'enum' && isWord(name) && /^(?:[,=({]|)$/.test(startsLineOrEnd(name + 1) ? '' : after)) {
      add('member', text(name), valueOf(name + 1, statementEnd(name + 1, /^,$/, false)), line)
      return true
    }
    // `Type name = value;`
    const typed = C_LIKE.test(language) ? typedName(name) : null
    if (typed !== null) {
      add(
        inType && modified ? 'field' : 'variable',
        text(typed),
        valueOf(name, statementEnd(typed + 1, /^;$/, false)),
        line,
      )
      at = typed
      return false
    }
    // `a.b.c = value`
    let last = name
    while (/^(?:\.|->|\?\.)$/.test(text(last + 1)) && isWord(last + 2)) last += 2
    let equals = last + 1
    // `a, b = value`
    while (text(equals) === ',' && isWord(equals + 1) && equals < last + 10) equals += 2
    if (text(equals) === ':=') {
      add('variable', text(last), valueOf(equals + 1, statementEnd(equals + 1, /^[;{]$/, false)), line)
      return false
    }
    if (/^(?:=|\+=|-=|\?\?=|\|\|=)$/.test(text(equals)) && isWord(name)) {
      const value = valueOf(equals, statementEnd(equals + 1, /^;$/, false))
      if (/^(?:function|async|class)$/.test(text(equals + 1))) return false
      const isArgument = language === 'python' && lineEndsWith(at, ',') && last === name
      const isPlain = last === name && /^(?:python|ruby|shell)$/.test(language)
      const isConstant = /^[A-Z][A-Z0-9_]+$/.test(text(last))
      add(
        isArgument
          ? 'argument'
          : isPlain && owner === 'class'
            ? 'field'
            : isConstant
              ? 'constant'
              : isPlain
                ? 'variable'
                : 'assignment',
        text(last),
        value,
        line,
      )
      return false
    }
    if (language === 'shell' && !SHELL_WORD.test(word) && next !== '(' && next !== '=') {
      add('call', word, textOf(at + 1, statementEnd(at + 1, /^;$/, false)), line)
      return true
    }
    return false
  }
  function lineEndsWith(near: number, sign: string): boolean {
    let at = near
    while (at + 1 < tokens.length && !startsLine(at + 1)) at++
    return text(at) === sign
  }
  function typedName(from: number): number | null {
    let at = from
    if (!isWord(at) || /^(?:return|throw|new|else|package|import|goto|delete|case|using)$/.test(text(at)))
      return null
    while (/^(?:\.|::)$/.test(text(at + 1)) && isWord(at + 2)) at += 2
    if (text(at + 1) === '<') {
      let depth = 0
      for (at++; at < from + 30; at++) {
        if (text(at) === '<') depth++
        else if (text(at) === '>' && --depth === 0) break
      }
    }
    while (/^[[\]*&]$/.test(text(at + 1))) at++
    return isWord(at + 1) && /^[=;]$/.test(text(at + 2)) ? at + 1 : null
  }

  function readCall(at: number): void {
    const { text: word, at: line } = tokens[at]!
    const isMacro = language === 'rust' && text(at + 1) === '!'
    const open = isMacro ? at + 2 : at + 1
    if (text(open) !== '(' || thrown.has(tokens[at]!) || NO_CALL.test(word) || (isTest && MATCHER.test(word)))
      return
    const symbol = symbolAt(line)
    // The first one names the symbol; a later one is a call of itself.
    if (
      symbol !== null &&
      symbol.name === word &&
      !named.has(symbol) &&
      (symbolAt(0) !== symbol || line === 0)
    ) {
      named.add(symbol)
      return
    }
    if (DECLARES_FUNCTION.test(text(at - 1)) || (text(at - 1) === ')' && !startsLine(at))) return
    const end = closing(open)
    // `name(...) {` at the start of a line declares a method.
    if (startsLine(at) && text(end + 1) === '{' && !isMacro && language !== 'rust') return
    add('call', word, valueOf(open + 1, end), line)
  }
}
