// The worker that holds the symbols of a workspace. Its data is the root.
import { lstat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { longestFunctions, rankSymbols } from './rank-symbols.ts'
import { createSymbolIndex } from './symbol-index.ts'
import { createSymbolReader } from './symbol-reader.ts'
import type { CodeSymbol, FoundSymbol, IndexState, SymbolKind } from '../../core/tools/codebase.ts'

/** The lowest priority, below audio and display. Some systems have no priority per thread. */
const NICENESS = 10

const port = parentPort
if (!port) throw new Error('This file runs only as a worker.')
const say = (message: FromIndex): void => port.postMessage(message)

const reader = createSymbolReader()
const { root } = workerData as { root: string }
const index = createSymbolIndex(root, reader, (state) => say({ type: 'state', state }))

async function answer(message: ToIndex): Promise<void> {
  switch (message.type) {
    case 'start':
      return index.start()
    case 'changed':
      index.changed(message.files)
      return
    case 'symbols': {
      const { query, limit, ...of } = message.question
      const symbols = rankSymbols(await index.candidates(of), query, limit)
      say({ type: 'symbols', id: message.id, symbols })
      return
    }
    case 'names': {
      const names = new Set<string>()
      for (const { symbol } of await index.candidates({}))
        if (names.size < message.limit) names.add(symbol.name)
      say({ type: 'names', id: message.id, names: [...names] })
      return
    }
    case 'longest':
      say({
        type: 'symbols',
        id: message.id,
        symbols: longestFunctions(await index.candidates({}), message.limit),
      })
      return
    case 'outline':
      say({ type: 'outline', id: message.id, symbols: await reader.read(message.file, message.text) })
  }
}

if (process.platform === 'linux') {
  // Threads of the shared pool take the priority of the thread that starts them, which must not be this one.
  await lstat(root).catch(() => null)
  setPriority(0, NICENESS)
}

port.on('message', (message: ToIndex) => {
  answer(message).catch((error: unknown) => {
    const id = 'id' in message ? message.id : null
    say({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  })
})

export interface SymbolsQuestion {
  query: string
  limit: number
  file?: string | undefined
  kind?: SymbolKind | undefined
  /** Files to read first, while the index is incomplete. */
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
