// What the workspace calls its things, so that words can be taken for them: made again when the index has changed, and
// never waited for.
import { setImmediate } from 'node:timers/promises'
import {
  indexCodeWords,
  indexingCodeWords,
  MAX_NAMES,
  type CodeWordIndex,
  type WorkspaceName,
} from '../../core/ears/code-word-index.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import type { Workspace } from '../../core/workspace.ts'

type Named = Pick<Workspace, 'symbolNames' | 'listFiles' | 'branchNames' | 'onIndexState'>

export interface Vocabulary {
  /** As it is known now. */
  index(): CodeWordIndex
  close(): void
}

const MAX_FILES = 20_000
const MAX_BRANCHES = 200
/** A build that writes hundreds of files is one change. */
const SETTLE_MS = 2_000

export function createVocabulary(
  workspace: Named,
  clock: Clock,
  onError: (error: unknown) => void,
): Vocabulary {
  let index = indexCodeWords([])
  let known: readonly WorkspaceName[] = []
  /** Counts the attempts; an older one is given up for a newer. */
  let making = 0
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

  async function make(): Promise<void> {
    const mine = ++making
    try {
      const found = await names()
      if (closed || mine !== making || sameNames(found, known)) return
      // In slices: this loop also carries sound.
      const work = indexingCodeWords(found)
      for (let step = work.next(); ; step = work.next()) {
        if (step.done) {
          known = found
          index = step.value
          return
        }
        await setImmediate()
        if (closed || mine !== making) return
      }
    } catch (error) {
      if (!closed) onError(error)
    }
  }

  const unsubscribe = workspace.onIndexState(({ tag }) => {
    if (tag !== 'ready') return
    cancel()
    cancel = clock.after(SETTLE_MS, () => void make())
  })
  void make()
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
