// The words of an answer, and those that matter: "I'd go with the Postgres one, please" is about Postgres.

/** What people say before the choice. */
const BEFORE = new Set(
  (
    "um uh er erm hmm well oh so ok okay yes yeah yep sure alright right i think guess maybe probably definitely let's " +
    "let us please just i'd i'll would want we go going with for use using take keep accept pick choose select make try prefer like " +
    "rather do say it it's that's the a an my answer is to have"
  ).split(' '),
)
/** What they say after it. */
const AFTER = new Set('1 please thanks thank you then i think instead option choice sounds good'.split(' '))
/** A number after one of these is the answer. */
const NUMBERED = new Set(['number', 'option', 'choice', 'answer'])

const NUMBERS = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, number) => [word, String(number)]),
)

/** In lower case, numbers as digits, without punctuation: only what is inside a word stays, as in "don't" and "3.5". */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\bdont\b/g, "don't")
    .replace(/\blets\b/g, "let's")
    .replace(/[^\p{L}\p{N}'.+#]+|\.(?!\p{N})|(?<!\p{L})'|'(?!\p{L})/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => NUMBERS.get(word) ?? word)

/** Where the words that matter may begin and end. */
function edges(words: readonly string[]): { from: number; to: number } {
  let [from, to] = [0, words.length]
  while (from < to && BEFORE.has(words[from]!)) from++
  while (to > from && AFTER.has(words[to - 1]!) && !NUMBERED.has(words[to - 2] ?? '')) to--
  return { from, to }
}

/** Without the words around the choice. Where nothing would be left, they are the answer. */
export function bare(words: readonly string[]): readonly string[] {
  const { from, to } = edges(words)
  return from === to ? words : words.slice(from, to)
}

/** The text with less and less around it, longest first: those words may be part of the choice. */
export function* peeled(words: readonly string[]): Generator<string> {
  const { from, to } = edges(words)
  for (let start = 0; start <= from; start++)
    for (let end = words.length; end >= Math.max(to, start + 1); end--)
      yield words.slice(start, end).join(' ')
}

/** All letters and digits: recognizers split names, as in "post gres". */
export const joined = (words: readonly string[]): string => words.join('').replace(/[^\p{L}\p{N}]/gu, '')
