// A conversation's journal on disk: segments with the events, and bodies with their large parts.
import type { Journal } from '../../core/ports/journal.ts'
import { openBodies } from './bodies.ts'
import { createJournalReader } from './journal-reader.ts'
import { createJournalWriter } from './journal-writer.ts'
import { announcePresence } from './presence.ts'
import { bodiesFolder } from './segments.ts'

const MB = 1024 * 1024

export interface JournalLimits {
  /** A larger segment is archived. */
  segmentBytes: number
  /** The oldest archives are deleted when all of them together are larger. */
  totalBytes: number
  /** The same for the bodies. */
  bodiesBytes: number
}

const LIMITS: JournalLimits = { segmentBytes: 8 * MB, totalBytes: 1024 * MB, bodiesBytes: 512 * MB }

interface Options {
  limits?: Partial<JournalLimits>
  now?: () => number
}

export function openJournal(path: string, { limits: given, now = Date.now }: Options = {}): Journal {
  const { bodiesBytes, ...limits } = { ...LIMITS, ...given }
  const bodies = openBodies(bodiesFolder(path), { quota: bodiesBytes, now })
  const presence = announcePresence(path)
  const writer = createJournalWriter(path, { ...limits, bodies, now })
  const reader = createJournalReader(path, bodies, writer.unwritten)
  return {
    append(record) {
      reader.appended(record)
      writer.append(record)
    },
    sync: writer.sync,
    read: (range = {}) => reader.read(range),
    isShared: presence.isShared,
    async close() {
      presence.leave()
      await writer.close()
    },
  }
}
