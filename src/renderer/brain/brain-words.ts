// What is said about whoever answers.
import type { BrainStatus } from '../../shared/brain-status.ts'

/** The word beside the name in the status bar; nothing while all is well. */
export function stateWord({ state, fault }: BrainStatus): string | null {
  switch (state) {
    case 'ready':
      return null
    case 'connecting':
      return 'connecting'
    case 'lost':
      if (fault?.code === 'gateway_absent') return 'not running'
      if (fault?.code === 'gateway_starting') return 'starting'
      if (fault?.code === 'gateway_stopping') return 'restarting'
      return 'reconnecting'
    case 'refused':
      if (fault?.code === 'gateway_token') return 'token needed'
      if (fault?.code === 'gateway_pairing') return 'not paired'
      return 'refused'
  }
}

/** What is typed on the gateway's machine to put it right, where that is how it is done. */
export function remedyCommand({ fault }: BrainStatus): string | null {
  if (fault?.code === 'gateway_absent') return 'openclaw gateway'
  if (fault?.code === 'gateway_pairing') return 'openclaw devices list'
  return null
}

/** The heading of the card that helps to set it up; null where no card is needed. */
export function setupHeading({ state, fault }: BrainStatus): string | null {
  if (fault === null || state === 'ready' || state === 'connecting') return null
  if (fault.code === 'gateway_absent') return 'OpenClaw is not running'
  if (state === 'lost') return null
  if (fault.code === 'gateway_token') return 'The gateway’s token is needed'
  if (fault.code === 'gateway_pairing') return 'The gateway has to know this device first'
  return 'OpenClaw cannot be reached'
}
