// Numbers of every kind: amounts with units, versions, ranges, dates, times, hashes. Null for anything else.
import { cardinalWords, digitWords, numberWords, ordinalWords, yearWords } from './number-words.ts'

/** Singular and plural. Case matters: "5m" is minutes and "5M" is millions. */
const UNITS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ns', ['nanosecond', 'nanoseconds']],
  ['µs', ['microsecond', 'microseconds']],
  ['μs', ['microsecond', 'microseconds']],
  ['us', ['microsecond', 'microseconds']],
  ['ms', ['millisecond', 'milliseconds']],
  ['s', ['second', 'seconds']],
  ['sec', ['second', 'seconds']],
  ['secs', ['second', 'seconds']],
  ['m', ['minute', 'minutes']],
  ['min', ['minute', 'minutes']],
  ['mins', ['minute', 'minutes']],
  ['h', ['hour', 'hours']],
  ['hr', ['hour', 'hours']],
  ['hrs', ['hour', 'hours']],
  ['d', ['day', 'days']],
  ['B', ['byte', 'bytes']],
  ['kB', ['kilobyte', 'kilobytes']],
  ['KB', ['kilobyte', 'kilobytes']],
  ['MB', ['megabyte', 'megabytes']],
  ['GB', ['gigabyte', 'gigabytes']],
  ['TB', ['terabyte', 'terabytes']],
  ['KiB', ['kibibyte', 'kibibytes']],
  ['MiB', ['mebibyte', 'mebibytes']],
  ['GiB', ['gibibyte', 'gibibytes']],
  ['kb', ['kilobyte', 'kilobytes']],
  ['mb', ['megabyte', 'megabytes']],
  ['gb', ['gigabyte', 'gigabytes']],
  ['Hz', ['hertz', 'hertz']],
  ['kHz', ['kilohertz', 'kilohertz']],
  ['MHz', ['megahertz', 'megahertz']],
  ['GHz', ['gigahertz', 'gigahertz']],
  ['px', ['pixel', 'pixels']],
  ['em', ['em', 'ems']],
  ['rem', ['rem', 'rems']],
  ['pt', ['point', 'points']],
  ['fps', ['frame per second', 'frames per second']],
  ['dB', ['decibel', 'decibels']],
  ['km', ['kilometre', 'kilometres']],
  ['cm', ['centimetre', 'centimetres']],
  ['mm', ['millimetre', 'millimetres']],
  ['kg', ['kilogram', 'kilograms']],
  ['°C', ['degree Celsius', 'degrees Celsius']],
  ['°', ['degree', 'degrees']],
  ['%', ['percent', 'percent']],
  ['x', ['time', 'times']],
  ['×', ['time', 'times']],
  ['k', ['thousand', 'thousand']],
  ['K', ['thousand', 'thousand']],
  ['M', ['million', 'million']],
  ['bn', ['billion', 'billion']],
  ['D', ['D', 'D']],
])

const UNIT = '(?:[a-zA-Zµμ]{1,4}|°C?|%|×)'
const AMOUNT = '\\d[\\d,]{0,20}(?:\\.\\d{1,12})?|\\.\\d{1,12}'
/** A number and a unit with a space between them. */
export const SPACED_UNIT = new RegExp(
  `(?<![\\w.])(${AMOUNT}) (ns|µs|μs|us|ms|s|sec|secs|min|mins|h|hr|hrs|B|kB|KB|MB|GB|TB|KiB|MiB|GiB|Hz|kHz|MHz|GHz|px|fps|dB|km|cm|mm|kg|°C|%)(?![\\w/])`,
  'g',
)

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollars', '€': 'euros', '£': 'pounds' }

function unitWords(unit: string, amount: string): string | null {
  const words = UNITS.get(unit)
  return words === undefined ? null : amount === '1' ? words[0] : words[1]
}

function sayAmount(amount: string, unit: string | undefined): string | null {
  if (unit === undefined) return numberWords(amount)
  const words = unitWords(unit, amount)
  return words === null ? null : `${numberWords(amount)} ${words}`
}

