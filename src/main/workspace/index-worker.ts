// The worker that holds the index of a workspace. Its data says which folder, and where to keep the index.
import { parentPort, workerData } from 'node:worker_threads'
import type { CodeSymbol, FoundPassage, FoundSymbol, IndexState } from '../../core/tools/codebase.ts'
import { createCodeIndex } from './code-index.ts'
import { type LongestWanted, openCodeStore, type SymbolsWanted } from './code-store.ts'
import { removeDatabase } from './index-database.ts'
import { takeLowestPriority } from './lowest-priority.ts'
import { createSymbolReader } from './symbol-reader.ts'

const port = parentPort
if (!port) throw new Error('This file runs only as a worker.')
const say = (message: FromIndex): void => port.postMessage(message)

const reader = createSymbolReader()
const { root, database } = workerData as IndexWorkerData
const index = createCodeIndex({
  root,
  reader,
  openStore(afresh) {
    // The next start begins anew.
    if (afresh && database !== null) removeDatabase(database)
    return openCodeStore(afresh ? null : database, root)
  },
  report: (state) => say({ type: 'state', state }),
  touched: () => say({ type: 'touched' }),
  fail: (error) => say({ type: 'failed', id: null, message: messageOf(error) }),
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const reply = (id: number, value: IndexAnswer): void => say({ type: 'answer', id, value })

async function answer(message: ToIndex): Promise<void> {
  switch (message.type) {
    case 'start':
      return index.start()
    case 'changed':
      index.changed(message.files)
      return
    case 'symbols': {
      const { first, ...wanted } = message.question
      return reply(message.id, await index.ask((store) => store.symbols(wanted), first))
    }
    case 'passages': {
      const { question, limit } = message
      return reply(message.id, await index.ask((store) => store.passages(question, limit)))
    }
    case 'named':
      return reply(message.id, await index.ask((store) => store.named(message.names)))
    case 'names':
      return reply(message.id, await index.ask((store) => store.names(message.limit)))
    case 'longest':
      return reply(message.id, await index.ask((store) => store.longest(message)))
    case 'outline':
      return reply(message.id, await reader.read(message.file, message.text))
  }
}

await takeLowestPriority(root)

port.on('message', (message: ToIndex) => {
  answer(message).catch((error: unknown) => {
    const id = 'id' in message ? message.id : null
    say({ type: 'failed', id, message: messageOf(error) })
  })
})

export interface IndexWorkerData {
  root: string
  /** Null keeps the index in memory. */
  database: string | null
}

export interface SymbolsQuestion extends SymbolsWanted {
  /** Files to read first, while the index is incomplete. */
  first?: readonly string[] | undefined
}

export type ToIndex =
  | { type: 'start' }
  | { type: 'changed'; files: string[] }
  | { type: 'symbols'; id: number; question: SymbolsQuestion }
  | { type: 'passages'; id: number; question: string; limit: number }
  | ({ type: 'longest'; id: number } & LongestWanted)
  | { type: 'outline'; id: number; file: string; text: string }
  | { type: 'named'; id: number; names: readonly string[] }
  | { type: 'names'; id: number; limit: number }

export type IndexAnswer = FoundSymbol[] | FoundPassage[] | CodeSymbol[] | string[]

export type FromIndex =
  | { type: 'state'; state: IndexState }
  | { type: 'touched' }
  | { type: 'answer'; id: number; value: IndexAnswer }
  | { type: 'failed'; id: number | null; message: string }
