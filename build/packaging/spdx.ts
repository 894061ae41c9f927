// Evaluates an SPDX licence expression: `A AND B` needs both, `A OR B` needs one, parentheses first. An expression that cannot
// be parsed is not allowed.
export function allows(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0

  /** Operands with `word` between them; AND binds closer than OR. */
  function joined(word: 'OR' | 'AND', operand: () => boolean): boolean[] {
    const all = [operand()]
    while (words[at] === word) {
      at++
      all.push(operand())
    }
    return all
  }
  const anyOf = (): boolean => joined('OR', allOf).includes(true)
  const allOf = (): boolean => !joined('AND', one).includes(false)
  function one(): boolean {
    const word = words[at++]
    if (word !== '(') return word !== undefined && isAllowed(word)
    const inside = anyOf()
    return words[at++] === ')' && inside
  }

  const allowed = anyOf()
  return allowed && at === words.length
}
