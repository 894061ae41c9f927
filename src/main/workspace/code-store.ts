// Keeps the symbols and passages of a folder in a database with a full-text index, on disk between starts. Runs in a
// worker. The disk holds only what the files say anyway, so a damaged, foreign or locked database is simply not used.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { CodeSymbol, FoundPassage, FoundSymbol } from '../../core/tools/codebase.ts'
import { symbolKinds, type SymbolKind } from '../../shared/screen.ts'
import { globFilter } from '../../core/tools/glob-filter.ts'
import { searchTerms } from '../../core/understanding/search-terms.ts'
import { passageQuery, rankPassages, type PassageRow, type SimilarPassage } from './rank-passages.ts'
import { createVectorTable, type Place } from './vector-table.ts'
import { pathWords, wordVectors } from './word-vectors.ts'
import type { Passage } from './passages.ts'
import { removeDatabase, tidyDatabases } from './index-database.ts'
import { rankSymbols, squash, wordsOf } from './rank-symbols.ts'
import { queriesDigest } from './symbol-queries.ts'

/** What a file was when it was read. */
export interface FileStamp {
  modified: number
  size: number
}

export interface ReadFile extends FileStamp {
  file: string
  symbols: readonly CodeSymbol[]
  passages: readonly Passage[]
}

export interface SymbolsWanted {
  query: string
  limit: number
  file?: string | undefined
  kind?: SymbolKind | undefined
}

export interface LongestWanted {
  limit: number
  /** Only of files that match one of these globs. */
  include?: readonly string[] | undefined
}

export interface CodeStore {
  /** False if it forgets everything when it closes. */
  readonly isKept: boolean
  /** Every file it knows. */
  readonly files: ReadonlyMap<string, FileStamp>
  symbolCount(): number
  /** Replaces what is known of these files. */
  put(files: readonly ReadFile[]): void
  remove(files: readonly string[]): void
  /** Best first. */
  symbols(wanted: SymbolsWanted): FoundSymbol[]
  /** Those that are called exactly so. */
  named(names: readonly string[]): CodeSymbol[]
  /** Of the functions and methods. */
  longest(wanted: LongestWanted): FoundSymbol[]
  /** The names of the symbols, each once. */
  names(limit: number): string[]
  /** The passages that are about a question, best first. */
  passages(question: string, limit: number): FoundPassage[]
  close(): void
}

/** Changes with what the tables mean. */
const FORMAT = 3
/** Words that are read before they are written in one piece. */
const WORD_BUFFER = 16 * 1024 * 1024
/** More symbols than anybody means by a name: first those that are called so, then the shorter ones. */
const MAX_CANDIDATES = 3000

const MAX_NAMED = 300
const MAX_SIMILAR = 100
const MAX_OF_NAME = 50
/** Nobody says longer names. */
const MAX_NAME = 60
const MAX_WORDS = 12

const TABLES = `
  CREATE TABLE about (format TEXT NOT NULL, root TEXT NOT NULL);
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, modified REAL NOT NULL, size INTEGER NOT NULL,
    first_passage INTEGER NOT NULL, vectors BLOB NOT NULL);
  CREATE TABLE symbols (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, name TEXT NOT NULL, squashed TEXT NOT NULL,
    kind TEXT NOT NULL, container TEXT, first INTEGER NOT NULL, last INTEGER NOT NULL, signature TEXT NOT NULL, doc TEXT);
  CREATE INDEX symbols_of_file ON symbols (file);
  CREATE INDEX symbols_by_name ON symbols (squashed, container);
  CREATE TABLE passages (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT,
    first INTEGER NOT NULL, last INTEGER NOT NULL);
  CREATE INDEX passages_of_file ON passages (file);
  CREATE VIRTUAL TABLE words USING fts5(title, path, about, body, content='', contentless_delete=1,
    tokenize='porter unicode61');
`

