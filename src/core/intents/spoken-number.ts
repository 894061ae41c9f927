// A number as people say or type it: "40", "1,200", "forty two", "two hundred and six".

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

export function spokenNumber(said: string): number | null {
  const text = said.trim().toLowerCase()
  if (/^\d{1,3}(?:,\d{3})+$|^\d{1,9}$/.test(text)) return Number(text.replaceAll(',', ''))
  const words = text.split(/[\s-]+/).filter((word) => word !== 'and')
  if (words.length === 0 || words.length > 12) return null

  let thousands = 0
  let below = 0
  for (const word of words) {
    const value = SMALL.get(word) ?? TENS.get(word)
    if (value !== undefined) below += value
    else if (word === 'hundred') below = Math.max(below, 1) * 100
    else if (word === 'thousand') {
      thousands += Math.max(below, 1) * 1000
      below = 0
    } else return null
  }
  return thousands + below
}
