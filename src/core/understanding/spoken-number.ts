// Numbers as people say or type them: "40", "1,200", "forty two", "two hundred and six", "one twenty", "four two".

const SMALL: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
    'seventeen eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, value) => [word, value]),
)
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, (at + 2) * 10]),
)
const ORDINALS: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, at) => [word, at + 1]),
)

export function spokenNumber(said: string): number | null {
  const text = said.trim().toLowerCase()
  if (/^\d{1,3}(?:,\d{3})+$|^\d{1,9}$/.test(text)) return Number(text.replaceAll(',', ''))
  const words = text.split(/[\s-]+/).filter((word) => word !== 'and')
  if (words.length === 0 || words.length > 12) return null
  return spelledOut(words) ?? added(words)
}

/** "Four two", digit by digit. */
function spelledOut(words: readonly string[]): number | null {
  if (words.length < 2 || words.length > 6) return null
  const digits = words.map((word) => (word === 'oh' ? 0 : /^\d$/.test(word) ? Number(word) : SMALL.get(word)))
  return digits.every((digit) => digit !== undefined && digit < 10) ? Number(digits.join('')) : null
}

function added(words: readonly string[]): number | null {
  let thousands = 0
  let below = 0
  /** The next word must be smaller than this. */
  let limit = 100
  for (const word of words) {
    const tens = TENS.get(word)
    const value = tens ?? SMALL.get(word)
    if (value !== undefined) {
      // "One twenty" is a hundred and twenty.
      if (value >= 10 && below > 0 && below < 10 && limit === 1) below *= 100
      else if (value >= limit) return null
      below += value
      limit = tens === undefined ? 1 : 10
    } else if (word === 'hundred' && below < 100) {
      below = Math.max(below, 1) * 100
      limit = 100
    } else if (word === 'thousand' && thousands === 0) {
      thousands = Math.max(below, 1) * 1000
      below = 0
      limit = 100
    } else return null
  }
  return thousands + below
}

/** "Second", "2nd", "twelfth"; -1 for "last". */
export function spokenOrdinal(said: string): number | null {
  const text = said.trim().toLowerCase()
  if (text === 'last' || text === 'bottom') return -1
  if (text === 'top') return 1
  const digits = /^(\d{1,4})(?:st|nd|rd|th)$/.exec(text)?.[1]
  return digits === undefined ? (ORDINALS.get(text) ?? null) : Number(digits)
}
