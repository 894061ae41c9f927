// The AppImage this app runs from, if it does.
import { realpathSync } from 'node:fs'

/** The variable alone is not enough: a program started from another AppImage's terminal inherits it. */
export function appImage(
  env: Readonly<Record<string, string | undefined>> = process.env,
  program = process.execPath,
): string | null {
  const { APPIMAGE: image, APPDIR: mounted } = env
  return image && mounted && program.startsWith(`${realPath(mounted)}/`) ? image : null
}

/** The mount point may be a symbolic link, while the program's path is real. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
