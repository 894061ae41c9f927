// Small values that brains need after a restart, such as the ids of their sessions. The file is read when a brain first
// asks, so that it costs nothing at the start of the app.
import { join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../../shared/errors.ts'
import { openProfileFile, type ProfileFile } from './profile-file.ts'

const MAX_KEPT = 500
const schema = z.array(z.tuple([z.string(), z.string()]))
type Entries = z.infer<typeof schema>

export interface BrainStorage {
  get(key: string): Promise<string | null>
  /** Null deletes it. */
  set(key: string, value: string | null): Promise<void>
}

export function openBrainStorage(profile: string, onProblem: (fault: Fault) => void): BrainStorage {
  let opened: Promise<ProfileFile<Entries>> | null = null
  const file = (): Promise<ProfileFile<Entries>> =>
    (opened ??= openProfileFile<Entries>({
      path: join(profile, 'brain-sessions.json'),
      what: 'The list of sessions of agents',
      schema,
      empty: [],
      onProblem,
    }))
  return {
    async get(key) {
      return (await file()).get().find(([name]) => name === key)?.[1] ?? null
    },
    async set(key, value) {
      const stored = await file()
      if (value === null && !stored.get().some(([name]) => name === key)) return
      await stored.change((entries) => {
        const others = entries.filter(([name]) => name !== key)
        // The newest first; the oldest are forgotten.
        return (value === null ? others : [[key, value] as [string, string], ...others]).slice(0, MAX_KEPT)
      })
    },
  }
}
