// Compares two texts where it holds nobody up, and posts the hunks, or null when it took too long.
import { parentPort, workerData } from 'node:worker_threads'
import { structuredPatch } from 'diff'

const { before, after, timeoutMs } = workerData as { before: string; after: string; timeoutMs: number }

const patch = structuredPatch('a', 'b', before, after, undefined, undefined, {
  context: 3,
  timeout: timeoutMs,
})
parentPort?.postMessage(
  patch === undefined
    ? null
    : patch.hunks
        .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
          const range = (start: number, count: number): string =>
            count === 1 ? String(start) : `${start},${count}`
          return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}\n`
        })
        .join(''),
)
