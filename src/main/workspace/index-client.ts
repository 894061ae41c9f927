// The workspace's side of the index: asks the worker that keeps it, and knows its state.
import { Worker } from 'node:worker_threads'
import type { CodeSymbol, FoundSymbol, IndexState, SymbolsOutcome } from '../../core/codebase.ts'
import type { AbortSignalLike, Unsubscribe } from '../../core/ports.ts'
import { FaultError } from '../../shared/errors.ts'
import type { FromIndex, SymbolsQuestion, ToIndex } from './index-messages.ts'
import { likelyFiles } from './likely-files.ts'
import { abortError } from './run-process.ts'
import { workerFile } from '../../core/worker-file.ts'

export interface IndexClient {
  start(): void
  state(): IndexState
  onState(listener: (state: IndexState) => void): Unsubscribe
  symbols(question: SymbolsQuestion, signal?: AbortSignalLike): Promise<SymbolsOutcome>
  longest(limit: number, signal?: AbortSignalLike): Promise<SymbolsOutcome>
  outline(file: string, text: string): Promise<CodeSymbol[]>
  /** What the symbols are called, as far as they are known now. */
  names(limit: number): Promise<string[]>
  changed(files: readonly string[]): void
  close(): Promise<void>
}

/** How long a question waits for an index that is being made. */
const PATIENCE_MS = 8000
/** A small folder is read in less; in a larger one, what is asked for is looked for by its words meanwhile. */
const SMALL_FOLDER_MS = 1000

interface Waiting {
  resolve(symbols: never): void
  reject(error: unknown): void
}

export function createIndexClient(root: string): IndexClient {
  const listeners = new Set<(state: IndexState) => void>()
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let state: IndexState = { tag: 'idle', files: 0, symbols: 0 }
  let closed = false
  let lastId = 0

  function become(next: IndexState): void {
    state = next
    for (const listener of listeners) listener(next)
  }

  function rejectAll(error: unknown): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function fail(reason: string): void {
    if (closed) return
    worker = undefined
    const error = indexFailed(reason)
    become({ tag: 'failed', files: 0, symbols: 0, fault: error.fault })
    rejectAll(error)
  }

  function hear(message: FromIndex): void {
    if (message.type === 'state') return become(message.state)
    if (message.type === 'failed' && message.id === null) {
      // A reading that broke off leaves an index that cannot be trusted.
      void worker?.terminate()
      return fail(message.message)
    }
    const id = message.id as number
    const asker = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker?.unref()
    if (message.type === 'failed') asker?.reject(indexFailed(message.message))
    else asker?.resolve((message.type === 'names' ? message.names : message.symbols) as never)
  }

  function post(message: ToIndex): void {
    if (!worker) {
      worker = new Worker(new URL(workerFile(import.meta.url, 'index-worker'), import.meta.url), {
        workerData: { root },
      })
      // An app that has nothing else to do may end.
      worker.unref()
      const own = worker
      own.on('message', (said: FromIndex) => own === worker && hear(said))
      own.on('error', (error) => own === worker && fail(error.message))
      own.on('exit', () => own === worker && fail('It ended by itself.'))
    }
    worker.postMessage(message)
  }

  function ask<T>(message: (id: number) => ToIndex, signal?: AbortSignalLike): Promise<T> {
    if (closed) return Promise.reject(indexFailed('The folder was closed.'))
    if (signal?.aborted) return Promise.reject(abortError())
    return new Promise<T>((resolve, reject) => {
      const id = ++lastId
      const stop = (): void => {
        waiting.delete(id)
        reject(abortError())
      }
      const settled =
        <V>(finish: (value: V) => void) =>
        (value: V): void => {
          signal?.removeEventListener('abort', stop)
          finish(value)
        }
      signal?.addEventListener('abort', stop, { once: true })
      waiting.set(id, { resolve: settled<T>(resolve) as Waiting['resolve'], reject: settled(reject) })
      post(message(id))
      worker?.ref()
    })
  }

  /** Resolves once the index has been made, has failed, or has been waited for long enough. */
  function settledState(patience: number, signal?: AbortSignalLike): Promise<void> {
    if (state.tag !== 'indexing' && state.tag !== 'idle') return Promise.resolve()
    return new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        clearTimeout(limit)
        listeners.delete(listen)
        signal?.removeEventListener('abort', stop)
        done()
      }
      const stop = (): void => finish(() => reject(abortError()))
      const listen = (next: IndexState): void => {
        if (next.tag !== 'indexing') finish(resolve)
      }
      const limit = setTimeout(() => finish(resolve), patience)
      listeners.add(listen)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** Whether all of it is there after some patience. */
  async function patientlyReady(signal?: AbortSignalLike): Promise<boolean> {
    await settledState(PATIENCE_MS, signal)
    if (state.tag === 'failed')
      throw new FaultError(state.fault.code, state.fault.message, state.fault.remedy)
    return state.tag === 'ready'
  }

  function start(): void {
    if (closed || state.tag === 'indexing' || state.tag === 'ready') return
    become({ tag: 'indexing', files: 0, symbols: 0, total: 0 })
    post({ type: 'start' })
  }

  return {
    start,
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async symbols(question, signal) {
      if (signal?.aborted) throw abortError()
      start()
      await settledState(SMALL_FOLDER_MS, signal)
      if (state.tag === 'indexing') {
        // The whole takes a while; where the words stand can be read at once.
        const first = await likelyFiles(root, question.query, signal)
        const found = await ask<FoundSymbol[]>(
          (id) => ({ type: 'symbols', id, question: { ...question, first } }),
          signal,
        )
        if (found.some(({ exact }) => exact)) return { symbols: found, complete: false }
      }
      const complete = await patientlyReady(signal)
      return { symbols: await ask((id) => ({ type: 'symbols', id, question }), signal), complete }
    },
    async longest(limit, signal) {
      if (signal?.aborted) throw abortError()
      start()
      const complete = await patientlyReady(signal)
      return { symbols: await ask((id) => ({ type: 'longest', id, limit }), signal), complete }
    },
    outline: (file, text) => ask((id) => ({ type: 'outline', id, file, text })),
    names: (limit) => ask((id) => ({ type: 'names', id, limit })),
    changed(files) {
      if (worker && state.tag !== 'idle') post({ type: 'changed', files: [...files] })
    },
    async close() {
      closed = true
      const ended = worker
      worker = undefined
      rejectAll(indexFailed('The folder was closed.'))
      listeners.clear()
      await ended?.terminate()
    },
  }
}

function indexFailed(reason: string): FaultError {
  return new FaultError(
    'index_failed',
    `The index of symbols is not there: ${reason.slice(0, 300)}`,
    'Search for the text instead, or open the folder again.',
    { retryable: true },
  )
}
