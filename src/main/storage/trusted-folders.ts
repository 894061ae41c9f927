// The folders the user trusts, by real path. Without a decision a folder is restricted, and Parley asks the user once.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { FolderTrust } from '../../shared/ipc.ts'
import { openProfileFile } from './profile-file.ts'

/** The oldest decisions are forgotten first: such a folder is restricted, and Parley asks again. */
const MAX_DECISIONS = 1_000
const stored = z.looseObject({
  decisions: z.array(z.looseObject({ path: z.string(), trust: z.enum(['trusted', 'restricted']) })),
})

export interface TrustedFolders {
  of(root: string): FolderTrust
  /** Applies at once. Resolves when it is on disk. */
  decide(root: string, trust: 'trusted' | 'restricted'): Promise<void>
  /** Trusts a folder until the app ends, without saving that. */
  trustForThisRun(root: string): void
}

interface Deps {
  profile: string
  /** The recent folders. Those of a version without trust count as trusted. */
  recent: readonly string[]
  onProblem(fault: Fault): void
}

export async function openTrustedFolders({ profile, recent, onProblem }: Deps): Promise<TrustedFolders> {
  const path = join(profile, 'trusted-folders.json')
  const isMissing = (): Promise<boolean> =>
    access(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
  const isFirstTime = await isMissing()
  const file = await openProfileFile({
    path,
    what: 'The list of trusted folders',
    schema: stored,
    empty: { decisions: [] },
    onProblem,
  })
  /** The decisions of this run, whether or not they could be saved. */
  const decided = new Map<string, FolderTrust>()
  const forThisRun = new Set<string>()

  // Written even if empty, and again after a damaged file was renamed: folders opened from now on are recent too, but must not
  // count as trusted at the next start.
  if (await isMissing()) {
    const trustedBefore = isFirstTime ? recent : []
    const decisions = trustedBefore.map((folder) => ({ path: folder, trust: 'trusted' as const }))
    try {
      await file.change((now) => ({ ...now, decisions }))
    } catch (error) {
      onProblem(faultOf(error))
      for (const folder of trustedBefore) decided.set(folder, 'trusted')
    }
  }

  const saved = (root: string): FolderTrust | undefined =>
    file.get().decisions.findLast((one) => one.path === root)?.trust

  return {
    of: (root) => (forThisRun.has(root) ? 'trusted' : (decided.get(root) ?? saved(root) ?? 'undecided')),
    async decide(root, trust) {
      forThisRun.delete(root)
      decided.set(root, trust)
      await file.change((now) => ({
        ...now,
        decisions: [...now.decisions.filter((one) => one.path !== root), { path: root, trust }].slice(
          -MAX_DECISIONS,
        ),
      }))
    },
    trustForThisRun: (root) => void forThisRun.add(root),
  }
}
