// The last part of what a command printed, within a limit of bytes. Terminals can print without end.

/** Pieces are joined up to this size, so that a command that prints single characters does not make millions of them. */
const PIECE_CHARACTERS = 16 * 1024

export interface TerminalOutput {
  add(text: string): void
  /** The end of the output; its first character is whole. */
  read(): { output: string; truncated: boolean }
}

export function createTerminalOutput(limit: number): TerminalOutput {
  let pieces: { text: string; bytes: number }[] = []
  let bytes = 0
  let truncated = false
  return {
    add(text) {
      const size = Buffer.byteLength(text)
      const last = pieces.at(-1)
      if (last && last.text.length + text.length <= PIECE_CHARACTERS) {
        last.text += text
        last.bytes += size
      } else pieces.push({ text, bytes: size })
      bytes += size
      // Only whole pieces are dropped here, and only if enough remains without them.
      let dropped = 0
      for (const piece of pieces) {
        if (bytes - piece.bytes < limit) break
        bytes -= piece.bytes
        dropped += 1
        truncated ||= piece.bytes > 0
      }
      if (dropped > 0) pieces = pieces.slice(dropped)
    },
    read() {
      const whole = pieces.map(({ text }) => text).join('')
      if (bytes <= limit) return { output: whole, truncated }
      return { output: endOf(whole, limit), truncated: true }
    },
  }
}

/** At most this many bytes from the end, without the rest of a character that was cut. */
function endOf(text: string, limit: number): string {
  const all = Buffer.from(text)
  let start = all.length - limit
  while (start < all.length && ((all[start] as number) & 0xc0) === 0x80) start += 1
  return all.toString('utf8', start)
}
