// How it stands with newer versions, in words.
import type { UpdateStatus } from '../../shared/update-status.ts'

const unavailableWords: Record<Extract<UpdateStatus, { tag: 'unavailable' }>['why'], string> = {
  checkout: 'This runs from a checkout, which you keep up to date yourself.',
  'test build': 'This is a test build. It does not look for newer versions.',
  unsigned:
    'This copy is not signed, and macOS lets no such copy replace itself. Newer versions are in the releases.',
}

export function updateWords(status: UpdateStatus): string {
  switch (status.tag) {
    case 'unavailable':
      return unavailableWords[status.why]
    case 'off':
      return 'Newer versions are not looked for. The settings can change that.'
    case 'current':
      return status.checkedAt === null ? 'Not looked for newer versions yet.' : 'This is the newest version.'
    case 'checking':
      return 'Looking for a newer version…'
    case 'downloading':
      return `Fetching ${status.version}: ${status.percent} %.`
    case 'ready':
      return status.asked
        ? `${status.version} is installed as soon as nobody talks and the agent is done.`
        : `${status.version} is here. It is installed when you quit, or now.`
    case 'failed':
      return `No newer version could be had: ${status.message}`
  }
}
