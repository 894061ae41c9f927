// Reads a sequence of tokens: where a statement or a pair of brackets ends, and what a part of it says.
import type { Token } from './code-tokens.ts'

/** A longer statement is read no further. */
export const MAX_STATEMENT = 60
/** In these languages, words and the ends of lines structure a statement. */
export const WORDY = /^(?:python|ruby|shell|lua|nim|elixir|julia|perl)$/

export type TokenReader = ReturnType<typeof tokenReader>

export function tokenReader(tokens: readonly Token[], language: string) {
  const text = (at: number): string => tokens[at]?.text ?? ''
  const isWord = (at: number): boolean => tokens[at]?.kind === 'word'
  const startsLine = (at: number): boolean => at === 0 || tokens[at - 1]!.at !== tokens[at]!.at
  const textOf = (from: number, to: number): string =>
    joined(tokens.slice(from, to).map((token) => token.text))
  return {
    tokens,
    language,
    text,
    isWord,
    startsLine,
    startsLineOrEnd,
    statementEnd,
    textOf,
    valueOf,
    closing,
    lineHas,
    lineEndsWith,
  }

  function startsLineOrEnd(at: number): boolean {
    return at >= tokens.length || startsLine(at)
  }

  /** The end of a statement that begins here: the first of these signs outside brackets, or the end of its last line. */
  function statementEnd(from: number, stops: RegExp, acrossLines = false): number {
    let depth = 0
    for (let at = from; at < tokens.length && at < from + MAX_STATEMENT; at++) {
      const { text: one, kind } = tokens[at]!
      if (
        startsLine(at) &&
        depth <= 0 &&
        !acrossLines &&
        !(at === from && /^(?:=|:|:=|\(|,|\+=)$/.test(text(at - 1))) &&
        !/^(?:[.?:+*&|]|\?\.|&&|\|\||->)$/.test(one)
      )
        return at
      if (kind === 'sign' && depth <= 0 && stops.test(one)) return at
      if (kind === 'word' && depth <= 0 && one === 'then' && WORDY.test(language)) return at
      if (kind !== 'sign') continue
      if (/^[([{]$/.test(one)) depth++
      else if (/^[)\]}]$/.test(one)) depth--
      if (depth < 0) return at
    }
    return Math.min(tokens.length, from + MAX_STATEMENT)
  }

  /** Without the bodies of functions in it, which are no part of the value. One that goes on ends in an ellipsis. */
  function valueOf(from: number, to: number): string {
    let hasFunction = false
    const parts: string[] = []
    for (let at = from; at < to; at++) {
      const one = text(at)
      if (/^(?:func|function)$/.test(one)) hasFunction = true
      const opensBody = one === '{' && at > from && (hasFunction || /^(?:\)|=>|\|)$/.test(text(at - 1)))
      if (!opensBody) {
        parts.push(one)
        continue
      }
      const end = closing(at)
      if (end >= to) return `${parts.join(' ')} …`
      hasFunction = false
      at = end
    }
    if (to - from >= MAX_STATEMENT - 1) parts.push('…')
    return joined(parts)
  }

  /** The end of the brackets that open here. */
  function closing(from: number): number {
    let depth = 0
    for (let at = from; at < tokens.length && at < from + MAX_STATEMENT; at++) {
      if (tokens[at]!.kind !== 'sign') continue
      if (/^[([{]$/.test(text(at))) depth++
      else if (/^[)\]}]$/.test(text(at)) && --depth === 0) return at
    }
    return Math.min(tokens.length, from + MAX_STATEMENT)
  }

  /** Near a token, on its line. */
  function lineHas(near: number, word: string): boolean {
    const line = tokens[near]!.at
    for (let at = Math.max(0, near - MAX_STATEMENT); at < tokens.length && at < near + MAX_STATEMENT; at++) {
      if (tokens[at]!.at === line && tokens[at]!.text === word) return true
    }
    return false
  }

  function lineEndsWith(near: number, sign: string): boolean {
    let at = near
    while (at + 1 < tokens.length && !startsLine(at + 1)) at++
    return text(at) === sign
  }
}

/** A comma before a closing bracket means nothing. */
const joined = (parts: readonly string[]): string => parts.join(' ').replaceAll(/, ([)\]}])/g, '$1')
