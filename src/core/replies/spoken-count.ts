/** "One file", "3 files": the number one is a word, since "1 file" is read out stiffly. */
export function spokenCount(count: number, noun: string, nouns = `${noun}s`): string {
  return count === 1 ? `one ${noun}` : `${count} ${nouns}`
}

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ORDINALS = 'first second third fourth fifth'.split(' ')

/** Small numbers as words. */
export const numberWord = (count: number): string => WORDS[count] ?? String(count)

export const ordinalWord = (place: number): string => ORDINALS[place - 1] ?? `number ${place}`

/** "A", "A and B", "A, B and C". */
export function spokenList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
