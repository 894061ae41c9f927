// Whether two words are the same but for a slip of the keyboard: one letter wrong, missing, too many, or two swapped.

/** In shorter words, one letter makes another word. */
const MIN_LENGTH = 5
const MIN_SWAPPED = 4

export function isAlmost(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < MIN_SWAPPED || long.length - short.length > 1 || short === long) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  if (isSwapped || long.length < MIN_LENGTH) return isSwapped
  return short.slice(short.length < long.length ? at : at + 1) === long.slice(at + 1)
}
