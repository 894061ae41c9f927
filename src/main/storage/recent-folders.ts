// The folders opened lately, newest first.
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { RecentFolder } from '../../shared/ipc.ts'
import { readJson, writeJson } from './json-file.ts'

const MAX_RECENT = 12
const stored = z.array(z.object({ path: z.string(), name: z.string(), openedAt: z.number() }))

export interface RecentFolders {
  list(): RecentFolder[]
  opened(path: string, at: number): Promise<void>
}

export async function openRecentFolders(profile: string): Promise<RecentFolders> {
  const file = join(profile, 'recent-folders.json')
  let folders = (await readJson(file, stored)) ?? []
  return {
    list: () => folders,
    async opened(path, openedAt) {
      const others = folders.filter((folder) => folder.path !== path)
      folders = [{ path, name: basename(path) || path, openedAt }, ...others].slice(0, MAX_RECENT)
      await writeJson(file, folders)
    },
  }
}
