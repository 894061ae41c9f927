// What this app is and runs on, in a few words for whoever looks for a mistake.
import { release } from 'node:os'

export function aboutThis(build: string): Record<string, string> {
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>
  return {
    build,
    system: `${process.platform} ${release()} ${process.arch}`,
    ...(electron ? { electron, chrome: chrome ?? '' } : {}),
    node: node ?? '',
  }
}
