// Where the weights are: inside the packages they come in.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { besideArchive } from '../../../core/beside-archive.ts'
import { FaultError } from '../../../shared/errors.ts'

export type MoonshineSize = 'base' | 'tiny'

export const sileroFile = (): string => fileOf('@ricky0123/vad-web', 'dist/silero_vad_v6.onnx')

export const moonshineFiles = (size: MoonshineSize): { encoder: string; decoder: string } => ({
  encoder: fileOf('@usefulsensors/moonshine-js', `dist/model/${size}/quantized/encoder_model.onnx`),
  decoder: fileOf('@usefulsensors/moonshine-js', `dist/model/${size}/quantized/decoder_model_merged.onnx`),
})

/** Looked for by hand: these packages export their code to pages, and their weights to nobody. */
function fileOf(name: string, file: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders
    .map((folder) => besideArchive(join(folder, name, file)))
    .find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new FaultError(
    'ears_unavailable',
    'The files that speech is recognised with are not there.',
    'Install Parley again.',
  )
}
