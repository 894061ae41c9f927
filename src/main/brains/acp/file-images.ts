// How files were before an agent touched them. Reports of agents differ, and some have none: what is on disk counts.
import { BoundedMap, BoundedSet } from '../../../base/bounded.ts'
import { withTimeout } from '../../../base/timeout.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Toolbox } from '../../../core/tools/toolbox.ts'
import { OUTSIDE, type FileImage } from '../../../core/wires/acp/file-change.ts'

export interface FileImages {
  /** The call is about this file. Looks at it now, unless another running call is about it too. */
  keep(callId: string, file: string, isOver: boolean): void
  /** The file has this text now. */
  saw(file: string, text: string): void
  /** The file as it was before; null if Parley never saw that. */
  before(file: string): Promise<FileImage | null>
  /** The file as it is now, which is what the next call finds. */
  now(file: string): Promise<FileImage>
  /** Parley itself wrote the file for the agent. */
  wrote(file: string, before: string | null): void
  /** Whether Parley itself wrote the file since it was asked last, so that the change can be undone already. */
  takeWritten(file: string): boolean
  /** The call has ended. */
  release(callId: string): void
  clear(): void
}

interface Deps {
  tools: Toolbox
  clock: Clock
}

const MAX_FILES = 200
const MAX_CHARACTERS = 2_000_000
const MAX_TOTAL = 32_000_000
/** A reply must not wait for a disk that does not answer. */
const READ_TIMEOUT_MS = 5_000

interface Kept {
  image: Promise<FileImage>
  characters: number
}

export function createFileImages({ tools, clock }: Deps): FileImages {
  const kept = new BoundedMap<string, Kept>(MAX_FILES)
  /** The running calls that are about a file. */
  const users = new Map<string, Set<string>>()
  const written = new BoundedSet<string>(MAX_FILES)

  async function look(file: string): Promise<FileImage> {
    const read = await withTimeout(
      tools.look((workspace) => workspace.readText(file)),
      READ_TIMEOUT_MS,
      clock,
    )
    if (read === undefined) return unreadable('the disk does not answer')
    if (!read.ok) {
      if (read.fault?.code === 'file_not_found') return { kind: 'absent' }
      return unreadable(REASONS[read.fault?.code ?? ''] ?? 'it cannot be read')
    }
    const { text, size } = read.value
    return text.length > MAX_CHARACTERS ? { ...unreadable('it is too large'), size } : { kind: 'text', text }
  }

  function remember(file: string, image: Promise<FileImage>): Promise<FileImage> {
    const entry: Kept = { image, characters: 0 }
    kept.set(file, entry)
    void image.then((one) => {
      entry.characters = one.kind === 'text' ? one.text.length : 0
      makeRoom(file)
    })
    return image
  }

  /** Forgets the oldest images until the rest fits. */
  function makeRoom(newest: string): void {
    let total = [...kept.values()].reduce((sum, { characters }) => sum + characters, 0)
    for (const [file, { characters }] of kept) {
      if (total <= MAX_TOTAL) return
      if (file === newest) continue
      kept.delete(file)
      total -= characters
    }
  }

  return {
    keep(callId, file, isOver) {
      const calls = users.get(file) ?? new Set()
      if (calls.has(callId)) return
      const isShared = calls.size > 0
      // A call that is first heard of when it is over has changed the file already.
      if (!isOver && (!isShared || !kept.has(file))) void remember(file, look(file))
      users.set(file, calls.add(callId))
    },
    saw: (file, text) => void (users.has(file) || remember(file, Promise.resolve({ kind: 'text', text }))),
    before: async (file) => (await kept.get(file)?.image) ?? null,
    now: (file) => remember(file, look(file)),
    wrote(file, before) {
      written.add(file)
      if (kept.has(file)) return
      void remember(
        file,
        Promise.resolve(before === null ? { kind: 'absent' } : { kind: 'text', text: before }),
      )
    },
    takeWritten: (file) => written.delete(file),
    release(callId) {
      for (const [file, calls] of users) if (calls.delete(callId) && calls.size === 0) users.delete(file)
    },
    clear() {
      kept.clear()
      users.clear()
    },
  }
}

const unreadable = (why: string): Extract<FileImage, { kind: 'unreadable' }> => ({ kind: 'unreadable', why })

const REASONS: Record<string, string> = {
  file_binary: 'it is binary',
  file_too_large: 'it is too large',
  outside_workspace: OUTSIDE,
}
