/** "one file", "3 files": a voice reads "1 file" stiffly. */
export function spokenCount(count: number, noun: string, nouns = `${noun}s`): string {
  return count === 1 ? `one ${noun}` : `${count} ${nouns}`
}

/** "500 places or more", if not all were counted. */
export const orMore = (count: number, noun: string, hasMore: boolean): string =>
  `${spokenCount(count, noun)}${hasMore ? ' or more' : ''}`

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ORDINALS = 'first second third fourth fifth'.split(' ')

export const numberWord = (count: number): string => NUMBERS[count] ?? String(count)

export const ordinalWord = (position: number): string => ORDINALS[position - 1] ?? `number ${position}`

/** "A", "A and B", "A, B and C". */
export function spokenList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? ''
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