const sayDate = (year: string, month: string, day: string): string | null => {
  const name = MONTHS[Number(month) - 1]
  return name === undefined || Number(day) < 1 || Number(day) > 31
    ? null
    : `${name} ${ordinalWords(String(Number(day)))}, ${yearWords(Number(year))}`
}

function sayTime(hours: string, minutes: string): string | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  const past =
    Number(minutes) === 0
      ? "o'clock"
      : minutes.startsWith('0')
        ? `oh ${cardinalWords(minutes.slice(1))}`
        : cardinalWords(minutes)
  return `${cardinalWords(String(Number(hours)))} ${past}`
}

/** Screen sizes are said in pairs of digits. */
const saySize = (digits: string): string =>
  /^[1-9]\d\d[1-9]$|^[1-9]\d[1-9]0$/.test(digits) ? yearWords(Number(digits)) : cardinalWords(digits)

/** The first letters and digits, one by one. */
const sayCharacters = (text: string, max: number): string =>
  text
    .slice(0, max)
    .split('')
    .map((one) => (/\d/.test(one) ? digitWords(one) : one.toUpperCase()))
    .join(' ')

/** A pre-release such as "beta.3". */
const sayRelease = (release: string): string =>
  release
    .split(/[.\-+]/)
    .map((part) =>
      /^\d+$/.test(part)
        ? cardinalWords(part)
        : /^rc$/i.test(part)
          ? 'R C'
          : part.replace(/\d+/g, (digits) => ` ${cardinalWords(digits)}`),
    )
    .join(' ')

type Form = readonly [RegExp, (parts: readonly string[]) => string | null]

const FRACTIONS: Readonly<Record<string, string>> = {
  '1/2': 'one half',
  '1/3': 'one third',
  '2/3': 'two thirds',
  '1/4': 'one quarter',
  '3/4': 'three quarters',
}

