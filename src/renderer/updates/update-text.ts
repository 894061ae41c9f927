// The update status as text.
import type { UpdateStatus } from '../../shared/update-status.ts'

const unavailableText: Record<Extract<UpdateStatus, { tag: 'unavailable' }>['why'], string> = {
  checkout: 'This is a checkout; update it with git.',
  'test build': 'This is a test build. It does not check for updates.',
  unsigned:
    'This copy is not signed, so macOS does not allow it to update itself. Download newer versions from the releases page.',
}

export function updateText(status: UpdateStatus): string {
  switch (status.tag) {
    case 'unavailable':
      return unavailableText[status.why]
    case 'off':
      return 'Update checks are off. You can turn them on in the settings.'
    case 'current':
      return status.checkedAt === null
        ? 'Parley has not checked for updates yet.'
        : 'This is the newest version.'
    case 'checking':
      return 'Checking for updates…'
    case 'downloading':
      return `Downloading ${status.version}: ${status.percent} %.`
    case 'ready':
      return status.asked
        ? `Parley installs ${status.version} as soon as nobody is talking and the agent is done.`
        : `${status.version} is ready. Parley installs it when you quit, or now.`
    case 'failed':
      return `The update failed: ${status.message}`
  }
}
