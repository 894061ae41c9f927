// What the code on one side of a hunk consists of, as far as a listener cares: its conditions, loops, calls, values and
// so on, each with a name if it has one and with its text for comparison. Whole sides are read, because what did not
// change is the same on both and cancels out.
import type { Token } from './code-tokens.ts'
import { readAssertion, readCall } from './call-facts.ts'
import { RAISE, readCondition, SKIP } from './condition-facts.ts'
import { readDeclared, readVariable } from './declared-facts.ts'
import type { Fact, FactsContext, FactSource } from './fact.ts'
import { isImport, readImport } from './import-facts.ts'
import { tokenReader } from './token-reader.ts'

const CONDITION = /^(?:if|elif|elsif|elseif|unless)$/
const LOOP = /^(?:for|while|until|loop|foreach)$/
const CASE = /^(?:case|when)$/
const HANDLER = /^(?:try|catch|except|rescue|finally|ensure|recover)$/
const DECLARE = /^(?:const|let|var|val|local|my)$/
const TEST = /^(?:it|test|specify|describe|context|suite)$/

export function codeFacts(tokens: readonly Token[], context: FactsContext): Fact[] {
  const { language, isTest } = context
  const code = tokenReader(tokens, language)
  const { text, isWord, startsLine, startsLineOrEnd, statementEnd, closing, textOf, valueOf } = code
  const facts: Fact[] = []
  const thrown = new Set<Token>()
  const source: FactSource = {
    ...context,
    code,
    named: new Set(),
    add(kind, name, stated, at) {
      const fact: Fact = { kind, name, text: stated, at }
      facts.push(fact)
      return fact
    },
  }
  const { add } = source

  for (let at = 0; at < tokens.length; at++) {
    const { kind, text: word, at: line } = tokens[at]!
    const first = startsLine(at)
    const before = text(at - 1)
    const next = text(at + 1)

    if (first && isItem(at)) add('item', '', textOf(at, statementEnd(at, /^,$/)), line)
    if (kind === 'sign') {
      if (first && word === '@' && isWord(at + 1) && !/^(?:css|scss|less)$/.test(language)) {
        let name = at + 1
        while (text(name + 1) === '.' && isWord(name + 2)) name += 2
        const end = text(name + 1) === '(' ? closing(name + 1) + 1 : name + 1
        add('decorator', text(name), textOf(at + 1, end), line)
        at = end - 1
      } else if (first && word === '#' && next === '[' && language === 'rust') {
        const end = closing(at + 1)
        add('decorator', text(at + 2), textOf(at + 2, end), line)
        at = end
      } else if (word === '=>' && language === 'rust' && lineStartsArm(at))
        add('case', '', textOf(lineStart(at), at), line)
      continue
    }
    if (kind === 'string') {
      // In Go, a line that is only a string is an import.
      if (
        language === 'go' &&
        (first || (startsLine(at - 1) && isWord(at - 1) && before !== 'return')) &&
        (at + 1 >= tokens.length || startsLine(at + 1))
      )
        add('import', word, '', line)
      else if (first && next === ':' && isTest && /^(?:function|async)$/.test(text(at + 2)))
        add('test', word, '', line)
      else if (first && next === ':')
        add('entry', word, valueOf(at + 2, statementEnd(at + 2, /^[,;]$/)), line)
      continue
    }
    if (kind !== 'word') continue
    const isMember = before === '.' || before === '?.' || before === '::'

    if (CONDITION.test(word) && !isMember && next !== ':' && next !== '=') {
      readCondition(source, at)
      continue
    }
    if (word === 'else' && !isMember && !CONDITION.test(next)) {
      // `a if b else c` is one condition.
      if (first || before === '}') add('branch', '', '', line)
      continue
    }
    if (
      LOOP.test(word) &&
      !isMember &&
      next !== '=' &&
      next !== ':' &&
      (first || language !== 'python') &&
      !(language === 'rust' && (next === '<' || code.lineHas(at, 'impl')))
    ) {
      const end = statementEnd(at + 1, language === 'python' ? /^:$/ : /^[{;]$/)
      add('loop', '', textOf(at, end), line)
      continue
    }
    if (word === 'default' && first && next === ':') {
      add('case', '', word, line)
      continue
    }
    if (CASE.test(word) && first) {
      const end = statementEnd(at + 1, /^:$/)
      add('case', '', textOf(at + 1, end), line)
      continue
    }
    if (word === 'return' && !isMember) {
      const end = statementEnd(at + 1, /^[;}]$/)
      add('return', '', valueOf(at + 1, end), line)
      continue
    }
    if (HANDLER.test(word) && !isMember && (first || before === '}') && next !== '=') {
      add(
        'handler',
        '',
        word === 'try' ? 'try' : textOf(at, statementEnd(at + 1, language === 'python' ? /^:$/ : /^[{;]$/)),
        line,
      )
      continue
    }
    if (RAISE.test(word) && !isMember) {
      const end = statementEnd(at + 1, /^;$/)
      const raised = tokens.slice(at + 1, end).find((token) => token.kind === 'word' && token.text !== 'new')
      if (raised) thrown.add(raised)
      add('raise', raised?.text ?? '', textOf(at + 1, end), line)
      continue
    }
    if (SKIP.test(word) && first && (next === ';' || startsLineOrEnd(at + 1))) {
      add('jump', '', word, line)
      continue
    }
    if (first && isImport(code, at)) {
      readImport(source, at)
      at = Math.max(at, statementEnd(at + 1, /^;$/) - 1)
      continue
    }
    if (word === 'function' && next === '(') add('callback', '', textOf(at + 2, closing(at + 1)), line)
    if (word === 'require' && next === '(' && tokens[at + 2]?.kind === 'string') {
      // What is taken out of it was read as imported.
      if (text(at - 2) !== '}') add('import', text(at + 2), '', line)
      continue
    }
    if (language === 'rust' && isTest && word.endsWith('test') && next === '!' && isWord(at + 3)) {
      add('test', text(at + 3), '', line)
      continue
    }
    if (DECLARE.test(word) && !isMember) {
      if (before !== '(' || text(at - 2) !== 'for') readVariable(source, at)
      continue
    }
    // In Ruby, `it 'is empty' do`
    const title = next === '(' ? at + 2 : language === 'ruby' && first ? at + 1 : -1
    if (TEST.test(word) && tokens[title]?.kind === 'string' && !isMember && isTest) {
      const fact = add('test', text(title), '', line)
      fact.isGroup = /^(?:describe|context|suite)$/.test(word)
      at = title
      continue
    }
    if (language === 'go' && word === 'Run' && isMember && tokens[at + 2]?.kind === 'string' && isTest) {
      add('test', text(at + 2), '', line)
      at += 2
      continue
    }
    const open = readAssertion(source, at)
    if (open !== null) {
      at = open
      continue
    }
    if (!readDeclared(source, at) && !thrown.has(tokens[at]!)) readCall(source, at)
  }
  return facts

  /** A line of a list. */
  function isItem(at: number): boolean {
    const { kind, text: one } = tokens[at]!
    if (kind === 'string' || kind === 'number') return text(at + 1) === ',' && startsLineOrEnd(at + 2)
    return /^[([{]$/.test(one) && code.lineEndsWith(at, ',')
  }
  function lineStart(from: number): number {
    let at = from
    while (!startsLine(at)) at--
    return at
  }
  /** An arm of a match, not a closure. */
  function lineStartsArm(at: number): boolean {
    return /^(?:[)\]}_]|\w+)$/.test(text(at - 1)) && !code.lineHas(at, 'macro_rules')
  }
}
