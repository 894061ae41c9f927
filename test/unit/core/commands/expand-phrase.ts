// Writes out phrases of the command table. Each alternative, and each thing that may be left out, occurs at least once.
const SLOTS: Readonly<Record<string, string>> = {
  '{line}': 'forty two',
  '{number}': 'two',
  '{count}': 'three',
  '{ordinal}': 'second',
}

/** The text of a part of a phrase; the number chooses among its alternatives. */
type Part = (choose: number) => string

export function expandPhrase(phrase: string): string[] {
  const tokens = phrase.match(/[[\]()|*+]|\{\w+\}|[^\s[\]()|*+{}]+/g) ?? []
  let branches = 1
  let at = 0

  function alternatives(end: string | undefined): Part[] {
    const found: Part[] = []
    for (;;) {
      const parts: Part[] = []
      while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== end) parts.push(part())
      found.push((choose) => parts.map((one) => one(choose)).join(' '))
      if (tokens[at] !== '|') break
      at++
    }
    at++
    return found
  }

  function part(): Part {
    const token = tokens[at++]!
    if (token !== '(' && token !== '[') return () => SLOTS[token] ?? token
    const inside = alternatives(token === '(' ? ')' : ']')
    const optional = token === '[' || tokens[at] === '*'
    if (tokens[at] === '*' || tokens[at] === '+') at++
    const options = optional ? [() => '', ...inside] : inside
    branches = Math.max(branches, options.length)
    const own = at
    // Later rounds combine the alternatives of neighbours differently.
    return (choose) => options[(choose + (choose > options.length ? own : 0)) % options.length]!(choose)
  }

  const whole = alternatives(undefined)
  const texts = Array.from({ length: branches * 3 }, (_, choose) =>
    whole.map((one) => one(choose).replace(/\s+/g, ' ').trim()),
  )
  return [...new Set(texts.flat())]
}
