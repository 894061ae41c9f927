// Spoken forms of names and code: "config dot ts", "camel case get user", "open paren". Typed text stays as it is.

const KNOWN_ENDINGS =
  'ts|tsx|js|jsx|mjs|cjs|json|jsonc|md|mdx|py|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|css|scss|html|xml|yml|yaml|toml|ini|lock|txt|sql|vue|svelte|env|gitignore|log|csv|svg|png'

/** What recognizers write for words they do not know. */
const MISHEARD: readonly (readonly [RegExp, string])[] = [
  [/\btype script\b/gi, 'typescript'],
  [/\bjava script\b/gi, 'javascript'],
  [/\bread me\b/gi, 'readme'],
  [/\b(dot|package|config|lock) jason\b/gi, '$1 json'],
  [/\bjason file\b/gi, 'json file'],
  [/\bt s config\b/gi, 'tsconfig'],
  [/\bdocker file\b/gi, 'dockerfile'],
  [/\bmake file\b/gi, 'makefile'],
  [/\bchange log\b/gi, 'changelog'],
  [/\b(?:git|get) ignore\b/gi, 'gitignore'],
  [/\bweb pack\b/gi, 'webpack'],
  [/\bjason (?=parse\b|stringify\b|schema\b)/gi, 'JSON '],
  [/\bdot (?:j|jay) ?son\b/gi, 'dot json'],
  [/\bdot (?:pie|pi)\b/gi, 'dot py'],
  [/\bdot (?:c|see) plus plus\b/gi, 'dot cpp'],
  [/\bdot (?:c|see) sharp\b/gi, 'dot cs'],
  [/\bdot (?:tommel|tommle|tom l)\b/gi, 'dot toml'],
  [/\bdot mark down\b/gi, 'dot md'],
  [/\bdot (?:yammel|yamel|yaml)\b/gi, 'dot yaml'],
  [/\bdot typescript\b/gi, 'dot ts'],
  [/\bdot javascript\b/gi, 'dot js'],
  [/\bdot python\b/gi, 'dot py'],
  [/\bdot markdown\b/gi, 'dot md'],
  [/\bdot rust\b/gi, 'dot rs'],
  [/\bdot ruby\b/gi, 'dot rb'],
]

/** "dot t s x" */
const SPELLED_ENDING = /\bdot ((?:[a-z0-9] ){1,4}[a-z0-9])(?![a-z0-9])/gi
/** "dot tea s": letters heard as words. They count only if they spell a known extension. */
const SOUNDED_ENDING = /\bdot ([a-z]+(?: [a-z]+){1,3})\b/gi
const LETTERS: Readonly<Record<string, string>> = {
  tea: 't',
  tee: 't',
  ess: 's',
  es: 's',
  jay: 'j',
  ex: 'x',
  em: 'm',
  dee: 'd',
  pee: 'p',
  why: 'y',
  see: 'c',
  sea: 'c',
  are: 'r',
  bee: 'b',
}
const ENDINGS: ReadonlySet<string> = new Set(KNOWN_ENDINGS.split('|'))

export function misheard(said: string): string {
  let text = said
  for (const [heard, meant] of MISHEARD) text = text.replace(heard, meant)
  return text
    .replace(SPELLED_ENDING, (_, letters: string) => `dot ${letters.replaceAll(' ', '')}`)
    .replace(SOUNDED_ENDING, (whole, words: string) => soundedEnding(words.split(' ')) ?? whole)
}

/** Takes as many words as form an extension, and leaves the rest. */
function soundedEnding(words: readonly string[]): string | null {
  for (let count = words.length; count > 1; count--) {
    const ending = words
      .slice(0, count)
      .map((word) => LETTERS[word.toLowerCase()] ?? word)
      .join('')
    if (ENDINGS.has(ending)) return ['dot', ending, ...words.slice(count)].join(' ')
  }
  return null
}

/** A path or file name. */
export function spokenPath(said: string): string {
  return inItsCase(
    misheard(said)
      .replace(/(^|[ /])dot (?=\S)/gi, (_, before: string) => (before === '/' ? '/.' : '.'))
      .replace(/ (?:forward )?slash (?=\S)/gi, '/')
      .replace(/ (?:forward )?slash$/i, '/')
      .replace(/ underscore /gi, '_')
      .replace(/ (?:dash|hyphen|minus) /gi, '-'),
  )
}

