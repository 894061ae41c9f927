// Large parts of events, such as the text of a shown file, are stored beside the journal in files named after their
// hash. The journal's line has a reference, so a file that is shown a thousand times is stored once.
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BoundedMap } from '../../base/bounded.ts'
import { parseJson } from '../../base/parse-json.ts'
import type { ConversationEvent, RecordedEvent } from '../../shared/conversation.ts'
import { namesIn } from './segments.ts'

/** Smaller parts stay in their line. */
const MAX_INLINE = 8 * 1024
const MAX_BODY_BYTES = 64 * 1024 * 1024
const REFERENCE = '$body'
const GONE = 'This was deleted because the conversation’s log had reached its size limit.'
const nameForm = /^[0-9a-f]{64}$/
/** Artifacts with several versions, such as the output of a running command, of which older bodies can be deleted. */
const MAX_GROWING = 200
/** Writing one takes less than this. */
const HALF_WRITTEN_MS = 60_000

export interface Bodies {
  /** Stores the large parts of an event and gives what goes into its line. Throws where they cannot be written. */
  extract(record: RecordedEvent): unknown
  /** Gives a parsed line with its large parts. */
  restore(line: unknown): Promise<unknown>
  /** The size of the large parts that a parsed line refers to. */
  sizeIn(line: unknown): number
  /** Resolves when everything stored so far would survive a power cut. */
  sync(): Promise<void>
  /** Deletes what was last referred to before this time. */
  dropBefore(at: number): void
}

interface Options {
  quota: number
  now(): number
}

interface Body {
  bytes: number
  usedAt: number
}

