// Recognizes a command line that searches, and what it searches for: agents without a search tool run grep.

const SEARCHERS = /^(?:.*\/)?(?:e|f|z)?grep$|^(?:.*\/)?(?:rg|ag|ack)$/
/** Options that take the next word as their value. */
const WITH_VALUE =
  /^-(?:[A-Za-z]*[ABCmfgtTd]|-(?:include|exclude|exclude-dir|glob|type|max-count|context|file))$/
const PATTERN_OPTION = /^(?:-[A-Za-z]*e|--regexp)$/

/** Longer than any search worth showing. */
const MAX_COMMAND = 4_000

/** What the first command of the line searches for; null if it does not search. */
export function searchCommand(line: string): string | null {
  if (line.length > MAX_COMMAND) return null
  const words = wordsOf(line.replace(/^\s*cd\s+(?:"[^"]*"|'[^']*'|[^\s&;|]+)\s*&&\s*/, ''))
  if (words[0] === 'git' && words[1] === 'grep') words.shift()
  if (!SEARCHERS.test(words[0] ?? '')) return null
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    if (PATTERN_OPTION.test(word)) return words[at + 1] ?? null
    if (word === '--') return words[at + 1] ?? null
    if (WITH_VALUE.test(word)) at++
    else if (!word.startsWith('-')) return word
  }
  return null
}

/** The words of the first command of a line, without quotes. `;`, `|` and `&` start another command. */
function wordsOf(line: string): string[] {
  const words: string[] = []
  const parts = /\s*(?:([;|&<>\n])|((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;|&<>"'\\])+))/gy
  for (let found = parts.exec(line); found !== null; found = parts.exec(line)) {
    const word = found[2]
    if (word === undefined) break
    words.push(
      word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double, single, bare) =>
        unquoted(double, single, bare),
      ),
    )
  }
  return words
}

function unquoted(double: string | undefined, single: string | undefined, bare: string | undefined): string {
  return double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? bare ?? ''
}
