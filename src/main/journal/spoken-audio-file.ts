// A take as a file: a line with the format, a line of JSON, then 16-bit little-endian samples. A file that was cut off
// is still readable; any other file is refused.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { samplesOfBytes } from '../../core/speech/pcm.ts'
import { parseJson } from '../../base/parse-json.ts'
import { HEARING_RATE } from '../../core/speech/hearing/samples.ts'

const MARK = 'parley take 1\n'
const MAX_HEAD_BYTES = 2048
/** One and a half times the longest take. */
const MAX_AUDIO_BYTES = 450 * HEARING_RATE * 2

const head = z.object({
  takeId: z.string().regex(/^[\w-]{1,64}$/),
  session: z.string().min(1).max(200),
  startedAt: z.number().int().nonnegative(),
  rate: z.literal(HEARING_RATE),
  /** The process that writes it. */
  pid: z.number().int().positive(),
})
export type FileHead = z.infer<typeof head>

export const isTakeId = (text: string): boolean => head.shape.takeId.safeParse(text).success

export const headBytes = (fields: FileHead): Uint8Array =>
  new TextEncoder().encode(`${MARK}${JSON.stringify(fields)}\n`)

export interface TakeFile {
  head: FileHead
  /** How many whole samples can be read. */
  samples: number
  read(): Promise<Int16Array>
}

/** Null for a file that is not a take, or another take. */
export async function readTakeFile(path: string, takeId: string): Promise<TakeFile | null> {
  const found = await withFile(path, async (file) => {
    const info = await file.stat()
    if (!info.isFile()) return null
    const start = Buffer.alloc(MAX_HEAD_BYTES)
    const { bytesRead } = await file.read(start, 0, MAX_HEAD_BYTES, 0)
    const text = start.subarray(0, bytesRead)
    if (!text.subarray(0, MARK.length).equals(Buffer.from(MARK))) return null
    const end = text.indexOf(0x0a, MARK.length)
    if (end < 0) return null
    const parsed = head.safeParse(parseJson(text.subarray(MARK.length, end).toString('utf8')))
    if (!parsed.success || parsed.data.takeId !== takeId) return null
    const bytes = Math.min(MAX_AUDIO_BYTES, info.size - end - 1)
    return { head: parsed.data, from: end + 1, samples: Math.floor(bytes / 2) }
  })
  if (!found) return null
  return {
    head: found.head,
    samples: found.samples,
    async read() {
      const audio = await withFile(path, async (file) => {
        const bytes = Buffer.alloc(found.samples * 2)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, found.from)
        return samplesOfBytes(bytes.subarray(0, bytesRead - (bytesRead % 2)))
      })
      return audio ?? new Int16Array(0)
    },
  }
}

/** Null where it does not exist or cannot be read. Links are not followed: they would lead out of the folder. */
async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null)
  if (!file) return null
  try {
    return await work(file)
  } catch {
    return null
  } finally {
    await file.close()
  }
}
