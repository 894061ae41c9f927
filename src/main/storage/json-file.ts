// Reads and writes JSON files atomically: a file has the old value or the new one, never half of one.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJson } from '../../base/parse-json.ts'

export interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** The value in the file; undefined if there is none or it is invalid. For files Parley never writes. */
export async function readJson<T>(path: string, schema: Parser<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : undefined
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      // Otherwise a power failure may leave an empty file.
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
