// Compares two texts where it holds nobody up, and posts the hunks, or null when it took too long.
import { parentPort, workerData } from 'node:worker_threads'
import { structuredPatch } from 'diff'
import { replacedHunk } from '../../core/interceptors/replaced-hunk.ts'

export interface DiffTask {
  before: string
  after: string
  /** Null where nothing is to be compared: one takes the place of the other. */
  timeoutMs: number | null
}

const { before, after, timeoutMs } = workerData as DiffTask

parentPort?.postMessage(timeoutMs === null ? replacedHunk(before, after) : compared(timeoutMs))

function compared(timeout: number): string | null {
  const patch = structuredPatch('a', 'b', before, after, undefined, undefined, { context: 3, timeout })
  const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`)
  return patch === undefined
    ? null
    : patch.hunks
        .map(
          ({ oldStart, oldLines, newStart, newLines, lines }) =>
            `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}\n`,
        )
        .join('')
}
