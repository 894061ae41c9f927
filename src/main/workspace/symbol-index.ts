// The symbols of all files of a folder, kept up to date. Runs in a worker.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import { createTaskQueue } from '../../base/task-queue.ts'
import { setImmediate } from 'node:timers/promises'
import type { IndexState, SymbolKind } from '../../core/tools/codebase.ts'
import { decodeText } from './text-encoding.ts'
import { type FolderWatch, isFolder, watchFolder } from './folder-watch.ts'
import { listFiles } from './list-files.ts'
import { isStillAt } from './open-ordinary-file.ts'
import { type RankableSymbol, rankable } from './rank-symbols.ts'
import { queryOfFile } from './symbol-queries.ts'
import type { SymbolReader } from './symbol-reader.ts'

const MAX_FILES = 50_000
const MAX_LISTED = 500_000
const MAX_FILE_BYTES = 1024 * 1024
/** How many unchanged files to check before queries get their turn. */
const PASSED_AT_ONCE = 100
const QUIET_MS = 60
const BLIND_MS = 500
const REPORT_EVERY_MS = 250

interface IndexedFile {
  modified: number
  size: number
  symbols: RankableSymbol[]
}

export interface SymbolIndex {
  /** Reads all files once, and then every change. */
  start(): Promise<void>
  /** Reports a change before the system does. */
  changed(files: readonly string[]): void
  /** All symbols known, once reported changes have been read. */
  candidates(options: {
    file?: string | undefined
    kind?: SymbolKind | undefined
    /** Files that probably contain the answer: read at once while the first pass is running. */
    first?: readonly string[] | undefined
  }): Promise<Iterable<RankableSymbol>>
}

export function createSymbolIndex(
  root: string,
  reader: SymbolReader,
  report: (state: IndexState) => void,
  watch: typeof watchFolder = watchFolder,
): SymbolIndex {
  const files = new Map<string, IndexedFile>()
  const touched = new Set<string>()
  let rescanWanted = false
  let quiet: NodeJS.Timeout | undefined
  let folderWatch: FolderWatch | undefined
  let truncated = false
  let durationMs = 0
  let symbolCount = 0
  let ready = false
  let rescanned = { at: 0, tookMs: 0 }
  const passes = createTaskQueue()

  function put(file: string, indexed: IndexedFile | null): void {
    symbolCount += (indexed?.symbols.length ?? 0) - (files.get(file)?.symbols.length ?? 0)
    if (indexed) files.set(file, indexed)
    else files.delete(file)
  }

  async function readFile(file: string): Promise<void> {
    put(file, await indexFile(root, file, reader))
  }

  async function listCode(): Promise<string[]> {
    const listed = await listFiles(root, { limit: MAX_LISTED })
    folderWatch?.follow(foldersOf(listed.files))
    const code = listed.files.filter((file) => queryOfFile(file) !== null && !file.endsWith('.min.js'))
    truncated = listed.truncated || code.length > MAX_FILES
    return code.slice(0, MAX_FILES)
  }

  async function scan(): Promise<void> {
    const began = performance.now()
    let reported = began
    // Watching starts before the files are listed and read, so that no change in between is missed.
    await listCode()
    const code = await listCode()
    report({ tag: 'indexing', files: 0, symbols: 0, total: code.length })
    for (const file of code) {
      await readFile(file)
      if (performance.now() - reported > REPORT_EVERY_MS) {
        reported = performance.now()
        report({ tag: 'indexing', files: files.size, symbols: symbolCount, total: code.length })
      }
    }
    durationMs = Math.round(performance.now() - began)
    ready = true
    reportReady()
  }

  /** Finds every difference between the index and the files. */
  async function rescan(): Promise<void> {
    const began = performance.now()
    const code = await listCode()
    const there = new Set(code)
    for (const file of files.keys()) if (!there.has(file)) put(file, null)
    let passed = 0
    for (const file of code) {
      const indexed = files.get(file)
      const stats = statsOf(path.join(root, file))
      if (!indexed || indexed.modified !== stats?.mtimeMs || indexed.size !== stats.size) await readFile(file)
      else if (++passed % PASSED_AT_ONCE === 0) await setImmediate()
    }
    const at = performance.now()
    rescanned = { at, tookMs: at - began }
  }

  function catchUp(): Promise<void> {
    clearTimeout(quiet)
    quiet = undefined
    return passes.run(async () => {
      // Without a watch, each query looks for changes, but not each of many at once.
      const blind = folderWatch?.problem() !== null && performance.now() - rescanned.at > BLIND_MS
      const all = rescanWanted || blind
      const some = [...touched]
      touched.clear()
      rescanWanted = false
      if (!ready || (!all && some.length === 0)) return
      if (all) await rescan()
      else await Promise.all(some.map(readFile))
      reportReady()
    })
  }

  function onChange(file: string | null): void {
    if (file !== null && files.has(file)) touched.add(file)
    else if (file === null || mayMatter(root, file, files)) rescanWanted = true
    else return
    // The first change of a burst sets the time: a file that changes all the time must not delay the others. If looking for
    // changes takes long, it happens more rarely.
    quiet ??= setTimeout(() => void catchUp(), Math.max(QUIET_MS, 2 * rescanned.tookMs))
  }

  function reportReady(): void {
    const watchProblem = folderWatch?.problem() ?? null
    report({ tag: 'ready', files: files.size, symbols: symbolCount, truncated, durationMs, watchProblem })
  }

  return {
    start() {
      folderWatch ??= watch(root, onChange)
      return passes.run(scan)
    },
    changed(changes) {
      for (const file of changes) onChange(file)
    },
    async candidates({ file, kind, first = [] }) {
      if (ready) await catchUp()
      else
        await Promise.all(first.filter((one) => !files.has(one) && queryOfFile(one) !== null).map(readFile))
      return matching(file === undefined ? files.values() : [files.get(file)], kind)
    },
  }
}

