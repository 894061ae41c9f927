// Compares two texts without holding up the main thread. Posts the hunks, or null if that took too long.
import { parentPort, workerData } from 'node:worker_threads'
import { comparedHunks, replacedHunk } from '../../core/artifacts/unified-diff.ts'

export interface DiffTask {
  before: string
  after: string
  /** Null to compare nothing: one text replaces the other. */
  timeoutMs: number | null
}

const { before, after, timeoutMs } = workerData as DiffTask

parentPort?.postMessage(
  timeoutMs === null ? replacedHunk(before, after) : comparedHunks(before, after, { timeout: timeoutMs }),
)
