// What an error says, in two parts: the words a person reads first, and what a program said, kept as it was written.

export interface ErrorWords {
  words: string
  /** Lines of a program, where the message goes on with them. */
  output: string
}

/** More than this is not a sentence any more. */
const LONGEST_WORDS = 600

export function errorWords(message: string): ErrorWords {
  const text = message.trim()
  const paragraph = text.search(/\n[^\S\n]*\n/)
  const line = text.indexOf('\n')
  const cut = paragraph >= 0 && paragraph <= LONGEST_WORDS ? paragraph : line
  if (cut < 0) return { words: text || 'Something failed without saying what.', output: '' }
  return { words: text.slice(0, cut), output: text.slice(cut).replace(/^(?:[^\S\n]*\n)+/, '') }
}
