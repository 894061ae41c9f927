// A small value kept in a file, written whole and atomically: the old one or the new one, never half of either.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJson } from '../../core/parse-json.ts'

interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** What the file holds, or undefined when there is none or it does not fit. */
export async function readJson<T>(path: string, schema: Parser<T>): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : undefined
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
