// Reads what is declared or set: variables, fields, entries, arguments, assignments.
import type { FactSource } from './fact.ts'
import { MAX_STATEMENT, type TokenReader } from './token-reader.ts'

const C_LIKE = /^(?:java|c|cpp|csharp|objective-c|dart|apex|groovy|kotlin|swift|php)$/
const SHELL_WORD =
  /^(?:if|then|else|elif|fi|for|do|done|while|until|case|esac|in|function|local|export|readonly|return|exit|set|shift|source|true|false|echo|test|declare|eval|exec|trap|unset|cd)$/

/** `const x = 1`, `let mut x = 1`, `var x int`. */
export function readVariable({ code, add }: FactSource, at: number): void {
  let name = at + 1
  if (code.text(name) === 'mut') name++
  const { at: line } = code.tokens[at]!
  // In Go, `var (` begins a group of them.
  if (code.text(name) === '(' && code.language === 'go') {
    readGroup(code, name, add)
    return
  }
  if (/^[{[(]$/.test(code.text(name))) {
    const end = code.closing(name)
    // `const { a, b } = require('c')`
    const isImport = code.text(end + 2) === 'require' && code.tokens[end + 4]?.kind === 'string'
    for (const one of code.tokens
      .slice(name + 1, end)
      .filter((token) => token.kind === 'word' && token.text !== '_')
      .slice(0, 8))
      add(isImport ? 'import' : 'variable', one.text, isImport ? code.text(end + 4) : '', line)
    return
  }
  // `_` takes what nobody wants.
  if (!code.isWord(name) || code.text(name) === '_') return
  const value = code.tokens.slice(name, name + 20).findIndex((token) => token.text === '=')
  const start = value === -1 ? name + 1 : name + value + 1
  const end = code.statementEnd(start, /^;$/)
  if (code.text(start) === 'require' && code.tokens[start + 2]?.kind === 'string') return
  // What follows is another variable or a function, which says itself what it is.
  if (/^(?:function|async|class)$/.test(code.text(start)) || code.lineHas(name, '=>')) return
  add(
    /^[A-Z][A-Z0-9_]+$/.test(code.text(name)) ? 'constant' : 'variable',
    code.text(name),
    code.valueOf(name + 1, end),
    line,
  )
}

/** Of those with a value, the statement itself says what they are. */
function readGroup(code: TokenReader, open: number, add: FactSource['add']): void {
  const end = code.closing(open)
  for (let at = open + 1; at < end; at++) {
    if (!code.startsLine(at) || !code.isWord(at) || !code.isWord(at + 1) || code.startsLine(at + 1)) continue
    const stop = code.statementEnd(at + 1, /^=$/)
    if (code.text(at) !== '_' && code.text(stop) !== '=')
      add('variable', code.text(at), code.valueOf(at + 1, stop), code.tokens[at]!.at)
  }
}

/** A field, an entry, an argument or an assignment, which starts a line; a Go variable anywhere. */
export function readDeclared({ code, language, symbolAt, add }: FactSource, at: number): boolean {
  const { text: word, at: line } = code.tokens[at]!
  const next = code.text(at + 1)
  const owner = symbolAt(line)?.kind ?? ''
  const inType = /^(?:class|struct|interface|enum|type)$/.test(owner)
  if (next === ':=') {
    if (word !== 'err' && word !== '_')
      add('variable', word, code.valueOf(at + 2, code.statementEnd(at + 2, /^[;{]$/)), line)
    return true
  }
  let name = at
  // `var a = 1` goes on with `, b = 2`.
  const goesOn = code.text(at - 1) === ',' && code.startsLine(at - 1) && next === '='
  if (goesOn && /^(?:java|type)script$/.test(language)) {
    if (!/^(?:require|function|async|class)$/.test(code.text(at + 2)))
      add('variable', word, code.valueOf(at + 1, code.statementEnd(at + 2, /^[,;]$/)), line)
    return false
  }
  if (!code.startsLine(at)) {
    // `if (x) y = 1`
    if (next === '=' && /^(?:\)|;|else)$/.test(code.text(at - 1)))
      add('assignment', word, code.valueOf(at + 1, code.statementEnd(at + 2, /^;$/)), line)
    return false
  }
  while (
    /^(?:pub|private|public|protected|readonly|static|final|export|override|abstract|declare|volatile|transient|internal|async)$/.test(
      code.text(name),
    ) &&
    (code.isWord(name + 1) || code.text(name + 1) === '(')
  ) {
    name = code.text(name + 1) === '(' ? code.closing(name + 1) + 1 : name + 1
  }
  const after = code.text(name + 1)
  const modified = name > at
  if (
    code.isWord(name) &&
    (after === ':' || (after === '?' && code.text(name + 2) === ':')) &&
    language !== 'go' &&
    language !== 'php'
  ) {
    let end = code.statementEnd(name + 2, /^[,;]$/)
    // What is below a target is no part of its line.
    if (language === 'makefile')
      for (end = name + 2; end < code.tokens.length && !code.startsLine(end);) end++
    const isPython = language === 'python'
    add(
      inType || modified
        ? 'field'
        : isPython && code.lineEndsWith(at, ',')
          ? 'argument'
          : isPython
            ? 'variable'
            : 'entry',
      code.text(name),
      code.valueOf(name + 2, end),
      line,
    )
    return false
  }
  if (language === 'go' && after === ':' && code.text(name) !== 'default') {
    const entry = add(
      'entry',
      code.text(name),
      code.valueOf(name + 2, code.statementEnd(name + 2, /^,$/)),
      line,
    )
    const struct = structAround(code, at)
    if (struct !== '') entry.of = struct
    return false
  }
  if (
    owner === 'struct' &&
    language === 'go' &&
    code.isWord(name) &&
    code.text(name) !== 'type' &&
    after !== ''
  ) {
    add('field', code.text(name), code.textOf(name + 1, code.statementEnd(name + 1, /^;$/)), line)
    return true
  }
  if (
    owner === 'enum' &&
    code.isWord(name) &&
    /^(?:[,=({]|)$/.test(code.startsLineOrEnd(name + 1) ? '' : after)
  ) {
    add('member', code.text(name), code.valueOf(name + 1, code.statementEnd(name + 1, /^,$/)), line)
    return true
  }
  // `Type name = value;`
  const typed = C_LIKE.test(language) ? typedName(code, name) : null
  if (typed !== null) {
    add(
      inType && modified ? 'field' : 'variable',
      code.text(typed),
      code.valueOf(name, code.statementEnd(typed + 1, /^;$/)),
      line,
    )
    at = typed
    return false
  }
  // `a.b.c = value`
  let last = name
  while (/^(?:\.|->|\?\.)$/.test(code.text(last + 1)) && code.isWord(last + 2)) last += 2
  let equals = last + 1
  // `a, b = value`
  while (code.text(equals) === ',' && code.isWord(equals + 1) && equals < last + 10) equals += 2
  if (code.text(equals) === ':=') {
    if (code.text(last) !== '_')
      add(
        'variable',
        code.text(last),
        code.valueOf(equals + 1, code.statementEnd(equals + 1, /^[;{]$/)),
        line,
      )
    return false
  }
  if (/^(?:[-+*/%&|^]|\?\?|\|\||&&|<<|>>)?=$/.test(code.text(equals)) && code.isWord(name)) {
    const value = code.valueOf(equals, code.statementEnd(equals + 1, /^;$/))
    if (/^(?:function|async|class)$/.test(code.text(equals + 1))) return false
    if (code.text(last) === '_') return false
    const isArgument = language === 'python' && code.lineEndsWith(at, ',') && last === name
    // Go sets a value only in a function; elsewhere it declares it.
    const declares =
      language === 'go' ? !/^(?:function|method)$/.test(owner) : /^(?:python|ruby|shell)$/.test(language)
    const isPlain = last === name && declares
    const isConstant = /^[A-Z][A-Z0-9_]+$/.test(code.text(last))
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
      code.text(last),
      value,
      line,
    )
    return false
  }
  if (language === 'shell' && !SHELL_WORD.test(word) && next !== '(' && next !== '=') {
    add('call', word, code.textOf(at + 1, code.statementEnd(at + 1, /^;$/)), line)
    return true
  }
  return false
}

/** The struct whose value this is an entry of: `Name{`, but no `[]Name{` nor `map[string]Name{`. */
function structAround(code: TokenReader, from: number): string {
  let depth = 0
  for (let at = from - 1; at >= 0 && at > from - MAX_STATEMENT; at--) {
    if (/^[)\]}]$/.test(code.text(at))) depth++
    else if (/^[([{]$/.test(code.text(at)) && --depth < 0) {
      const before = code.text(at - 2) === '.' ? code.text(at - 4) : code.text(at - 2)
      const name = code.text(at) === '{' && code.isWord(at - 1) ? code.text(at - 1) : ''
      return before === ']' || !/^[A-Z]/.test(name) ? '' : name
    }
  }
  return ''
}

function typedName(code: TokenReader, from: number): number | null {
  let at = from
  if (
    !code.isWord(at) ||
    /^(?:return|throw|new|else|package|import|goto|delete|case|using)$/.test(code.text(at))
  )
    return null
  while (/^(?:\.|::)$/.test(code.text(at + 1)) && code.isWord(at + 2)) at += 2
  if (code.text(at + 1) === '<') {
    let depth = 0
    for (at++; at < from + 30; at++) {
      if (code.text(at) === '<') depth++
      else if (code.text(at) === '>' && --depth === 0) break
    }
  }
  while (/^[[\]*&]$/.test(code.text(at + 1))) at++
  return code.isWord(at + 1) && /^[=;]$/.test(code.text(at + 2)) ? at + 1 : null
}
