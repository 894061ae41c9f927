// Lists the folders inside a folder, for a page without the system's dialog. Hidden ones are left out.
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { FaultError } from '../../shared/errors.ts'
import type { FolderListing } from '../../shared/ipc.ts'

const MAX_FOLDERS = 2_000

export async function listFolders(path: string | null): Promise<FolderListing> {
  const at = resolve(path ?? homedir())
  const entries = await readdir(at, { withFileTypes: true }).catch((cause: unknown) => {
    throw new FaultError('not_a_folder', `Parley cannot list the folder ${at}.`, 'Choose another one.', {
      cause,
    })
  })
  const folders = entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort((a, b) => a.localeCompare(b))
    .slice(0, MAX_FOLDERS)
  const parent = dirname(at)
  return { path: at, parent: parent === at ? null : parent, folders }
}