/** Longer ones first. The spaces around a sign belong to its spoken form. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['open parentheses|open parenthesis|open paren|left paren', '('],
  ['close parentheses|close parenthesis|close paren|closing paren|right paren', ')'],
  ['open square bracket|open bracket|left bracket', '['],
  ['close square bracket|close bracket|right bracket', ']'],
  ['open curly brace|open curly|open brace|left brace', '{'],
  ['close curly brace|close curly|close brace|right brace', '}'],
  ['open angle bracket|open angle|less than sign', '<'],
  ['close angle bracket|close angle|greater than sign', '>'],
  ['triple equals', '==='],
  ['double equals', '=='],
  ['equals sign|equal sign|equals', '='],
  ['fat arrow', '=>'],
  ['thin arrow', '->'],
  ['double colon', '::'],
  ['semicolon|semi colon', ';'],
  ['colon', ':'],
  ['comma', ','],
  ['question mark', '?'],
  ['exclamation mark|exclamation point', '!'],
  ['dollar sign', '$'],
  ['at sign', '@'],
  ['hash sign|pound sign', '#'],
  ['percent sign', '%'],
  ['plus sign', '+'],
  ['ampersand', '&'],
  ['asterisk', '*'],
  ['backslash', '\\'],
  ['forward slash', '/'],
  ['backtick|back tick', '`'],
  ['double quote', '"'],
  ['single quote', "'"],
]
const SIGN_FORMS = SIGNS.map(([words, sign]) => [new RegExp(` ?\\b(?:${words})\\b ?`, 'gi'), sign] as const)
const DOT_ENDING = new RegExp(`(^| )dot (?=(?:${KNOWN_ENDINGS})\\b)`, 'gi')

/** A name in code, or a piece of code. */
export function spokenCode(said: string): string {
  let text = misheard(said)
    .replace(/ underscore /gi, '_')
    .replace(/^underscore /i, '_')
    .replace(DOT_ENDING, '.')
    // "dot product" is a term.
    .replace(/(\w) dot (?!product)(?=\w)/gi, '$1.')
  for (const [words, sign] of SIGN_FORMS) text = text.replace(words, () => sign)
  return inItsCase(text).replace(/(\w) dash (?=\w)/gi, '$1-')
}

/** A command line: "npm test dash dash watch". */
export function spokenCommandLine(said: string): string {
  return misheard(said)
    .replace(/(^| )(?:dash dash|double dash) (?=\w)/gi, '$1--')
    .replace(/ dash (?=\w)/gi, ' -')
    .replace(/(\w) dot (?=\w)/gi, '$1.')
    .replace(/ dot slash /gi, ' ./')
    .replace(/^dot slash /i, './')
    .replace(/(\w) (?:forward )?slash (?=\w)/gi, '$1/')
    .replace(/ underscore /gi, '_')
    .replace(/ colon (?=\w)/gi, ':')
}

export type NameCase = 'camel' | 'pascal' | 'snake' | 'kebab' | 'constant'

const CASE_WORDS =
  /\b(camel|pascal|upper camel|snake|kebab|dash|constant|screaming snake) case ((?:[\p{L}\p{N}]+ ?)+)|\ball caps ((?:[\p{L}\p{N}]+ ?)+)/giu
const CASES: Readonly<Record<string, NameCase>> = {
  camel: 'camel',
  pascal: 'pascal',
  'upper camel': 'pascal',
  snake: 'snake',
  kebab: 'kebab',
  dash: 'kebab',
  constant: 'constant',
  'screaming snake': 'constant',
}

function inItsCase(text: string): string {
  return text.replace(CASE_WORDS, (_, style?: string, words?: string, caps?: string) => {
    const said = words ?? caps ?? ''
    const name = nameInCase(
      said.trim(),
      style === undefined ? 'constant' : (CASES[style.toLowerCase()] ?? 'camel'),
    )
    return said.endsWith(' ') ? `${name} ` : name
  })
}

/** Joins words to a name: "get user" is getUser, GetUser, get_user, get-user or GET_USER. */
export function nameInCase(words: string, style: NameCase): string {
  const parts = wordsOfName(words)
  switch (style) {
    case 'camel':
      return parts.map((part, at) => (at === 0 ? part : capital(part))).join('')
    case 'pascal':
      return parts.map(capital).join('')
    case 'snake':
      return parts.join('_')
    case 'kebab':
      return parts.join('-')
    case 'constant':
      return parts.join('_').toUpperCase()
  }
}

/** The case of a name; null for a single lower-case word, which fits several. */
export function caseOfName(name: string): NameCase | null {
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name) && name.length > 1) return 'constant'
  if (name.includes('_')) return 'snake'
  if (name.includes('-')) return 'kebab'
  if (/^[A-Z]/.test(name)) return 'pascal'
  return /[A-Z]/.test(name) ? 'camel' : null
}

/** The words of a name, in lower case. */
export function wordsOfName(name: string): string[] {
  // Unicode patterns take ten times as long, and nearly all names are ASCII.
  if (/^[ -~]*$/.test(name)) {
    return name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((part) => part !== '')
  }
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
}

const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)

const ESCAPED = /[\\^$.*+?()[\]{}|]/g

const JOINTS = '[\\s_.-]*'

/**
 * A regular expression that finds words in any spelling of a name: "event emitter" is EventEmitter,
 * event_emitter and event-emitter. Null if there is only one spelling.
 */
export function looseForm(text: string): string | null {
  const tokens = text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s_.-]|[_.-]/gu) ?? []
  if (tokens.length < 2 || tokens.length > 40) return null
  let form = ''
  let wordBefore = false
  for (const token of tokens) {
    const isWord = /^[\p{L}\p{N}]/u.test(token)
    const isJoint = /^[_.-]$/.test(token)
    // Between two words any separator matches; a spoken separator matches only itself.
    if (isJoint && form !== '') {
      if (!form.endsWith(JOINTS)) form += JOINTS
      wordBefore = false
      continue
    }
    if (form !== '' && !form.endsWith(JOINTS)) form += isWord && wordBefore ? JOINTS : '\\s*'
    form += token.replace(ESCAPED, '\\$&')
    wordBefore = isWord
  }
  return form
}
