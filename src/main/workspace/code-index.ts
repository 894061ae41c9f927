// Knows the symbols and passages of all files of a folder, and follows changes. Runs in a worker.
import { lstatSync, type Stats } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createTaskQueue } from '../../base/task-queue.ts'
import type { IndexState } from '../../core/tools/codebase.ts'
import { type CodeStore, isStoreFault, type ReadFile } from './code-store.ts'
import { type FolderWatch, isFolder, watchFolder } from './folder-watch.ts'
import { canListBelow, foldersAbove, listBelow, listFolders, listUnsorted, parentOf } from './list-files.ts'
import { hasPassages } from './passages.ts'
import { readSources } from './source-readers.ts'
import { queryOfFile } from './symbol-queries.ts'
import type { SymbolReader } from './symbol-reader.ts'

const MAX_FILES = 200_000
const MAX_LISTED = 1_000_000
/** How many unchanged files to check before queries get their turn. */
const PASSED_AT_ONCE = 100
/** Writing many files at once is far faster. */
const WRITTEN_AT_ONCE = 64
/** Changes in more folders than this are found by looking at all folders. */
const MAX_FOLDERS_LISTED = 200
const QUIET_MS = 60
const BLIND_MS = 500
const REPORT_EVERY_MS = 250

export interface CodeIndex {
  /** Reads what is new since the last start, and then every change. */
  start(): Promise<void>
  /** Reports a change before the system does. */
  changed(files: readonly string[]): void
  /**
   * Asks for what is known once reported changes have been read. `first` are files that probably contain the answer:
   * they are read at once while the first pass is running.
   */
  ask<T>(question: (store: CodeStore) => T, first?: readonly string[]): Promise<T>
}

interface Deps {
  root: string
  reader: SymbolReader
  /** `afresh` asks for an empty store instead of one that failed. */
  openStore(afresh: boolean): CodeStore
  report(state: IndexState): void
  /** Some files of the folder changed, indexed or not; called once for changes that come together. */
  touched?(): void
  /** What is known cannot be relied on any more: changes could not be read while nobody waited for them. */
  fail(error: unknown): void
  watch?: typeof watchFolder
}