/** Opens the database of a folder, or one in memory if `path` is null or cannot be used. */
export function openCodeStore(path: string | null, root: string): CodeStore {
  if (path === null) return createCodeStore(newDatabase(':memory:', root), false)
  for (const attempt of ['as it is', 'anew'] as const) {
    try {
      if (attempt === 'anew') removeDatabase(path)
      const store = createCodeStore(openDatabase(path, root), true)
      tidy(path)
      return store
    } catch (error) {
      // Another Parley has it open.
      if (isBusy(error)) break
    }
  }
  return createCodeStore(newDatabase(':memory:', root), false)
}

/** An old index that cannot be removed is no reason to do without this one. */
function tidy(path: string): void {
  try {
    tidyDatabases(path, new Date())
  } catch {
    // The next start tries again.
  }
}

/** SQLite's codes for a value that is too big, of the wrong type, not allowed there, or out of range. */
const STATEMENT_AT_FAULT = new Set([18, 20, 21, 25])
const BUSY_OR_LOCKED = new Set([5, 6])

/** Whether the database itself is at fault: damaged, gone, or its disk full. A statement that fails says nothing of it. */
export const isStoreFault = (error: unknown): boolean => {
  const code = sqliteCode(error)
  return code !== null && !STATEMENT_AT_FAULT.has(code)
}

const isBusy = (error: unknown): boolean => BUSY_OR_LOCKED.has(sqliteCode(error) ?? 0)

/** Without the details that SQLite adds in the higher bits. */
const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR'
    ? ((error as { errcode?: number }).errcode ?? 0) & 0xff
    : null

const format = (): string => `${FORMAT} ${queriesDigest()}`

