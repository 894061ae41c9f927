// How a diff of working or staged changes is called, and which changes a diff of that name shows.
import { baseName } from '../../base/base-name.ts'

export interface ChangesShown {
  file?: string
  staged: boolean
}

const titles = { working: 'Working changes', staged: 'Staged changes' }

export function changesTitle({
  file,
  staged = false,
}: {
  file?: string | undefined
  staged?: boolean | undefined
}): string {
  const title = staged ? titles.staged : titles.working
  return file === undefined ? title : `${title}: ${baseName(file)}`
}

/** What to ask git for to see the same changes as they are now; null for a diff of something else. */
export function changesShown({
  title,
  file,
}: {
  title: string
  file?: string | undefined
}): ChangesShown | null {
  for (const staged of [false, true]) {
    if (title === changesTitle({ staged })) return { staged }
    if (file && title === changesTitle({ file, staged })) return { file, staged }
  }
  return null
}
