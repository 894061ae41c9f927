// Where the index of a folder is kept between starts. Indexes that nobody used for long are removed.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'

const MAX_KEPT = 20
const MAX_AGE_MS = 60 * 24 * 3600 * 1000
const ENDING = '.index'
/** The database, and what SQLite writes beside it. */
const PARTS = ['', '-wal', '-shm', '-journal']

export function databaseFor(root: string, indexFolder: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32)
  return path.join(indexFolder, `${name}${ENDING}`)
}

export function removeDatabase(database: string): void {
  for (const part of PARTS) rmSync(`${database}${part}`, { force: true })
}

/** Notes that `database` is in use, and removes the others that are old or too many. */
export function tidyDatabases(database: string, now: Date): void {
  utimesSync(database, now, now)
  const folder = path.dirname(database)
  readdirSync(folder)
    .filter((name) => name.endsWith(ENDING) && name !== path.basename(database))
    .map((name) => path.join(folder, name))
    .map((other) => ({ other, usedAt: statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt)
    .filter(({ usedAt }, at) => at >= MAX_KEPT - 1 || now.getTime() - usedAt > MAX_AGE_MS)
    .forEach(({ other }) => removeDatabase(other))
}
