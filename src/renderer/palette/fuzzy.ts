// Search by a few letters: all of them must occur in order. Letters that begin words or follow each other score best.

/** Null if it does not match; otherwise higher is better. */
export function fuzzyScore(query: string, text: string): number | null {
  const letters = query.toLowerCase().replace(/\s+/g, '')
  if (letters === '') return 0
  const within = text.toLowerCase()
  let score = 0
  let at = -1
  for (const letter of letters) {
    const next = within.indexOf(letter, at + 1)
    if (next < 0) return null
    const begins = next === 0 || /[^\p{L}\p{N}]/u.test(within[next - 1]!)
    score += next === at + 1 ? 4 : begins ? 3 : 1 - Math.min(1, (next - at) / 40)
    at = next
  }
  // An exact part beats scattered letters, and a short text beats a long one.
  if (within.includes(query.trim().toLowerCase())) score += letters.length * 3
  return score - within.length / 200
}

export function fuzzyFilter<T>(query: string, all: readonly T[], textOf: (one: T) => string): T[] {
  if (query.trim() === '') return [...all]
  return all
    .flatMap((one, at) => {
      const score = fuzzyScore(query, textOf(one))
      return score === null ? [] : [{ one, at, score }]
    })
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .map(({ one }) => one)
}
