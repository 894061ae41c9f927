// The names in a workspace that transcripts are corrected to. Rebuilt when the workspace index changes, in the
// background.
import { setImmediate } from 'node:timers/promises'
import {
  indexCodeWords,
  indexingCodeWords,
  MAX_NAMES,
  type CodeWordIndex,
  type WorkspaceName,
} from '../../core/speech/hearing/code-word-index.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import type { Workspace } from '../../core/ports/workspace.ts'

type Named = Pick<Workspace, 'symbolNames' | 'listFiles' | 'branchNames' | 'onIndexState'>

export interface Vocabulary {
  index(): CodeWordIndex
  close(): void
}

const MAX_FILES = 20_000
const MAX_BRANCHES = 200
/** A build that writes hundreds of files counts as one change. */
const SETTLE_MS = 2_000

export function createVocabulary(
  workspace: Named,
  clock: Clock,
  onError: (error: unknown) => void,
): Vocabulary {
  let index = indexCodeWords([])
  let known: readonly WorkspaceName[] = []
  /** Counts the attempts; a newer one replaces an older one. */
  let attempts = 0
  let closed = false
  let cancel: Unsubscribe = () => {}

  async function names(): Promise<WorkspaceName[]> {
    const [{ files }, symbols, branches] = await Promise.all([
      workspace.listFiles({ limit: MAX_FILES }),
      workspace.symbolNames(MAX_NAMES),
      workspace.branchNames(MAX_BRANCHES),
    ])
    return [
      ...files.map((file) => ({ name: file.slice(file.lastIndexOf('/') + 1), kind: 'file' as const })),
      ...symbols.map((name) => ({ name, kind: 'symbol' as const })),
      ...branches.map((name) => ({ name, kind: 'branch' as const })),
    ]
  }

  async function build(): Promise<void> {
    const mine = ++attempts
    try {
      const found = await names()
      if (closed || mine !== attempts || sameNames(found, known)) return
      // In slices: the same event loop carries audio.
      const work = indexingCodeWords(found)
      for (let step = work.next(); ; step = work.next()) {
        if (step.done) {
          known = found
          index = step.value
          return
        }
        await setImmediate()
        if (closed || mine !== attempts) return
      }
    } catch (error) {
      if (!closed) onError(error)
    }
  }

  const unsubscribe = workspace.onIndexState(({ tag }) => {
    if (tag !== 'ready') return
    cancel()
    cancel = clock.after(SETTLE_MS, () => void build())
  })
  void build()
  return {
    index: () => index,
    close() {
      closed = true
      cancel()
      unsubscribe()
    },
  }
}

const sameNames = (some: readonly WorkspaceName[], others: readonly WorkspaceName[]): boolean =>
  some.length === others.length &&
  some.every(({ name, kind }, at) => name === others[at]?.name && kind === others[at].kind)
