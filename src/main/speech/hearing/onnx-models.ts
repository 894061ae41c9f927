// The models that run in the ONNX runtime: where their files are, and how they run.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { asarUnpacked } from '../../../base/asar-unpacked.ts'
import { FaultError } from '../../../shared/errors.ts'
import type { InferenceSession } from 'onnxruntime-node'

export type MoonshineSize = 'base' | 'tiny'

export const sileroFile = (): string => fileOf('@ricky0123/vad-web', 'dist/silero_vad_v6.onnx')

export const moonshineFiles = (size: MoonshineSize): { encoder: string; decoder: string } => ({
  encoder: fileOf('@usefulsensors/moonshine-js', `dist/model/${size}/quantized/encoder_model.onnx`),
  decoder: fileOf('@usefulsensors/moonshine-js', `dist/model/${size}/quantized/decoder_model_merged.onnx`),
})

/** Searched by hand, because these packages export only their code. */
function fileOf(name: string, file: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders
    .map((folder) => asarUnpacked(join(folder, name, file)))
    .find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new FaultError(
    'ears_unavailable',
    'The files of the speech recognizer are missing.',
    'Reinstall Parley.',
  )
}

/**
 * One thread each: on a computer that also runs an editor, a compiler and tests, a second thread mostly waits, and
 * these small networks gain little from it.
 */
export const onOneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
}
