// Word errors of a recognizer, counted as usual: insertions, deletions and substitutions, ignoring case and
// punctuation. Numbers in digits and in words are equal.

const NUMBERS: Readonly<Record<string, string>> = {
  '42': 'forty two',
  '40': 'forty',
  '60': 'sixty',
  '2nd': 'second',
  '3rd': 'third',
}

export function normalizedWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\.(?=\w)/g, ' dot ')
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => (NUMBERS[word] ?? word).split(' '))
}

export function wordErrors(expected: string, actual: string): { errors: number; words: number } {
  const expectedWords = normalizedWords(expected)
  const actualWords = normalizedWords(actual)
  let row = Array.from({ length: actualWords.length + 1 }, (_, at) => at)
  expectedWords.forEach((word, i) => {
    const next = [i + 1]
    actualWords.forEach((other, j) => {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)))
    })
    row = next
  })
  return { errors: row[actualWords.length]!, words: expectedWords.length }
}
