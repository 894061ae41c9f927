// Reads many files for the index: this thread and, for a large folder, helpers on the other cores. A helper that fails is
// not replaced; its files are read here.
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../base/worker-file.ts'
import type { ReadFile } from './code-store.ts'
import { readSource } from './read-source.ts'
import type { SymbolReader } from './symbol-reader.ts'

/** With fewer files, a helper takes longer to start than it saves. */
const HELPERS_FROM = 400
const MAX_HELPERS = 3
const GIVEN_AT_ONCE = 16

type Take = (file: string, read: ReadFile | null) => void

/** Resolves when every file has been read and taken. */
export async function readSources(
  root: string,
  files: readonly string[],
  reader: SymbolReader,
  take: Take,
  startHelper: (root: string) => Worker = startReadWorker,
): Promise<void> {
  let next = 0
  /** Files of helpers that failed. */
  const left: string[] = []
  const count = files.length < HELPERS_FROM ? 0 : Math.min(MAX_HELPERS, availableParallelism() - 1)
  const helpers = Array.from({ length: count }, () => startHelper(root))
  // That it is gone shows when it is asked.
  for (const helper of helpers) helper.on('error', () => {})

  async function useHelper(helper: Worker): Promise<void> {
    while (next < files.length) {
      const given = files.slice(next, next + GIVEN_AT_ONCE)
      next += given.length
      const read = await askHelper(helper, given)
      if (read === null) {
        left.push(...given)
        return
      }
      for (const [at, file] of given.entries()) take(file, read[at] ?? null)
    }
  }

  async function readHere(file: string): Promise<void> {
    // Pending queries come first.
    await setImmediate()
    take(file, await readSource(root, file, reader))
  }

  try {
    await Promise.all([
      ...helpers.map(useHelper),
      (async () => {
        while (next < files.length) await readHere(files[next++] ?? '')
      })(),
    ])
    for (const file of left) await readHere(file)
  } finally {
    // After a failure, nothing else is read.
    next = files.length
    await Promise.all(helpers.map((helper) => helper.terminate()))
  }
}

function startReadWorker(root: string): Worker {
  const helper = new Worker(new URL(workerFile(import.meta.url, 'read-worker'), import.meta.url), {
    workerData: { root },
  })
  helper.unref()
  return helper
}

/** Null if the helper has failed. */
function askHelper(helper: Worker, files: readonly string[]): Promise<(ReadFile | null)[] | null> {
  return new Promise((resolve) => {
    const settle = (read: (ReadFile | null)[] | null): void => {
      helper.off('message', settle)
      helper.off('exit', onExit)
      resolve(read)
    }
    const onExit = (): void => settle(null)
    helper.on('message', settle)
    helper.on('exit', onExit)
    helper.postMessage(files)
  })
}
