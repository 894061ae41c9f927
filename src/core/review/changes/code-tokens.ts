// Splits lines of code into words, numbers, strings and signs, and takes the comments out. It knows no grammar, so it
// works on any part of a file, and in any language whose comments and strings it knows.

export interface Token {
  kind: 'word' | 'number' | 'string' | 'sign'
  text: string
  /** The index of its line. */
  at: number
}

export interface CodeText {
  tokens: Token[]
  comments: { text: string; at: number; isDoc: boolean }[]
  /** What ends the comment or string that is open after the last line; null if none is. */
  open: Open | null
}

export interface Open {
  end: string
  isComment: boolean
}

export type CommentStyle = 'slashes' | 'hash' | 'dashes' | 'markup'

const SLASHES =
  'c cpp csharp dart go groovy java javascript typescript kotlin rust scala swift php css scss less proto sol objective-c zig verilog systemverilog wgsl vue svelte pug bicep apex typespec fsharp graphql'
const DASHES = 'sql lua haskell elm'
const STYLES: ReadonlyMap<string, CommentStyle> = new Map([
  ...SLASHES.split(' ').map((language) => [language, 'slashes'] as const),
  ...DASHES.split(' ').map((language) => [language, 'dashes'] as const),
  ...['html', 'xml', 'handlebars', 'liquid', 'twig'].map((language) => [language, 'markup'] as const),
])

export const commentStyle = (language: string): CommentStyle => STYLES.get(language) ?? 'hash'

const WORD = '[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*'
const NUMBER = '\\d[\\w.]*'
const SIGN = '=>|->|:=|===?|!==?|<=|>=|&&|\\|\\||::|\\.\\.\\.|\\?\\.|\\?\\?=?|\\+\\+|--|[-+*/%|&^]=|[^\\s]'
const COMMENT: Readonly<Record<CommentStyle, string>> = {
  slashes: '//.*|/\\*',
  hash: '(?<!\\S)#.*',
  dashes: '--.*',
  markup: '<!--',
}
const STRING = `"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?`
/** In Rust, a lone quote is the name of a lifetime. */
const RUST_STRING = `"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.{1,8})'`

/** What begins a string of several lines, besides a backtick. */
const LONG: Readonly<Record<string, string>> = {
  python: `[rRbBuUfF]{0,2}(?:"""|''')|`,
  rust: `b?r#{0,3}"|"(?:[^"\\\\]|\\\\.)*\\\\?$|`,
  java: '"""|',
  // A symbol.
  ruby: '(?<=[\\s(\\[{,!]):[A-Za-z_]\\w*[?!]?|',
}

/** More than hand-written code has in as many lines as a description reads. */
const MAX_TOKENS = 2000

/** A backtick begins a string of several lines. */
const TEMPLATES = /^(?:javascript|typescript|go|vue|svelte)$/

const readers = new Map<string, RegExp>()

function readerOf(language: string): RegExp {
  let reader = readers.get(language)
  if (!reader) {
    const style = commentStyle(language)
    const long = LONG[language] ?? ''
    const string = language === 'rust' ? RUST_STRING : STRING
    const name = /^(?:css|scss|less)$/.test(language) ? '[-.#@]?[A-Za-z_][\\w-]*' : WORD
    reader = new RegExp(`(${COMMENT[style]})|(${long}\`|${string})|(${NUMBER})|(${name})|(${SIGN})`, 'y')
    if (readers.size < 100) readers.set(language, reader)
  }
  return reader
}

const PATTERN_BEFORE = /^(?:[(,=:[!&|?{};]|=>|&&|\|\||return)$/
const PATTERN = /\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/y

/** A string that goes on in the next line ends like this. */
function rustEnd(string: string): string | undefined {
  const raw = /^b?r(#*)"$/.exec(string)
  if (raw) return `"${raw[1]}`
  return string.startsWith('"') && (string.length === 1 || !string.endsWith('"')) ? '"' : undefined
}

/** An escaped quote ends nothing. */
function endOfOpen(line: string, end: string, from: number): number {
  for (let at = line.indexOf(end, from); ; at = line.indexOf(end, at + 1)) {
    if (at <= 0 || end !== '"' || line[at - 1] !== '\\') return at
  }
}

/** `open` is what was open before the first line. */
export function readCode(lines: readonly string[], language: string, open: Open | null = null): CodeText {
  const style = commentStyle(language)
  const reader = readerOf(language)
  const code: CodeText = { tokens: [], comments: [], open }
  for (const [at, line] of lines.entries()) {
    if (code.tokens.length >= MAX_TOKENS) break
    readLine(code, line, at)
  }
  return code

  function readLine(into: CodeText, line: string, at: number): void {
    let from = 0
    // A paragraph of a comment does not end it.
    if (line === '' && into.open?.isComment === true) into.comments.push({ text: '', at, isDoc: true })
    while (from < line.length) {
      if (into.open !== null) {
        const { end, isComment } = into.open
        const found = endOfOpen(line, end, from)
        const text = line.slice(from, found === -1 ? undefined : found)
        if (isComment) into.comments.push({ text, at, isDoc: end !== '-->' })
        else into.tokens.push({ kind: 'string', text: text.trim(), at })
        if (found === -1) return
        into.open = null
        from = found + end.length
        continue
      }
      if (line[from] === ' ' || line[from] === '\t') {
        from++
        continue
      }
      reader.lastIndex = from
      const found = reader.exec(line)
      if (!found) return
      const [text, comment, string, number, word] = found
      const last = into.tokens.at(-1)
      const first = last?.at !== at
      from = reader.lastIndex
      if (comment !== undefined) {
        if (comment === '/*' || comment === '<!--') {
          into.open = { end: comment === '/*' ? '*/' : '-->', isComment: true }
          // An empty comment still is one.
          into.comments.push({ text: '', at, isDoc: line.startsWith('/**', from - 2) })
        } else
          into.comments.push({
            text: comment.replace(/^(?:\/\/[/!]?|#+|--)/, ''),
            at,
            isDoc: /^\/\/[/!]/.test(comment),
          })
      } else if (string !== undefined) {
        const quotes = language === 'rust' ? rustEnd(string) : /^[a-zA-Z]{0,2}("""|''')$/.exec(string)?.[1]
        const isLong = quotes !== undefined
        if (isLong || (string === '`' && TEMPLATES.test(language))) {
          const isComment =
            isLong && language === 'python' && first && !/^(?:[=(,[{+]|return)$/.test(last?.text ?? '')
          into.open = { end: quotes ?? '`', isComment }
          if (isComment) into.comments.push({ text: '', at, isDoc: true })
          else into.tokens.push({ kind: 'string', text: string, at })
        } else into.tokens.push({ kind: 'string', text: string, at })
      } else if (number !== undefined) into.tokens.push({ kind: 'number', text: number, at })
      else if (word !== undefined) into.tokens.push({ kind: 'word', text: word, at })
      else {
        if (text === '/' && style === 'slashes' && (last === undefined || PATTERN_BEFORE.test(last.text))) {
          PATTERN.lastIndex = from - 1
          const pattern = PATTERN.exec(line)
          if (pattern) {
            into.tokens.push({ kind: 'string', text: pattern[0], at })
            from = PATTERN.lastIndex
            continue
          }
        }
        into.tokens.push({ kind: 'sign', text, at })
      }
    }
  }
}
