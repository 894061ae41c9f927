// What is said between the workspace and the worker that keeps its symbols.
import type { CodeSymbol, FoundSymbol, IndexState, SymbolKind } from '../../core/codebase.ts'

export interface SymbolsQuestion {
  query: string
  limit: number
  file?: string | undefined
  kind?: SymbolKind | undefined
  /** Files to read first, while not all are read. */
  first?: readonly string[] | undefined
}

export type ToIndex =
  | { type: 'start' }
  | { type: 'changed'; files: string[] }
  | { type: 'symbols'; id: number; question: SymbolsQuestion }
  | { type: 'longest'; id: number; limit: number }
  | { type: 'outline'; id: number; file: string; text: string }
  | { type: 'names'; id: number; limit: number }

export type FromIndex =
  | { type: 'state'; state: IndexState }
  | { type: 'symbols'; id: number; symbols: FoundSymbol[] }
  | { type: 'outline'; id: number; symbols: CodeSymbol[] }
  | { type: 'names'; id: number; names: string[] }
  | { type: 'failed'; id: number | null; message: string }
