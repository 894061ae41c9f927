// The AppImage this app runs from, if it does.
import { realpathSync } from 'node:fs'

/** The variable alone says nothing: whoever is started from the terminal of another AppImage has that one's. */
export function ownImage(
  env: Readonly<Record<string, string | undefined>> = process.env,
  program = process.execPath,
): string | null {
  const { APPIMAGE: image, APPDIR: mounted } = env
  return image && mounted && program.startsWith(`${whereItIs(mounted)}/`) ? image : null
}

/** The program is known by its real path, and where it is mounted may be named by another. */
function whereItIs(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
