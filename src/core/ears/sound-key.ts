// What is left of a spelling when only how it sounds counts: the consonants, those that are easily mistaken for each
// other being one, and whether it begins with a vowel. "sync" and "sink" are alike, and so are "cash" and "cache".
// Fifty thousand names go through here at once, so it is one walk over the letters and no pattern.

/** Of words, each by itself: where one ends and the next begins, no new sound comes about. */
export const soundKeyOf = (words: readonly string[]): string => undoubled(words.map(soundKey).join(''))

/** `letters` are in lower case, nothing between them. */
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
