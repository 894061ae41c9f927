// A journal consists of segments: NAME.jsonl, which is in use, and archives under dated names, NAME.DATE.jsonl.
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Segment {
  path: string
  bytes: number
  /** Stays the same when the file is renamed. */
  inode: number
}

const ENDING = '.jsonl'
const dated = /^\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export const stemOf = (path: string): string => basename(path, ENDING)

export const bodiesFolder = (path: string): string => join(dirname(path), `${stemOf(path)}.bodies`)

/** Oldest first. */
export function archivesOf(path: string): Segment[] {
  const folder = dirname(path)
  const stem = stemOf(path)
  return namesIn(folder)
    .filter(
      (name) =>
        name.startsWith(stem) && name.endsWith(ENDING) && dated.test(name.slice(stem.length, -ENDING.length)),
    )
    .sort()
    .flatMap((name) => segmentAt(join(folder, name)) ?? [])
}

/** Empty where the folder does not exist or cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function segmentAt(path: string): Segment | null {
  const info = statSync(path, { throwIfNoEntry: false })
  return info?.isFile() ? { path, bytes: info.size, inode: info.ino } : null
}

/** A free name that comes after all others, even when the clock was set back. */
export function nextArchive(path: string, now: number): string {
  const newest = archivesOf(path).at(-1)
  const last = newest
    ? timeOf(basename(newest.path).slice(stemOf(path).length + 1, -ENDING.length))
    : -Infinity
  const stamp = new Date(Math.max(now, last + 1)).toISOString().replace(/[:.]/g, '-')
  return join(dirname(path), `${stemOf(path)}.${stamp}${ENDING}`)
}

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z')) || -Infinity
