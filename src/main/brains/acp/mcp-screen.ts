// What the agent may put on the user's screen during one turn, and which files it opened there.
import type { Artifact } from '../../../shared/artifacts.ts'

const MAX_SHOWN = 100
const MAX_POINTED = 500

export interface PointedLines {
  file: string
  line: number
  endLine: number
}

interface Deps {
  /** The run that the user waits for; null if there is none. */
  runId(): string | null
  show(artifact: Artifact): void
  point(lines: PointedLines): void
}

export interface RunScreen {
  /** Whether a run goes on, so that the user expects something. */
  isWatched(): boolean
  /** Whether this run has opened the file already. */
  hasOpened(file: string): boolean
  /** False if the run has shown enough. */
  show(artifact: Artifact): boolean
  point(lines: PointedLines): boolean
}

export function createRunScreen(deps: Deps): RunScreen {
  let runId: string | null = null
  let shown = 0
  let pointed = 0
  const files = new Set<string>()

  /** A new run starts with an empty screen: the user may have closed what the last one opened. */
  function follow(): void {
    const now = deps.runId()
    if (now === runId) return
    runId = now
    shown = 0
    pointed = 0
    files.clear()
  }

  return {
    isWatched: () => deps.runId() !== null,
    hasOpened(file) {
      follow()
      return files.has(file)
    },
    show(artifact) {
      follow()
      if (runId === null || shown >= MAX_SHOWN) return false
      shown += 1
      if ('file' in artifact && artifact.kind !== 'diff' && artifact.file !== undefined)
        files.add(artifact.file)
      deps.show(artifact)
      return true
    },
    point(lines) {
      follow()
      if (runId === null || pointed >= MAX_POINTED) return false
      pointed += 1
      deps.point(lines)
      return true
    },
  }
}
