// What the app uses of the operating system.
import { createHash } from 'node:crypto'
import { release, userInfo } from 'node:os'

/** A name for files and conversations that reveals nothing. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const UNKNOWN_USER = 'Somebody'

/** In a container the system may have no name for the user, and asking for it throws. */
export function userName(ask: () => { username: string } = userInfo): string {
  try {
    return ask().username || UNKNOWN_USER
  } catch {
    return UNKNOWN_USER
  }
}

/**
 * Keeps the app running when the reader of its output is gone; the log in the profile has everything. Without a listener,
 * each unread line would be an uncaught exception, which restarts the app, which prints.
 */
export function surviveBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** What this app is and runs on, for diagnostics. */
export function appInfo(build: string): Record<string, string> {
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>
  return {
    build,
    system: `${process.platform} ${release()} ${process.arch}`,
    ...(electron ? { electron, chrome: chrome ?? '' } : {}),
    node: node ?? '',
  }
}
