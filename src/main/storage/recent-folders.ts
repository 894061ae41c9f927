// The recent folders, newest first.
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../../shared/errors.ts'
import type { RecentFolder } from '../../shared/ipc.ts'
import { openProfileFile } from './profile-file.ts'

const MAX_RECENT = 12
const recentFolder = z.looseObject({ path: z.string(), name: z.string(), openedAt: z.number() })

export interface RecentFolders {
  list(): RecentFolder[]
  opened(path: string, at: number): Promise<void>
}

export async function openRecentFolders(
  profile: string,
  onProblem: (fault: Fault) => void = () => {},
): Promise<RecentFolders> {
  const file = await openProfileFile({
    path: join(profile, 'recent-folders.json'),
    what: 'The list of recent folders',
    schema: z.array(z.unknown()),
    empty: [],
    onProblem,
  })
  return {
    list: () =>
      file.get().flatMap((entry) => {
        const { data } = recentFolder.safeParse(entry)
        return data ? [{ path: data.path, name: data.name, openedAt: data.openedAt }] : []
      }),
    async opened(path, openedAt) {
      await file.change((entries) => {
        const others = entries.filter((entry) => recentFolder.safeParse(entry).data?.path !== path)
        return [{ path, name: basename(path) || path, openedAt }, ...others].slice(0, MAX_RECENT)
      })
    },
  }
}
