// How alike words are: by their sound and by their spelling.

/** The key of several words, each by itself: no new sound appears where two meet. */
export const soundKeyOf = (words: readonly string[]): string => undoubled(words.map(soundKey).join(''))

/**
 * What a spelling sounds like: its consonants, with those that are easily confused as one, and whether it begins with a
 * vowel. "sync" and "sink" have the same key. `letters` are in lower case. Fifty thousand names are indexed at once, so
 * it is one loop and no regular expression.
 */
export function soundKey(letters: string): string {
  let key = ''
  for (let at = 0; at < letters.length;) {
    const { sound, length } = soundAt(letters, at)
    if (sound !== VOWEL) key += sound
    else if (at === 0) key = VOWEL
    at += length
  }
  return undoubled(key)
}

const VOWEL = 'a'
const isSoft = (letter: string | undefined): boolean => letter === 'e' || letter === 'i' || letter === 'y'

function soundAt(letters: string, at: number): { sound: string; length: number } {
  const letter = letters[at]!
  const next = letters[at + 1]
  const one = (sound: string): { sound: string; length: number } => ({ sound, length: 1 })
  const two = (sound: string): { sound: string; length: number } => ({ sound, length: 2 })
  switch (letter) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
    case 'y':
      return letter === 'i' && letters.startsWith('igh', at) ? { sound: VOWEL, length: 3 } : one(VOWEL)
    case 'h':
      return one('')
    case 'w':
      return one('')
    case 'p':
      if (next === 'h') return two('f')
      return at === 0 && next === 'n' ? two('n') : one('p')
    case 'b':
      return one(letters[at - 1] === 'm' && next === undefined ? '' : 'p')
    case 'k':
      return at === 0 && next === 'n' ? two('n') : one('k')
    case 'g':
      if (at === 0 && next === 'n') return two('n')
      return one(isSoft(next) ? 'j' : 'k')
    case 'd':
      return next === 'g' && isSoft(letters[at + 2]) ? two('j') : one('t')
    case 't':
      if (letters.startsWith('tch', at)) return { sound: 'j', length: 3 }
      if (next === 'h') return two('t')
      return letters.startsWith('tion', at) ? two('j') : one('t')
    case 's':
      if (next === 'h') return two('j')
      return letters.startsWith('sion', at) ? two('j') : one('s')
    case 'c':
      if (next === 'h') return two('j')
      if (next === 'k') return two('k')
      return one(isSoft(next) ? 's' : 'k')
    case 'q':
      return next === 'u' ? two('k') : one('k')
    case 'x':
      return one('ks')
    case 'z':
      return one('s')
    case 'v':
      return one('f')
    default:
      return one(letter)
  }
}

function undoubled(key: string): string {
  let result = ''
  for (const sound of key) if (sound !== result.at(-1)) result += sound
  return result
}

/** How alike two spellings are, from 0 to 1, by how many letters must change. Swapped neighbours count once. */
export function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - changes(a, b) / longer
}

/** How alike a spelling is to the most similar part of a longer one. */
export function likenessWithin(part: string, whole: string): number {
  if (part === '') return 1
  let row = Array<number>(whole.length + 1).fill(0)
  for (let i = 1; i <= part.length; i++) {
    const next = [i]
    for (let j = 1; j <= whole.length; j++) {
      const changed = part[i - 1] === whole[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + changed))
    }
    row = next
  }
  return Math.max(0, 1 - Math.min(...row) / part.length)
}

function changes(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
