// The workspace's side of the symbol index: queries the worker and knows its state.
import { Worker } from 'node:worker_threads'
import { createEmitter } from '../../base/emitter.ts'
import type {
  CodeSymbol,
  FoundSymbol,
  IndexState,
  PassagesOutcome,
  SymbolsOutcome,
} from '../../core/tools/codebase.ts'
import type { AbortSignalLike, Unsubscribe } from '../../core/ports/clock.ts'
import { FaultError } from '../../shared/errors.ts'
import type { FromIndex, IndexWorkerData, SymbolsQuestion, ToIndex } from './index-worker.ts'
import type { LongestWanted } from './code-store.ts'
import { likelyFiles } from './search-text.ts'
import { abortError } from './run-process.ts'
import { workerFile } from '../../base/worker-file.ts'

export interface IndexClient {
  start(): void
  state(): IndexState
  onState(listener: (state: IndexState) => void): Unsubscribe
  /** Reports that a file of the folder changed, indexed or not. */
  onChange(listener: () => void): Unsubscribe
  symbols(question: SymbolsQuestion, signal?: AbortSignalLike): Promise<SymbolsOutcome>
  passages(question: string, limit: number, signal?: AbortSignalLike): Promise<PassagesOutcome>
  longest(wanted: LongestWanted, signal?: AbortSignalLike): Promise<SymbolsOutcome>
  outline(file: string, text: string): Promise<CodeSymbol[]>
  /** The symbols that are called exactly so. */
  named(names: readonly string[]): Promise<CodeSymbol[]>
  /** The names of the symbols indexed so far. */
  names(limit: number): Promise<string[]>
  changed(files: readonly string[]): void
  close(): Promise<void>
}

/** How long a query waits for an index that is being built. */
const MAX_WAIT_MS = 8000
/** A small folder is indexed sooner; in a larger one, a text search finds likely files meanwhile. */
const SMALL_FOLDER_MS = 1000

interface Pending {
  resolve(symbols: never): void
  reject(error: unknown): void
}