const FORMS: readonly Form[] = [
  // Date and time, date, time.
  [
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
    ([y = '', m = '', d = '', h = '', min = '']) => {
      const [date, time] = [sayDate(y, m, d), sayTime(h, min)]
      return date === null || time === null ? null : `${date} at ${time}`
    },
  ],
  [/^(\d{4})-(\d{2})-(\d{2})$/, ([y = '', m = '', d = '']) => sayDate(y, m, d)],
  [/^(\d{1,2}):(\d{2})(?::\d{2})?$/, ([h = '', m = '']) => sayTime(h, m)],
  // Amounts.
  [new RegExp(`^([-+\u2212]?(?:${AMOUNT}))(${UNIT})?$`), ([amount = '', unit]) => sayAmount(amount, unit)],
  [new RegExp(`^[~≈](${AMOUNT})(${UNIT})?$`), ([amount = '', unit]) => about(sayAmount(amount, unit))],
  [
    new RegExp(`^±(${AMOUNT})(${UNIT})?$`),
    ([amount = '', unit]) => before('plus or minus', sayAmount(amount, unit)),
  ],
  [
    new RegExp(`^([$€£])(${AMOUNT})([kKM]|bn)?$`),
    ([sign = '', amount = '', scale]) => before(sayAmount(amount, scale) ?? '', CURRENCIES[sign] ?? ''),
  ],
  [
    new RegExp(`^(<=|>=|<|>|≤|≥)(${AMOUNT})(${UNIT})?$`),
    ([sign = '', amount = '', unit]) => before(COMPARED[sign] ?? '', sayAmount(amount, unit)),
  ],
  [/^(\d{1,15})(?:st|nd|rd|th)$/i, ([digits = '']) => ordinalWords(digits)],
  [
    new RegExp(`^(${AMOUNT})(${UNIT})?(?:-|\u2013|\u2014|\\.{2,3}|…)(${AMOUNT})(${UNIT})?$`),
    ([from = '', fromUnit, to = '', unit]) => {
      const [low, high] = [sayAmount(from, fromUnit === unit ? undefined : fromUnit), sayAmount(to, unit)]
      return low === null || high === null ? null : `${low} to ${high}`
    },
  ],
  [/^(\d{2,5})[x×](\d{2,5})$/, ([wide = '', high = '']) => `${saySize(wide)} by ${saySize(high)}`],
  [
    /^(\d{1,9})\/(\d{1,9})$/,
    ([part = '', whole = '']) =>
      FRACTIONS[`${part}/${whole}`] ?? `${cardinalWords(part)} out of ${cardinalWords(whole)}`,
  ],
  [/^(\d{1,4}):(\d{1,4})$/, ([one = '', other = '']) => `${cardinalWords(one)} to ${cardinalWords(other)}`],
  [
    /^(\d{1,3}(?:\.\d{1,4})?)e([+-]?)(\d{1,3})$/i,
    ([base = '', sign = '', power = '']) =>
      `${base === '1' ? '' : `${numberWords(base)} times `}ten to the ${sign === '-' ? 'minus ' : ''}${cardinalWords(power)}`,
  ],
  [/^:(\d{2,5})$/, ([port = '']) => `port ${cardinalWords(port)}`],
  [/^#(\d{1,9})$/, ([number = '']) => `number ${cardinalWords(number)}`],
  // Four numbers with dots between them are an address.
  [
    /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?$/,
    ([a = '', b = '', c = '', d = '', port]) =>
      `${[a, b, c, d].map(cardinalWords).join(' dot ')}${port === undefined ? '' : ` port ${cardinalWords(port)}`}`,
  ],
  [
    /^([\^~]|[<>]=?|=)?v?(\d{1,6}(?:\.(?:\d{1,6}|x|\*)){2,3})(?:-([\w.+-]{1,30}))?$/i,
    ([sign, numbers = '', release]) => {
      const said = numbers
        .split('.')
        .map((part) => (/^\d/.test(part) ? cardinalWords(part) : 'X'))
        .join(' point ')
      return `${sign === undefined ? '' : (COMPARED[sign] ?? '')} ${said} ${release === undefined ? '' : sayRelease(release)}`.trim()
    },
  ],
  [
    /^v(\d{1,6})(?:\.(\d{1,6}))?$/i,
    ([major = '', minor]) =>
      `version ${cardinalWords(major)}${minor === undefined ? '' : ` point ${cardinalWords(minor)}`}`,
  ],
  // Names for machines.
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, () => 'a long identifier'],
  [/^0x([0-9a-f]{1,4})$/i, ([digits = '']) => `hex ${sayCharacters(digits, 4)}`],
  [/^0x[0-9a-f]{5,64}$/i, () => 'a hex number'],
  [/^#[0-9a-f]{3,8}$/i, () => 'a colour'],
  [/^(?=[0-9a-f]{0,64}\d)(?=[0-9a-f]{0,64}[a-f])([0-9a-f]{7,64})$/i, ([hash = '']) => sayCharacters(hash, 4)],
]

const COMPARED: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '≤': 'at most',
  '≥': 'at least',
  '<': 'less than',
  '>': 'more than',
}

const before = (word: string, said: string | null): string | null =>
  said === null ? null : `${word} ${said}`
const about = (said: string | null): string | null => before('about', said)

/** After these words a number of three digits is a code, said digit by digit. */
const CODES = new Set(['http', 'status', 'code', 'a', 'returned', 'returns'])
const YEARS = new Set([
  'in',
  'since',
  'until',
  'before',
  'after',
  'year',
  '©',
  ...MONTHS.map((month) => month.toLowerCase()),
])

/** `last` is the word before the number, which may show its kind. */
export function sayFigure(token: string, last = ''): string | null {
  if (!/[\d]|^[0-9a-f]{7,64}$/i.test(token)) return null
  const previous = last.toLowerCase()
  if (/^[1-5]\d\d$/.test(token) && CODES.has(previous)) return sayCode(token)
  if (/^(?:19|20)\d\d$/.test(token) && YEARS.has(previous)) return yearWords(Number(token))
  for (const [form, say] of FORMS) {
    const found = form.exec(token)
    const said = found && say(found.slice(1))
    if (said !== null) return said.replace(/\s+/g, ' ').trim()
  }
  return null
}

/** "404" is "four oh four", "500" is "five hundred". */
function sayCode(code: string): string {
  if (code.endsWith('00')) return cardinalWords(code)
  return digitWords(code).replaceAll('zero', 'oh')
}
