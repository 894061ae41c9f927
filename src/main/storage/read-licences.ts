// The licences of the parts of Parley, from its resources.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Licence } from '../../shared/ipc.ts'
import { readJson } from './json-file.ts'

const index = z.array(
  z.object({
    part: z.string(),
    version: z.string(),
    licence: z.string(),
    for: z.string(),
    files: z.array(z.string().regex(/^[\w.-]+$/)),
  }),
)

/** Only a packaged app has these: one entry per library. */
const notices = z.array(
  z.object({
    part: z.string(),
    version: z.string(),
    licence: z.string(),
    for: z.string(),
    text: z.string(),
  }),
)

export async function readLicences(resources: string): Promise<Licence[]> {
  const folder = join(resources, 'licences')
  const parts = (await readJson(join(folder, 'index.json'), index)) ?? []
  const models = await Promise.all(
    parts.map(async ({ files, ...part }) => {
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
      return { ...part, text: texts.join('\n\n') }
    }),
  )
  return [...models, ...((await readJson(join(folder, 'notices.json'), notices)) ?? [])]
}
