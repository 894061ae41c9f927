// What a window shows while the OpenClaw gateway cannot be used: a label, and a card if the user has to do something.
import type { BrainStatus, SetupCard } from '../../../shared/brain-status.ts'
import type { Fault, FaultCode } from '../../../shared/errors.ts'

const lostLabels: Partial<Record<FaultCode, string>> = {
  gateway_absent: 'not running',
  gateway_starting: 'starting',
  gateway_stopping: 'restarting',
}

const refusedLabels: Partial<Record<FaultCode, string>> = {
  gateway_token: 'token needed',
  gateway_pairing: 'not paired',
}

export function stateLabel(state: BrainStatus['state'], fault: Fault | null): string | null {
  switch (state) {
    case 'ready':
      return null
    case 'connecting':
      return 'connecting'
    case 'lost':
      return (fault && lostLabels[fault.code]) ?? 'reconnecting'
    case 'refused':
      return (fault && refusedLabels[fault.code]) ?? 'refused'
  }
}

export function setupCard(state: BrainStatus['state'], fault: Fault | null): SetupCard | null {
  if (fault === null || state === 'ready' || state === 'connecting') return null
  const card = {
    explanation: `${fault.message} ${fault.remedy}`,
    command: null,
    secretLabel: null,
  }
  const { code } = fault
  if (code === 'gateway_absent')
    return { ...card, heading: 'OpenClaw is not running', command: 'openclaw gateway' }
  // Parley reconnects to a lost gateway without the user.
  if (state === 'lost') return null
  if (code === 'gateway_token')
    return { ...card, heading: 'The gateway needs its token', secretLabel: 'Gateway token' }
  if (code === 'gateway_pairing')
    return { ...card, heading: 'The gateway does not know this device', command: 'openclaw devices list' }
  return { ...card, heading: 'OpenClaw cannot be reached' }
}
