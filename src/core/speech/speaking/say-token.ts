// One token of prose: a word, a number, a name in code, a path, an address or an operator.
import { sayCode } from './say-code.ts'
import { sayFigure } from './say-figure.ts'
import { MAX_WORD_LETTERS, sayIdentifier } from './say-identifier.ts'
import { isFileName, isPath, sayAddress, sayPath } from './say-path.ts'
import { sayWord } from './say-word.ts'

/** Signs between words. A comma is a pause. */
const ALONE: ReadonlyMap<string, string> = new Map([
  ['=>', 'to'],
  ['->', 'to'],
  ['→', 'to'],
  ['⇒', 'to'],
  ['<-', 'from'],
  ['←', 'from'],
  ['↔', 'and'],
  ['==', 'equals'],
  ['===', 'equals'],
  ['=', 'equals'],
  ['!=', 'is not'],
  ['!==', 'is not'],
  ['≠', 'is not'],
  ['≈', 'about'],
  ['~', 'about'],
  ['<=', 'is at most'],
  ['>=', 'is at least'],
  ['≤', 'is at most'],
  ['≥', 'is at least'],
  ['<', 'is less than'],
  ['>', 'is more than'],
  ['&&', 'and'],
  ['&', 'and'],
  ['||', 'or'],
  ['+', 'plus'],
  ['×', 'times'],
  ['*', ''],
  ['/', 'slash'],
  ['-', ','],
  ['--', ','],
  ['–', ','],
  ['—', ','],
  ['|', ','],
  ['@', 'at'],
  ['%', 'percent'],
  ['#', 'number'],
])

const SHORTENED: ReadonlyMap<string, string> = new Map([
  ['e.g', 'for example'],
  ['i.e', 'that is'],
  ['w/o', 'without'],
  ['w/', 'with'],
  ['n/a', 'not available'],
  ['i/o', 'I O'],
  ['and/or', 'and or'],
  ['24/7', 'twenty four seven'],
  ['c++', 'C plus plus'],
  ['c#', 'C sharp'],
  ['f#', 'F sharp'],
  ['node.js', 'node J S'],
  ['next.js', 'next J S'],
  ['vue.js', 'view J S'],
  ['.net', 'dot net'],
  ['approx', 'approximately'],
  ['mr', 'mister'],
  ['dr', 'doctor'],
  ['no-op', 'no op'],
  ['ci/cd', 'C I C D'],
  ['tcp/ip', 'T C P I P'],
])

/** Abbreviations whose full stop does not end a sentence. */
export const isShortened = (token: string): boolean =>
  /^(?:e\.g|i\.e|vs|mr|mrs|ms|dr|approx|cf|fig)$/i.test(token)

/** `last` is the token before. */
export function sayToken(token: string, last: string): string {
  if (token === '-' && /^\d/.test(last)) return 'to'
  if (token === '*' && /^\d/.test(last)) return 'times'
  // A line drawn with signs.
  if (/^([-=*_~#.])\1{2,}$/.test(token)) return ''
  const lower = token.toLowerCase()
  const alone = ALONE.get(token) ?? SHORTENED.get(lower)
  if (alone !== undefined) return alone
  // Letters alone are nearly always a word, even if they look like a hash.
  if (/^[A-Za-z]+$/.test(token)) return token.length > MAX_WORD_LETTERS ? longWord(token) : camelOrWord(token)
  if (isOpaque(token)) return 'a long word'
  const figure = sayFigure(token, last)
  if (figure !== null) return figure
  if (/^(?:https?|ftp|wss?|file):\/\//i.test(token) || /^www\.\w/i.test(token)) return sayAddress(token)
  if (/^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?(?:\/\S*)?$/i.test(token)) return sayAddress(token)
  const mail = /^([\w.+-]{1,64})@([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})$/.exec(token)
  if (mail) return `${sayIdentifier(mail[1] ?? '')} at ${sayAddress(mail[2] ?? '')}`
  if (/^@\w[\w-]{0,38}$/.test(token)) return `at ${sayIdentifier(token.slice(1))}`
  if (/^#\p{L}/u.test(token)) return sayToken(token.slice(1), last)
  if (isPath(token)) return sayPath(token)
  if (isFileName(token.replace(/:\d+(?::\d+)?$/, ''))) return sayPath(token)
  const possessive = /^(.+)'(s|re|ve|ll|d|t|m)$/i.exec(token)
  if (possessive) return sayPossessive(possessive[1] ?? '', possessive[2] ?? '')
  if (/^[\p{L}']+$/u.test(token)) return token
  // "read/write", "well-known", "TypeScript/React".
  if (/^[\p{L}\p{N}]+(?:\/[\p{L}\p{N}]+)+$/u.test(token))
    return token
      .split('/')
      .map((part) => sayToken(part, ''))
      .join(' or ')
  if (/^[\p{L}\p{N}'.]+(?:[-\u2010\u2011][\p{L}\p{N}'.]+)+$/u.test(token))
    return token
      .split(/[-\u2010\u2011]/)
      .map((part) => sayToken(part, ''))
      .join(' ')
  if (/^[\p{L}\p{N}]+(?:[\u2013\u2014][\p{L}\p{N}]+)+$/u.test(token))
    return token
      .split(/[\u2013\u2014]/)
      .map((part) => sayToken(part, ''))
      .join(', ')
  // "example.com" and "docs.rs" in prose.
  if (
    /^[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){0,3}\.(?:com|org|net|io|dev|ai|app|rs|edu|gov|co)(?:\/\S*)?$/i.test(
      token,
    )
  )
    return sayAddress(token)
  if (token.length > 60) return 'a long word'
  return sayCode(token)
}

/** "parseConfig" in prose is a name. */
function camelOrWord(token: string): string {
  return /^[a-z]+[A-Z]|^[A-Z][a-z]+[A-Z][a-z]/.test(token) && !BRANDS.has(token)
    ? sayIdentifier(token)
    : sayWord(token)
}

const BRANDS = new Set([
  'JavaScript',
  'TypeScript',
  'GitHub',
  'GitLab',
  'iOS',
  'macOS',
  'YouTube',
  'PostgreSQL',
  'OpenAI',
  'LiveKit',
])

/** A key, a token or a digest. */
const isOpaque = (token: string): boolean =>
  /^[A-Za-z0-9+/=]{20,}$/.test(token) && /\d/.test(token) && /[a-z]/.test(token) && /[A-Z]/.test(token)

const longWord = (token: string): string =>
  /[a-z]{3}/.test(token) && token.length <= 45 ? token.toLowerCase() : 'a long word'

function sayPossessive(word: string, ending: string): string {
  const said = sayToken(word, '')
  return /[a-z]$/i.test(said) ? `${said}'${ending.toLowerCase()}` : said
}
