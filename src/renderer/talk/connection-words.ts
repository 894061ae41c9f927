import type { Connection } from '../store/state.ts'

/** Why nothing can be sent, as a sentence; null when something can. */
export function disconnectedBecause(connection: Connection): string | null {
  switch (connection.tag) {
    case 'connected':
      return null
    case 'connecting':
      return 'Connecting to the agent…'
    case 'reconnecting':
      return `${connection.reason} Trying again${connection.attempt > 1 ? `, attempt ${connection.attempt}` : ''}…`
  }
}