export function openBodies(folder: string, { quota, now }: Options): Bodies {
  const known = new Map<string, Body>()
  let total = 0
  const unsafe = new Set<string>()
  /** Bodies that only the newest version of an artifact refers to, by the artifact's id. */
  const growing = new BoundedMap<string, string[]>(MAX_GROWING)

  const found = namesIn(folder).flatMap((name) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false })
    return info ? [{ name, bytes: info.size, usedAt: info.mtimeMs }] : []
  })
  for (const { name, ...body } of found.sort((a, b) => a.usedAt - b.usedAt)) {
    if (nameForm.test(name)) remember(name, body)
    // A process that was killed while writing leaves half a file, which no line refers to.
    else if (now() - body.usedAt > HALF_WRITTEN_MS) remove(join(folder, name))
  }

  function remember(name: string, body: Body): void {
    total += body.bytes - (known.get(name)?.bytes ?? 0)
    // Deleted and set again, it is the one that was used last.
    known.delete(name)
    known.set(name, body)
  }

  function drop(name: string): void {
    remove(join(folder, name))
    total -= known.get(name)?.bytes ?? 0
    known.delete(name)
    unsafe.delete(name)
  }

  /** True if it is new. */
  function write(name: string, text: string): boolean {
    const path = join(folder, name)
    const bytes = Buffer.byteLength(text)
    const usedAt = now()
    // Another process may have deleted or written it.
    const isThere = statSync(path, { throwIfNoEntry: false })?.size === bytes
    if (isThere) utimesSync(path, usedAt / 1000, usedAt / 1000)
    else {
      const half = `${path}.${process.pid}.half`
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        writeFileSync(half, text, { mode: 0o600 })
        renameSync(half, path)
        unsafe.add(name)
      } catch (error) {
        rmSync(half, { force: true })
        throw error
      }
    }
    remember(name, { bytes, usedAt })
    for (const oldest of known.keys()) {
      if (total <= quota || oldest === name) break
      drop(oldest)
    }
    return !isThere
  }

  /** A long command shows its output again and again: bodies that only older versions refer to are not needed. */
  function dropOlderVersion(artifactId: string, names: readonly string[], own: string[]): void {
    for (const name of growing.get(artifactId) ?? []) if (!names.includes(name)) drop(name)
    const still = (growing.get(artifactId) ?? []).filter((name) => names.includes(name))
    growing.set(artifactId, [...still, ...own])
  }

  /** Another event refers to these bodies too, so no newer version may delete them. */
  function share(names: readonly string[], except: string | null): void {
    for (const [artifactId, own] of growing)
      if (artifactId !== except && own.some((name) => names.includes(name)))
        growing.set(
          artifactId,
          own.filter((name) => !names.includes(name)),
        )
  }

  return {
    extract(record) {
      const part = largePart(record.event)
      if (!part) return record
      const names: string[] = []
      const own: string[] = []
      const slim = Object.entries(part.value).map(([key, value]) => {
        if (typeof value !== 'string' && !Array.isArray(value)) return [key, value]
        if (typeof value === 'string' && value.length <= MAX_INLINE / 4) return [key, value]
        const text = JSON.stringify(value)
        if (Buffer.byteLength(text) <= MAX_INLINE) return [key, value]
        const name = createHash('sha256').update(text).digest('hex')
        names.push(name)
        if (write(name, text)) own.push(name)
        return [key, { [REFERENCE]: name, bytes: Buffer.byteLength(text) }]
      })
      const artifactId = part.key === 'artifact' ? part.value.id : null
      if (names.length > 0) share(names, artifactId)
      if (artifactId !== null && (names.length > 0 || growing.has(artifactId)))
        dropOlderVersion(artifactId, names, own)
      if (names.length === 0) return record
      return { ...record, event: { ...record.event, [part.key]: Object.fromEntries(slim) as unknown } }
    },

    async restore(line) {
      const part = partOf(line)
      if (!part) return line
      const whole = await Promise.all(
        Object.entries(part.value).map(async ([key, value]) => {
          const name = referenceIn(value)
          if (name === null) return [key, value] as const
          return [key, (await bodyAt(join(folder, name), name)) ?? (key === 'results' ? [] : GONE)] as const
        }),
      )
      const { event } = line as { event: object }
      return { ...(line as object), event: { ...event, [part.key]: Object.fromEntries(whole) } }
    },

    sizeIn(line) {
      const sizes = Object.values(partOf(line)?.value ?? {}).map((value) =>
        referenceIn(value) === null ? 0 : Number((value as { bytes?: unknown }).bytes) || 0,
      )
      return sizes.reduce((sum, size) => sum + size, 0)
    },

    async sync() {
      for (const name of unsafe) {
        await makeSafe(join(folder, name))
        unsafe.delete(name)
      }
    },

    dropBefore(at) {
      for (const [name, { usedAt }] of known) if (usedAt < at) drop(name)
    },
  }
}

/** The part of an event that may be large. */
function largePart(event: ConversationEvent) {
  if (event.type === 'artifact.created') return { key: 'artifact', value: event.artifact } as const
  if (event.type === 'approval.requested') return { key: 'approval', value: event.approval } as const
  return null
}

function partOf(line: unknown): { key: string; value: Record<string, unknown> } | null {
  const event = (line as { event?: Record<string, unknown> } | null | undefined)?.event
  for (const key of ['artifact', 'approval']) {
    const value = event?.[key]
    if (typeof value === 'object' && value !== null) return { key, value: value as Record<string, unknown> }
  }
  return null
}

function referenceIn(value: unknown): string | null {
  const name = (value as Record<string, unknown> | null | undefined)?.[REFERENCE]
  return typeof name === 'string' && nameForm.test(name) ? name : null
}

/** Undefined where it is gone or damaged. */
async function bodyAt(path: string, name: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > MAX_BODY_BYTES) return undefined
    const text = await readFile(path)
    return createHash('sha256').update(text).digest('hex') === name
      ? parseJson(text.toString('utf8'))
      : undefined
  } catch {
    return undefined
  }
}

/** What cannot be deleted, as on a read-only disk, stays. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    return
  }
}

async function makeSafe(path: string): Promise<void> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  try {
    await file?.datasync()
  } finally {
    await file?.close()
  }
}
