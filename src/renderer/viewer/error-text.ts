// Splits an error message into a sentence and the output of a program after it.

export interface ErrorText {
  text: string
  /** The program's output after the sentence. */
  output: string
}

/** A longer text is not a sentence. */
const LONGEST_WORDS = 600

export function errorText(message: string): ErrorText {
  const text = message.trim()
  const paragraph = text.search(/\n[^\S\n]*\n/)
  const line = text.indexOf('\n')
  const cut = paragraph >= 0 && paragraph <= LONGEST_WORDS ? paragraph : line
  if (cut < 0) return { text: text || 'Something failed without an error message.', output: '' }
  return { text: text.slice(0, cut), output: text.slice(cut).replace(/^(?:[^\S\n]*\n)+/, '') }
}