/** `database` is where the index is kept between starts; null keeps it in memory. */
export function createIndexClient(root: string, database: string | null): IndexClient {
  const states = createEmitter<[state: IndexState]>()
  const changes = createEmitter<[]>()
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let state: IndexState = { tag: 'idle', files: 0, symbols: 0 }
  let closed = false
  let lastId = 0

  function setState(next: IndexState): void {
    state = next
    states.emit(next)
  }

  function rejectAll(error: unknown): void {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function fail(reason: string): void {
    if (closed) return
    worker = undefined
    const error = indexFailed(reason)
    setState({ tag: 'failed', files: 0, symbols: 0, fault: error.fault })
    rejectAll(error)
  }

  function receive(message: FromIndex): void {
    if (message.type === 'state') return setState(message.state)
    if (message.type === 'touched') return changes.emit()
    if (message.type === 'failed' && message.id === null) {
      // A pass that broke off leaves an unreliable index.
      void worker?.terminate()
      return fail(message.message)
    }
    const id = message.id as number
    const entry = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) worker?.unref()
    if (message.type === 'failed') entry?.reject(indexFailed(message.message))
    else entry?.resolve(message.value as never)
  }

  function post(message: ToIndex): void {
    if (!worker) {
      worker = new Worker(new URL(workerFile(import.meta.url, 'index-worker'), import.meta.url), {
        workerData: { root, database } satisfies IndexWorkerData,
      })
      // The worker must not keep an idle app from ending.
      worker.unref()
      const own = worker
      own.on('message', (answer: FromIndex) => own === worker && receive(answer))
      own.on('error', (error) => own === worker && fail(error.message))
      own.on('exit', () => own === worker && fail('The worker ended unexpectedly.'))
    }
    worker.postMessage(message)
  }

  function query<T>(message: (id: number) => ToIndex, signal?: AbortSignalLike): Promise<T> {
    if (closed) return Promise.reject(indexFailed('The folder was closed.'))
    if (signal?.aborted) return Promise.reject(abortError())
    return new Promise<T>((resolve, reject) => {
      const id = ++lastId
      const stop = (): void => {
        pending.delete(id)
        reject(abortError())
      }
      const settled =
        <V>(finish: (value: V) => void) =>
        (value: V): void => {
          signal?.removeEventListener('abort', stop)
          finish(value)
        }
      signal?.addEventListener('abort', stop, { once: true })
      pending.set(id, { resolve: settled<T>(resolve) as Pending['resolve'], reject: settled(reject) })
      post(message(id))
      worker?.ref()
    })
  }

  /** Resolves once the index is built or has failed, or the time is up. */
  function settledState(timeoutMs: number, signal?: AbortSignalLike): Promise<void> {
    if (state.tag !== 'indexing' && state.tag !== 'idle') return Promise.resolve()
    return new Promise((resolve, reject) => {
      const finish = (done: () => void): void => {
        clearTimeout(limit)
        unsubscribe()
        signal?.removeEventListener('abort', stop)
        done()
      }
      const stop = (): void => finish(() => reject(abortError()))
      const unsubscribe = states.on((next) => {
        if (next.tag !== 'indexing') finish(resolve)
      })
      const limit = setTimeout(() => finish(resolve), timeoutMs)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** How much of the folder the index knows after waiting a while. */
  async function extentKnown(signal?: AbortSignalLike): Promise<{ complete: boolean; truncated?: boolean }> {
    await settledState(MAX_WAIT_MS, signal)
    if (state.tag === 'failed')
      throw new FaultError(state.fault.code, state.fault.message, state.fault.remedy)
    return {
      complete: state.tag === 'ready',
      ...(state.tag === 'ready' && state.truncated && { truncated: true }),
    }
  }

  function start(): void {
    if (closed || state.tag === 'indexing' || state.tag === 'ready') return
    setState({ tag: 'indexing', files: 0, symbols: 0, total: 0 })
    post({ type: 'start' })
  }

  return {
    start,
    state: () => state,
    onState: states.on,
    onChange: changes.on,
    async symbols(question, signal) {
      if (signal?.aborted) throw abortError()
      start()
      await settledState(SMALL_FOLDER_MS, signal)
      if (state.tag === 'indexing') {
        // The whole index takes a while; files with the words of the query can be read at once.
        const first = await likelyFiles(root, question.query, signal).catch((error: unknown) => {
          if (signal?.aborted) throw error
          // The index says best what is wrong with the folder.
          return []
        })
        const found = await query<FoundSymbol[]>(
          (id) => ({ type: 'symbols', id, question: { ...question, first } }),
          signal,
        )
        if (found.some(({ exact }) => exact)) return { symbols: found, complete: false }
      }
      const extent = await extentKnown(signal)
      return { symbols: await query((id) => ({ type: 'symbols', id, question }), signal), ...extent }
    },
    async passages(question, limit, signal) {
      if (signal?.aborted) throw abortError()
      start()
      const extent = await extentKnown(signal)
      return { passages: await query((id) => ({ type: 'passages', id, question, limit }), signal), ...extent }
    },
    async longest(wanted, signal) {
      if (signal?.aborted) throw abortError()
      start()
      const extent = await extentKnown(signal)
      return { symbols: await query((id) => ({ type: 'longest', id, ...wanted }), signal), ...extent }
    },
    outline: (file, text) => query((id) => ({ type: 'outline', id, file, text })),
    async named(names) {
      start()
      await extentKnown()
      return query((id) => ({ type: 'named', id, names }))
    },
    names: (limit) => query((id) => ({ type: 'names', id, limit })),
    changed(files) {
      if (worker && state.tag !== 'idle') post({ type: 'changed', files: [...files] })
    },
    async close() {
      closed = true
      const ended = worker
      worker = undefined
      rejectAll(indexFailed('The folder was closed.'))
      states.clear()
      changes.clear()
      await ended?.terminate()
    },
  }
}

function indexFailed(reason: string): FaultError {
  return new FaultError(
    'index_failed',
    `The symbol index is not available: ${reason.slice(0, 300)}`,
    'Search for the text instead, or open the folder again.',
    { retryable: true },
  )
}
