// A fact about code: one thing in it that a listener could want to know of, such as a condition or a call.
import type { CodeSymbol } from '../../tools/codebase.ts'
import type { TokenReader } from './token-reader.ts'

export type FactKind =
  | 'test'
  | 'field'
  | 'member'
  | 'handler'
  | 'error check'
  | 'raise'
  | 'condition'
  | 'branch'
  | 'loop'
  | 'case'
  | 'return'
  | 'assertion'
  | 'call'
  | 'variable'
  | 'constant'
  | 'assignment'
  | 'entry'
  | 'argument'
  | 'import'
  | 'export'
  | 'decorator'
  | 'callback'
  | 'item'
  | 'jump'

export interface Fact {
  kind: FactKind
  /** What it is called or is about; empty if it has no name. */
  name: string
  text: string
  /** The index of its line. */
  at: number
  /** The index of the last line of a test. */
  until?: number
  /** A group of tests. */
  isGroup?: boolean
  /** What a called function or a field belongs to, if that is a single name. */
  of?: string
  /** The only value that changed to come from this call. */
  target?: string
  /** What a condition leads to, if that leaves the function or loop. */
  leads?: 'return' | 'raise' | 'skip'
}

export interface FactsContext {
  language: string
  isTest: boolean
  /** The innermost symbol around each line. */
  symbolAt: (at: number) => CodeSymbol | null
}

/** What reads facts needs to know, and where it puts them. */
export interface FactSource extends FactsContext {
  code: TokenReader
  /** The symbols whose own names were read. */
  named: Set<CodeSymbol>
  add: (kind: FactKind, name: string, text: string, at: number) => Fact
}