function* matching(
  files: Iterable<IndexedFile | undefined>,
  kind: SymbolKind | undefined,
): Generator<RankableSymbol> {
  for (const file of files) {
    for (const one of file?.symbols ?? []) if (kind === undefined || one.symbol.kind === kind) yield one
  }
}

/**
 * The symbols of one file; null if it is gone or contains no symbols. Read synchronously, not in the shared thread pool:
 * nobody waits for this, and a thousand files would delay other work.
 */
async function indexFile(root: string, file: string, reader: SymbolReader): Promise<IndexedFile | null> {
  // Pending queries come first.
  await setImmediate()
  const read = readCode(path.join(root, file))
  if (read === null) return null
  try {
    const symbols = (await reader.read(file, read.text)).map(rankable)
    return { modified: read.modified, size: read.size, symbols }
  } catch {
    return null
  }
}

function statsOf(absolute: string): Stats | null {
  try {
    return lstatSync(absolute)
  } catch {
    return null
  }
}

function readCode(absolute: string): { text: string; modified: number; size: number } | null {
  let handle: number | null = null
  try {
    // A link is not followed: it may have replaced a file and lead anywhere.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    handle = openSync(absolute, flags)
    const stats = fstatSync(handle)
    if (!isStillAt(handle, absolute)) return null
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return null
    const text = decodeText(readFileSync(handle))?.text
    return text === undefined ? null : { text, modified: stats.mtimeMs, size: stats.size }
  } catch {
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

/** Whether a file that is not indexed may affect the index: code, ignore rules, a new or deleted folder. */
function mayMatter(root: string, file: string, files: ReadonlyMap<string, unknown>): boolean {
  if (queryOfFile(file) !== null || /(?:^|\/)\.(?:git)?ignore$/.test(file)) return true
  if (isFolder(path.join(root, file))) return true
  for (const known of files.keys()) if (known.startsWith(`${file}/`)) return true
  return false
}

function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>()
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  }
  return folders
}
