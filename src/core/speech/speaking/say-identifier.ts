// Names in code as developers say them: parseConfig is "parse config", MAX_SIZE "max size", utf8 "U T F eight".
import { wordsOfName } from '../../understanding/spoken-forms.ts'
import { cardinalWords, digitWords, yearWords } from './number-words.ts'
import { sayWord } from './say-word.ts'

/** A name with more words is cut. */
const MAX_WORDS = 8
/** Longer than English words in names. */
export const MAX_WORD_LETTERS = 28

/** Digits within a name: "base64", "sha256", "x86", "i18n". */
function sayDigits(digits: string): string {
  if (/^(?:19|20)\d\d$/.test(digits)) return yearWords(Number(digits))
  if (digits.length === 3 && !digits.endsWith('00')) {
    const rest = digits.slice(1)
    return `${cardinalWords(digits.slice(0, 1))} ${rest.startsWith('0') ? digitWords(rest) : cardinalWords(rest)}`
  }
  return digits.length <= 4 ? cardinalWords(digits) : digitWords(digits.slice(0, 8))
}

/** Letters and digits without a separator. */
function sayPart(part: string): string {
  return (part.match(/\d+|\D+/g) ?? [])
    .map((run) =>
      /\d/.test(run)
        ? sayDigits(run)
        : run.length === 1
          ? run.toUpperCase()
          : run.length > MAX_WORD_LETTERS
            ? 'a long name'
            : sayWord(run),
    )
    .join(' ')
}

export function sayIdentifier(name: string): string {
  // A single word in capitals keeps them, because they show how it is read.
  const words = /^[A-Z]{2,}s?$/.test(name) ? [name] : wordsOfName(name)
  const said = words.slice(0, MAX_WORDS).map(sayPart).join(' ')
  return words.length > MAX_WORDS ? `${said} and so on` : said
}
