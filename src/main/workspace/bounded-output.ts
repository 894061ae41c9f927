// Keeps what a command says, as much as anybody reads: the beginning and the end. The middle of a long log is what can
// be spared, since the end tells how it went.

const MAX_HEAD = 256 * 1024
const MAX_TAIL = 256 * 1024

export interface BoundedOutput {
  write(text: string): void
  whole(): { output: string; truncated: boolean }
}

export function createBoundedOutput(onOutput?: (text: string) => void): BoundedOutput {
  let head = ''
  let tail = ''
  let total = 0
  return {
    write(text) {
      if (text === '') return
      const room = MAX_HEAD - head.length
      if (room > 0) head += text.slice(0, room)
      if (text.length > room) tail += text.slice(Math.max(0, room))
      // Cut now and then only, or each word of a long log would copy all of it.
      if (tail.length > 2 * MAX_TAIL) tail = tail.slice(-MAX_TAIL)
      // A command that never stops talking is heard out in the result, not word by word.
      if (total < MAX_HEAD) onOutput?.(text.slice(0, MAX_HEAD - total))
      total += text.length
    },
    whole() {
      if (total <= MAX_HEAD + MAX_TAIL) return { output: head + tail, truncated: false }
      return { output: `${head}\n… (left out) …\n${tail.slice(-MAX_TAIL)}`, truncated: true }
    },
  }
}
