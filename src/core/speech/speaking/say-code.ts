// Inline code. Short code is said as developers say it; longer code is on the screen.
import { sayFigure } from './say-figure.ts'
import { sayIdentifier } from './say-identifier.ts'
import { isFileName, isPath, sayAddress, sayFileName, sayPath } from './say-path.ts'

/** Nobody understands longer code by ear. */
const MAX_CODE = 60
const MAX_SPOKEN_PIECES = 12

export const CODE_ON_SCREEN = 'the code on the screen'

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['===', 'equals'],
  ['!==', 'is not'],
  ['=>', 'arrow'],
  ['->', 'arrow'],
  ['==', 'equals'],
  ['!=', 'is not'],
  ['<=', 'at most'],
  ['>=', 'at least'],
  ['&&', 'and'],
  ['||', 'or'],
  ['??', 'or else'],
  ['?.', 'dot'],
  ['++', 'plus plus'],
  ['--', 'dash dash'],
  ['+=', 'plus equals'],
  ['-=', 'minus equals'],
  ['...', 'dot dot dot'],
  ['::', ''],
  ['[]', 'array'],
  ['()', ''],
  ['{}', 'empty object'],
  ['=', 'equals'],
  ['+', 'plus'],
  ['-', 'minus'],
  ['*', 'star'],
  ['/', 'slash'],
  ['%', 'percent'],
  ['<', 'of'],
  ['>', ''],
  ['!', 'not'],
  ['|', 'or'],
  ['&', 'and'],
  ['@', 'at'],
  ['#', 'hash'],
  ['$', 'dollar'],
  ['~', 'tilde'],
  ['^', 'caret'],
  ['.', 'dot'],
  [',', ','],
  [':', ''],
  ['?', ''],
])

const PIECES =
  /\d[\d.]*[a-zA-Z%]{0,4}|[\p{L}_$][\p{L}\p{N}_$]*(?:-[\p{L}\p{N}]+)*|===|!==|=>|->|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\.{3}|::|\[\]|\(\)|\{\}|[^\s\p{L}\p{N}]/gu

/** A single name, path, flag or number; null for anything else. */
function sayOne(token: string): string | null {
  // Only ends the options of a command.
  if (token === '--') return ''
  if (/^https?:\/\//i.test(token)) return sayAddress(token)
  const figure = sayFigure(token)
  if (figure !== null) return figure
  const flag = /^(--?)([A-Za-z][\w-]*)(?:=(\S+))?$/.exec(token)
  if (flag) {
    const [, dashes = '', name = '', value] = flag
    const said = `${dashes === '--' ? 'dash dash' : 'dash'} ${sayIdentifier(name)}`
    return value === undefined ? said : `${said} ${sayOne(value) ?? ''}`.trim()
  }
  if (/^@[\w-]+\/[\w.-]+$/.test(token))
    return `at ${token.slice(1).split('/').map(sayIdentifier).join(' slash ')}`
  if (isPath(token)) return sayPath(token)
  const call = token.replace(/\(\)$/, '')
  if (isFileName(call.replace(/:\d+(?::\d+)?$/, ''))) return sayPath(call)
  if (/^\*\.\w+$/.test(call)) return sayFileName(call)
  if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(call)) return sayIdentifier(call)
  if (/^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\?\.|\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*)+$/u.test(call))
    return call
      .split(/\?\.|\.|::|#/)
      .map(sayIdentifier)
      .join(' dot ')
  return null
}

/** The code between backticks. */
export function sayCode(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  const whole = sayOne(text)
  if (whole !== null) return whole
  if (text.length > MAX_CODE) return CODE_ON_SCREEN
  const said = text.split(' ').map((token) => sayOne(token) ?? sayPieces(token))
  const words = said.filter((part) => part !== '').join(' ')
  return words === '' ? '' : words
}

/** Code sign by sign; brackets and quotes are not said. */
function sayPieces(token: string): string {
  const pieces = token.match(PIECES) ?? []
  if (pieces.length > MAX_SPOKEN_PIECES) return CODE_ON_SCREEN
  return pieces
    .map(
      (piece) =>
        OPERATORS.get(piece) ?? sayFigure(piece) ?? (/[\p{L}\p{N}]/u.test(piece) ? sayIdentifier(piece) : ''),
    )
    .filter((part) => part !== '')
    .join(' ')
}
