// Reads one ordinary file whole, if it is of a size that can be shown.
import { withOrdinaryFile } from './open-ordinary-file.ts'
import type { InsidePath } from './resolve-inside.ts'

const MAX_FILE_BYTES = 5 * 1024 * 1024

export function readBytes(inside: InsidePath): Promise<Uint8Array> {
  return withOrdinaryFile(inside, MAX_FILE_BYTES, async (file, size) => {
    const bytes = Buffer.alloc(size)
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  })
}
