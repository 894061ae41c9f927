// What whoever runs this is called. A container may run as somebody the system has no name for, and asking throws then.
import { userInfo } from 'node:os'

const NOBODY_KNOWN = 'Somebody'

export function ownName(ask: () => { username: string } = userInfo): string {
  try {
    return ask().username || NOBODY_KNOWN
  } catch {
    return NOBODY_KNOWN
  }
}
