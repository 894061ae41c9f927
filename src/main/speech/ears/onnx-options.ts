import type { InferenceSession } from 'onnxruntime-node'

/**
 * One thread each: on a machine that also runs an editor, a compiler and tests, a second one waits for its turn more than
 * it works, and the small networks here gain little from it anyhow.
 */
export const onOneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
}
