// How many words a recogniser got wrong, as it is counted everywhere: put in, left out or changed, whatever the case and
// the signs. Numbers in digits and in words are the same.

const NUMBERS: Readonly<Record<string, string>> = {
  '42': 'forty two',
  '40': 'forty',
  '60': 'sixty',
  '2nd': 'second',
  '3rd': 'third',
}

export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\.(?=\w)/g, ' dot ')
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((word) => (NUMBERS[word] ?? word).split(' '))
}

export function wordErrors(said: string, heard: string): { errors: number; words: number } {
  const a = plainWords(said)
  const b = plainWords(heard)
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  a.forEach((word, i) => {
    const next = [i + 1]
    b.forEach((other, j) => {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)))
    })
    row = next
  })
  return { errors: row[b.length]!, words: a.length }
}