export function createCodeIndex({
  root,
  reader,
  openStore,
  report,
  touched: tell = () => {},
  fail,
  watch = watchFolder,
}: Deps): CodeIndex {
  let store = openStore(false)
  const touched = new Set<string>()
  /** Folders that came, went or were replaced. */
  const touchedFolders = new Set<string>()
  /** Folders that contain files of the project, and those above them. */
  let folders = new Set<string>()
  let rescanWanted = false
  let quiet: NodeJS.Timeout | undefined
  let telling: NodeJS.Timeout | undefined
  let folderWatch: FolderWatch | undefined
  let truncated = false
  let durationMs = 0
  let ready = false
  let rescanned = { at: 0, tookMs: 0 }
  const passes = createTaskQueue()

  /** A store that fails is replaced by an empty one in memory, once. */
  async function orAfresh(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isStoreFault(error) || !store.isKept) throw error
      await replaceStore()
    }
  }

  async function replaceStore(): Promise<void> {
    ready = false
    store.close()
    store = openStore(true)
    await scan()
  }

  async function listCode(): Promise<string[]> {
    const listed = await listUnsorted(root, MAX_LISTED)
    folders = foldersOf(listed.files)
    folderWatch?.follow(folders)
    const code = listed.files.filter(isIndexed)
    truncated = listed.truncated || code.length > MAX_FILES
    // The same files each time.
    return truncated ? code.sort().slice(0, MAX_FILES) : code
  }

  /** Reads these files and writes them to the store, many at once. */
  async function readAll(files: readonly string[], onWritten: () => void = () => {}): Promise<void> {
    let read: ReadFile[] = []
    const gone: string[] = []
    const write = (): void => {
      store.put(read)
      read = []
      onWritten()
    }
    await readSources(root, files, reader, (file, found) => {
      if (found) read.push(found)
      else if (store.files.has(file)) gone.push(file)
      if (read.length >= WRITTEN_AT_ONCE) write()
    })
    write()
    if (gone.length > 0) store.remove(gone)
  }

  /** Finds every difference between the store and the files. */
  async function readDifferences(onRead: (total: number) => void = () => {}): Promise<void> {
    const code = await listCode()
    const there = new Set(code)
    forgetUnless(there, store.files.keys())
    const changed = await changedOf(code)
    onRead(code.length)
    await readAll(changed, () => onRead(code.length))
  }

  function forgetUnless(there: ReadonlySet<string>, files: Iterable<string>): void {
    const gone = [...files].filter((file) => !there.has(file))
    if (gone.length > 0) store.remove(gone)
  }

  /** Those that are not as they were when they were read. */
  async function changedOf(code: readonly string[]): Promise<string[]> {
    const changed: string[] = []
    let passed = 0
    for (const file of code) {
      const known = store.files.get(file)
      const stats = known && statsOf(path.join(root, file))
      if (known?.modified !== stats?.mtimeMs || known?.size !== stats?.size || !known) changed.push(file)
      else if (++passed % PASSED_AT_ONCE === 0) await setImmediate()
    }
    return changed
  }

  /** Reads what is below these folders, which may be gone, and forgets what was. False if they cannot be listed alone. */
  async function readFolders(some: readonly string[]): Promise<boolean> {
    let listed = await listBelow(root, some)
    // What was created before a folder is watched shows when it is listed again.
    for (let found = newFolders(listed); found.length > 0; found = newFolders(listed)) {
      for (const folder of found) folders.add(folder)
      folderWatch?.follow(found)
      listed = await listBelow(root, some)
    }
    if (listed === null) return false
    const within = new Set(some)
    const isWithin = (place: string): boolean =>
      within.has(place) || foldersAbove(place).some((folder) => within.has(folder))
    const still = new Set(listed.flatMap(foldersAbove))
    for (const folder of folders) if (isWithin(folder) && !still.has(folder)) folders.delete(folder)
    const code = listed.filter(isIndexed)
    forgetUnless(new Set(code), [...store.files.keys()].filter(isWithin))
    await readAll(await changedOf(code))
    return true
  }

  const newFolders = (files: readonly string[] | null): string[] =>
    [...foldersOf(files ?? [])].filter((folder) => !folders.has(folder))

  async function scan(): Promise<void> {
    const began = performance.now()
    let reported = 0
    // Watching starts before the files are listed and read, so that no change in between is missed.
    await listCode()
    await readDifferences((total) => {
      if (performance.now() - reported <= REPORT_EVERY_MS) return
      reported = performance.now()
      report({ tag: 'indexing', files: store.files.size, symbols: store.symbolCount(), total })
    })
    durationMs = Math.round(performance.now() - began)
    ready = true
    reportReady()
  }

  async function rescan(): Promise<void> {
    const began = performance.now()
    await readDifferences()
    const at = performance.now()
    rescanned = { at, tookMs: at - began }
  }

  /** Files that are new to the index count only if the project does not ignore them. False if all folders must be looked at. */
  async function readTouched(files: readonly string[], changed: readonly string[]): Promise<boolean> {
    const parents = new Set(files.filter((file) => !store.files.has(file)).map(parentOf))
    const all = outermost([
      ...changed.map((folder) => outermostUnknown(folder) ?? folder),
      ...[...parents].flatMap((folder) => outermostUnknown(folder) ?? []),
    ])
    if (truncated || parents.size + all.length > MAX_FOLDERS_LISTED || !all.every(canListBelow)) return false
    // First, because a file may have taken the place of a folder.
    if (all.length > 0 && !(await readFolders(all))) return false
    const known = [...parents].filter((folder) => folder === '' || folders.has(folder))
    const listed = new Set(known.length === 0 ? [] : await listFolders(root, known))
    await readAll(files.filter((file) => store.files.has(file) || listed.has(file)))
    return true
  }

  /** The outermost folder of this path that contained no file of the project; null if there is none. */
  const outermostUnknown = (folder: string): string | null =>
    folder === '' ? null : ([folder, ...foldersAbove(folder)].findLast((one) => !folders.has(one)) ?? null)

  /** `isAsked`: a query waits, so nothing is put off. */
  function catchUp(isAsked: boolean): Promise<void> {
    clearTimeout(quiet)
    quiet = undefined
    return passes.run(() =>
      orAfresh(async () => {
        // Without a watch, each query looks for changes, but not each of many at once.
        const blind = folderWatch?.problem() !== null && performance.now() - rescanned.at > BLIND_MS
        const some = [...touched]
        const someFolders = [...touchedFolders]
        touched.clear()
        touchedFolders.clear()
        if (!ready || (!rescanWanted && !blind && some.length === 0 && someFolders.length === 0)) return
        const isSmall = !rescanWanted && !blind
        if (isSmall && (await readTouched(some, someFolders).catch(lookAtAllNext))) return reportReady()
        rescanWanted = true
        // If looking at all folders takes long, it happens more rarely.
        const since = performance.now() - rescanned.at
        if (!isAsked && since < 2 * rescanned.tookMs) return schedule(2 * rescanned.tookMs - since)
        rescanWanted = false
        await rescan().catch(lookAtAllNext)
        reportReady()
      }),
    )
  }

  /** After a failure, nothing is known of the changes that were to be read. */
  function lookAtAllNext(error: unknown): never {
    rescanWanted = true
    throw error
  }

  function schedule(pauseMs: number): void {
    quiet ??= setTimeout(() => void catchUp(false).catch(fail), Math.max(QUIET_MS, pauseMs))
  }

  function onChange(file: string | null): void {
    telling ??= setTimeout(() => {
      telling = undefined
      tell()
    }, QUIET_MS)
    if (file === null || IGNORE_RULES.test(file)) rescanWanted = true
    else {
      const isOne = isFolder(path.join(root, file))
      if (isOne || folders.has(file)) touchedFolders.add(file)
      if (!isOne && isIndexed(file)) touched.add(file)
      else if (!isOne && !folders.has(file)) return
    }
    // The first change of a burst sets the time: a file that changes all the time must not delay the others.
    schedule(QUIET_MS)
  }

  function reportReady(): void {
    const watchProblem = folderWatch?.problem() ?? null
    report({
      tag: 'ready',
      files: store.files.size,
      symbols: store.symbolCount(),
      truncated,
      durationMs,
      watchProblem,
    })
  }

  return {
    start() {
      folderWatch ??= watch(root, onChange)
      return passes.run(() => orAfresh(scan))
    },
    changed(changes) {
      for (const file of changes) onChange(file)
    },
    async ask(question, first = []) {
      if (ready) await catchUp(true)
      else await readAll(first.filter((file) => !store.files.has(file) && isIndexed(file)))
      try {
        return question(store)
      } catch (error) {
        if (!isStoreFault(error)) throw error
        await passes.run(() => (store.isKept ? replaceStore() : Promise.resolve()))
        return question(store)
      }
    },
  }
}

const IGNORE_RULES = /(?:^|\/)\.(?:git|rg)?ignore$/

/** Code and documents; a minified file is neither. */
const isIndexed = (file: string): boolean =>
  (queryOfFile(file) !== null || hasPassages(file)) && !file.endsWith('.min.js')

/** Without those that are in another one. */
function outermost(folders: readonly string[]): string[] {
  const all = new Set(folders)
  return [...all].filter((folder) => !foldersAbove(folder).some((one) => all.has(one)))
}

function statsOf(absolute: string): Stats | null {
  try {
    return lstatSync(absolute)
  } catch {
    return null
  }
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