function openDatabase(path: string, root: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // It tells what is in the code, so only its owner may read it.
  closeSync(openSync(path, 'a', 0o600))
  const db = new DatabaseSync(path)
  try {
    // One process at a time: two that index the same folder would undo each other's work.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = 4000; BEGIN EXCLUSIVE; COMMIT;`)
    const isNew = db.prepare('SELECT COUNT(*) AS tables FROM sqlite_schema').get()?.['tables'] === 0
    if (isNew) prepareTables(db, root)
    const about = db.prepare('SELECT format, root FROM about').get()
    if (about?.['format'] !== format() || about['root'] !== root)
      throw new Error('It is of another folder or version.')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function newDatabase(path: string, root: string): DatabaseSync {
  const db = new DatabaseSync(path)
  prepareTables(db, root)
  return db
}

function prepareTables(db: DatabaseSync, root: string): void {
  db.exec(`BEGIN; ${TABLES} INSERT INTO words (words, rank) VALUES ('hashsize', ${WORD_BUFFER}); COMMIT;`)
  db.prepare('INSERT INTO about (format, root) VALUES (?, ?)').run(format(), root)
}

interface KnownFile extends FileStamp {
  id: number
  /** Where the vectors of its passages are. */
  vectors: Place
}

const SYMBOL_COLUMNS =
  's.name, s.kind, f.path AS file, s.first, s.last, s.container, s.signature, s.doc, s.squashed'
const FROM_SYMBOLS = 'FROM symbols s JOIN files f ON f.id = s.file'

function createCodeStore(db: DatabaseSync, isKept: boolean): CodeStore {
  const words = wordVectors()
  const vectors = createVectorTable()
  const files = new Map<string, KnownFile>()
  for (const row of db
    .prepare('SELECT id, path, modified, size, first_passage, vectors FROM files')
    .iterate())
    files.set(row['path'] as string, {
      id: row['id'] as number,
      modified: row['modified'] as number,
      size: row['size'] as number,
      vectors: vectors.add(row['first_passage'] as number, bytesOf(row['vectors'] as Uint8Array)),
    })
  let symbolCount = db.prepare('SELECT COUNT(*) AS count FROM symbols').get()?.['count'] as number

  const stored = db.prepare('SELECT COUNT(*) AS count, MAX(id) AS last FROM passages').get()
  let passageCount = stored?.['count'] as number
  let lastPassage = (stored?.['last'] ?? 0) as number

  const countWords = db.prepare(
    'SELECT COUNT(*) AS count FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)',
  )
  const passagesById = db.prepare(
    `SELECT p.id, f.path AS file, p.kind, p.name, p.first, p.last, 0 AS score, 0 AS bits
      FROM passages p JOIN files f ON f.id = p.file WHERE p.id IN (SELECT value FROM json_each(?))`,
  )
  const insertFile = db.prepare(
    'INSERT INTO files (path, modified, size, first_passage, vectors) VALUES (?, ?, ?, ?, ?)',
  )
  const insertSymbol = db.prepare(
    'INSERT INTO symbols (file, name, squashed, kind, container, first, last, signature, doc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertPassage = db.prepare(
    'INSERT INTO passages (id, file, kind, name, first, last) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertWords = db.prepare('INSERT INTO words (rowid, title, path, about, body) VALUES (?, ?, ?, ?, ?)')
  const passageIds = db.prepare('SELECT id FROM passages WHERE file = ?')
  const removeWords = db.prepare('DELETE FROM words WHERE rowid = ?')
  const removePassages = db.prepare('DELETE FROM passages WHERE file = ?')
  const removeSymbols = db.prepare('DELETE FROM symbols WHERE file = ?')
  const removeFile = db.prepare('DELETE FROM files WHERE id = ?')

  function forget(path: string): void {
    const known = files.get(path)
    if (!known) return
    for (const { id } of passageIds.all(known.id)) removeWords.run(id as number)
    passageCount -= Number(removePassages.run(known.id).changes)
    symbolCount -= Number(removeSymbols.run(known.id).changes)
    removeFile.run(known.id)
    vectors.remove(known.vectors)
    files.delete(path)
  }

  function add({ file, modified, size, symbols, passages }: ReadFile): void {
    forget(file)
    const path = pathWords(file)
    const own = words.ofPassages(passages, path)
    // The passages of a file have consecutive ids.
    const firstPassage = lastPassage + 1
    lastPassage += passages.length
    const id = Number(insertFile.run(file, modified, size, firstPassage, own).lastInsertRowid)
    files.set(file, { id, modified, size, vectors: vectors.add(firstPassage, own) })
    for (const { name, kind, container, startLine, endLine, signature, doc } of symbols)
      insertSymbol.run(id, name, squash(name), kind, container, startLine, endLine, signature, doc)
    symbolCount += symbols.length
    passageCount += passages.length
    for (const [at, { kind, name, startLine, endLine, title, about, body }] of passages.entries()) {
      insertPassage.run(firstPassage + at, id, kind, name, startLine, endLine)
      insertWords.run(firstPassage + at, title, path, about, body)
    }
  }

  /** The passages whose words mean about the same as the question, whatever the words are. */
  function similarTo(question: string): SimilarPassage[] {
    const found = vectors.nearest(words.ofQuestion(question), MAX_SIMILAR)
    const rows = new Map(
      (passagesById.all(JSON.stringify(found.map(({ id }) => id))) as unknown as PassageRow[]).map((row) => [
        row.id,
        row,
      ]),
    )
    return found.flatMap(({ id, similarity }) => {
      const row = rows.get(id)
      return row ? [{ row, similarity }] : []
    })
  }

  /** All of it or nothing. */
  function together(change: () => void): void {
    db.exec('BEGIN')
    try {
      change()
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    isKept,
    files,
    symbolCount: () => symbolCount,
    put: (read) => together(() => read.forEach(add)),
    remove: (paths) => together(() => paths.forEach(forget)),
    symbols({ query, limit, file, kind }) {
      const { where, values } = candidates(query)
      if (where === null) return []
      const only = [
        ...(file === undefined ? [] : [['f.path = ?', file] as const]),
        ...(kind === undefined ? [] : [['s.kind = ?', kind] as const]),
      ]
      // The index alone has what it takes to choose, which is far less to read than all symbols.
      const chosen =
        only.length > 0
          ? where
          : `s.id IN (SELECT s.id FROM symbols s WHERE ${where} ORDER BY s.squashed = ? DESC, LENGTH(s.squashed) LIMIT ${MAX_CANDIDATES})`
      const rows = db
        .prepare(
          `SELECT ${SYMBOL_COLUMNS} ${FROM_SYMBOLS} WHERE (${chosen})${only.map(([sql]) => ` AND ${sql}`).join('')}`,
        )
        .all(...values, ...(only.length > 0 ? only.map(([, value]) => value) : [squash(query)]))
      const symbols = rows.map((row) => ({ symbol: symbolOf(row), squashed: row['squashed'] as string }))
      return rankSymbols(symbols, query, limit)
    },
    named: (names) =>
      names
        .slice(0, MAX_NAMED)
        .flatMap((name) =>
          db
            .prepare(
              `SELECT ${SYMBOL_COLUMNS} ${FROM_SYMBOLS} WHERE s.squashed = ? AND s.name = ? LIMIT ${MAX_OF_NAME}`,
            )
            .all(squash(name), name)
            .map(symbolOf),
        ),
    longest({ limit, include }) {
      const wanted = globFilter({ include })
      const ids = include ? [...files].filter(([file]) => wanted(file)).map(([, { id }]) => id) : null
      return db
        .prepare(
          `SELECT ${SYMBOL_COLUMNS} ${FROM_SYMBOLS} WHERE s.kind IN ('function', 'method')
            ${ids ? 'AND s.file IN (SELECT value FROM json_each(?))' : ''}
            ORDER BY s.last - s.first DESC, f.path LIMIT ?`,
        )
        .all(...(ids ? [JSON.stringify(ids)] : []), limit)
        .map((row) => ({ ...symbolOf(row), exact: false }))
    },
    names: (limit) =>
      db
        .prepare('SELECT DISTINCT name FROM symbols LIMIT ?')
        .all(limit)
        .map(({ name }) => name as string),
    passages(question, limit) {
      const terms = searchTerms(question)
      if (terms.length === 0) return []
      const query = passageQuery(
        terms,
        passageCount,
        (match, most) => countWords.get(match, most)?.['count'] as number,
      )
      const rows =
        query === null ? [] : (db.prepare(query.sql).all(...query.values) as unknown as PassageRow[])
      return rankPassages({ rows, similar: similarTo(question), terms: query?.terms ?? 1, question, limit })
    },
    close: () => db.close(),
  }
}

const bytesOf = (blob: Uint8Array): Int8Array => new Int8Array(blob.buffer, blob.byteOffset, blob.byteLength)

/** The symbols that `rankSymbols` may find alike: all others differ in letters. */
function candidates(query: string): { where: string | null; values: SQLInputValue[] } {
  const wanted = squash(query)
  if (wanted === '') return { where: null, values: [] }
  // The name alone, or after the name of its class or module.
  const ends = Array.from({ length: Math.min(wanted.length, MAX_NAME) }, (_, at) => wanted.slice(-at - 1))
  const words = wordsOf(query)
    .filter((word) => word.length > 1)
    .slice(0, MAX_WORDS)
  // Its letters in this order, with others in between. A squashed name has no character that LIKE treats specially.
  const letters = wanted.slice(0, MAX_NAME).split('').join('%')
  const has = (text: string): string => words.map(() => `INSTR(${text}, ?) > 0`).join(' AND ')
  const hasOne = words.map(() => 'INSTR(s.squashed, ?) > 0').join(' OR ')
  return {
    where: [
      's.squashed = ?',
      // After the name of its class or module.
      `(s.container IS NOT NULL AND s.squashed IN (${ends.map(() => '?').join(', ')}))`,
      's.squashed LIKE ?',
      ...(words.length > 0 ? [`(${has('s.squashed')})`] : []),
      // Some of the words are in the name of its class or module.
      ...(words.length > 1
        ? [
            `(s.container IS NOT NULL AND (${hasOne}) AND ${has("(s.squashed || ' ' || LOWER(s.container))")})`,
          ]
        : []),
    ].join(' OR '),
    values: [wanted, ...ends, `${letters}%`, ...words, ...(words.length > 1 ? [...words, ...words] : [])],
  }
}

function symbolOf(row: Record<string, unknown>): CodeSymbol {
  return {
    name: row['name'] as string,
    kind: symbolKinds.find((kind) => kind === row['kind']) ?? 'function',
    file: row['file'] as string,
    startLine: row['first'] as number,
    endLine: row['last'] as number,
    container: row['container'] as string | null,
    signature: row['signature'] as string,
    doc: row['doc'] as string | null,
  }
}
