// Extracts chosen files from a compressed archive. The names in the archive are never used as paths.
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const BLOCK = 512

export interface TarLimits {
  /** The limit for everything unpacked. */
  maxBytes: number
  maxEntries: number
}

export interface TarEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Reads an exact number of bytes from chunks of any size. */
function createTaker(source: AsyncIterable<Buffer>, maxBytes: number) {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let total = 0
  return {
    /** At least one byte and at most `max`; null at the end. */
    async some(max: number): Promise<Buffer | null> {
      while (rest.length === 0) {
        const next = await parts.next()
        if (next.done) return null
        rest = next.value
        total += rest.length
        if (total > maxBytes) throw new Error('it is too large')
      }
      const taken = rest.subarray(0, max)
      rest = rest.subarray(taken.length)
      return taken
    },
  }
}

/** Yields each wanted file. Its content must be read before the next file, or it is skipped. */
export async function* tarEntries(
  packed: Readable,
  wanted: (name: string) => boolean,
  limits: TarLimits,
): AsyncGenerator<TarEntry> {
  const gunzip = createGunzip()
  packed.on('error', (error) => gunzip.destroy(error))
  const taker = createTaker(packed.pipe(gunzip) as AsyncIterable<Buffer>, limits.maxBytes)

  async function* exactly(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      const part = await taker.some(left)
      if (part === null) throw new Error('it ends too early')
      left -= part.length
      yield part
    }
  }
  const pass = async (content: AsyncIterable<Buffer>): Promise<void> => {
    for await (const _ of content);
  }

  for (let count = 0; ; count++) {
    if (count > limits.maxEntries) throw new Error('it holds too many files')
    const header = await wholeBlock(exactly(BLOCK))
    // Two empty blocks end the archive; one is enough to know.
    if (header === null || header.every((byte) => byte === 0)) break
    const { name, size, file } = readHeader(header)
    const content = exactly(size)
    if (file && wanted(name)) yield { name, size, content }
    await pass(content)
    await pass(exactly((BLOCK - (size % BLOCK)) % BLOCK))
  }
  gunzip.destroy()
}

async function wholeBlock(parts: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const got: Buffer[] = []
  try {
    for await (const part of parts) got.push(part)
  } catch (error) {
    if (got.length === 0 && error instanceof Error && error.message === 'it ends too early') return null
    throw error
  }
  return Buffer.concat(got)
}

function readHeader(header: Buffer): { name: string; size: number; file: boolean } {
  const text = (from: number, length: number): string =>
    header
      .subarray(from, from + length)
      .toString('latin1')
      .replace(/\0[^]*$/, '')
  const octal = (from: number, length: number): number => Number.parseInt(text(from, length).trim() || '0', 8)
  let sum = 0
  header.forEach((byte, at) => (sum += at >= 148 && at < 156 ? 32 : byte))
  const size = octal(124, 12)
  if (sum !== octal(148, 8) || !Number.isSafeInteger(size) || size < 0) throw new Error('it is damaged')
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const kind = text(156, 1)
  return {
    name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`,
    size,
    file: kind === '' || kind === '0',
  }
}
