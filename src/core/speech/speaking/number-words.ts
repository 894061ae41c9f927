// Numbers as words. Engines read them differently or not at all; these are the same in every voice.

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion']

/** Nobody understands a longer number by ear. */
const MAX_DIGITS = 15

/** Digits one by one: "404" is "four zero four". */
export const digitWords = (digits: string): string =>
  digits
    .split('')
    .map((digit) => SMALL[Number(digit)] ?? '')
    .join(' ')

function belowThousand(value: number): string {
  const rest = value % 100
  const words: string[] = []
  if (value >= 100) words.push(`${SMALL[Math.floor(value / 100)]} hundred`)
  if (rest >= 20)
    words.push(TENS[Math.floor(rest / 10)] ?? '', rest % 10 === 0 ? '' : (SMALL[rest % 10] ?? ''))
  else if (rest > 0) words.push(SMALL[rest] ?? '')
  return words.filter((word) => word !== '').join(' ')
}

/** A whole number, given by its digits. */
export function cardinalWords(digits: string): string {
  const bare = digits.replace(/^0+(?=\d)/, '')
  if (bare === '0') return 'zero'
  if (bare.length > MAX_DIGITS) return `a number of ${cardinalWords(String(bare.length))} digits`
  // A leading zero belongs to a name or a code, not to an amount.
  if (bare.length < digits.length) return digitWords(digits)
  const groups: string[] = []
  for (let end = bare.length; end > 0; end -= 3) groups.push(bare.slice(Math.max(0, end - 3), end))
  return groups
    .map((group, scale) => ({ words: belowThousand(Number(group)), scale: SCALES[scale] ?? '' }))
    .filter(({ words }) => words !== '')
    .toReversed()
    .map(({ words, scale }) => (scale === '' ? words : `${words} ${scale}`))
    .join(' ')
}

/** "3.14", "1,200", "-5": the whole part, then the decimals digit by digit. */
export function numberWords(figure: string): string {
  const [, sign = '', whole = '0', behind] =
    /^([-+\u2212]?)(\d[\d,]*)?(?:\.(\d+))?$/.exec(figure) ?? ([] as string[])
  const before = sign === '' ? '' : sign === '+' ? 'plus ' : 'minus '
  const point = behind === undefined ? '' : ` point ${digitWords(behind.slice(0, 6))}`
  return `${before}${cardinalWords(whole.replaceAll(',', ''))}${point}`
}

const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** "21st" is "twenty first". */
export function ordinalWords(digits: string): string {
  const words = cardinalWords(digits).split(' ')
  const last = words.pop() ?? ''
  const ordinal = IRREGULAR[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return [...words, ordinal].join(' ')
}

/** "2026" as a year is "twenty twenty six". */
export function yearWords(year: number): string {
  const [century, rest] = [Math.floor(year / 100), year % 100]
  if (year < 1000 || year > 9999 || (year >= 2000 && year < 2010)) return cardinalWords(String(year))
  if (rest === 0)
    return century % 10 === 0 ? cardinalWords(String(year)) : `${belowThousand(century)} hundred`
  return `${belowThousand(century)} ${rest < 10 ? 'oh ' : ''}${belowThousand(rest)}`
}
