// The default folder of the profile on this system.
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { defaultProfile as profileOf } from '../../core/app/profile-folder.ts'
import { FaultError } from '../../shared/errors.ts'

export const defaultProfile = (): string =>
  profileOf({ platform: process.platform, env: process.env, home: homedir(), join })

/** Creates a folder of the profile. Without it Parley cannot start. */
export async function makeProfileFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    throw new FaultError(
      'profile_file',
      `Parley cannot create its folder ${folder} (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
      'Check the permissions and the disk, or start Parley with another folder for --profile.',
      { cause: error },
    )
  }
}
