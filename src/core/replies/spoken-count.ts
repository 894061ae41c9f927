/** "One file", "3 files": the number one is a word, since "1 file" is read out stiffly. */
export function spokenCount(count: number, noun: string): string {
  return count === 1 ? `one ${noun}` : `${count} ${noun}s`
}
