// How alike two spellings are, from 0 to 1: by how many letters must be changed to make one of the other.

/** Letters swapped with their neighbour count once. */
export function likeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - changes(a, b) / longer
}

/** How alike a spelling and the part of a longer one are that is most like it. */
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
