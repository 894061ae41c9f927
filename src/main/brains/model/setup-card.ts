// What a window shows while the model cannot be used: a label, and a card if the user has to do something.
import type { SetupCard } from '../../../shared/brain-status.ts'
import type { Fault, FaultCode } from '../../../shared/errors.ts'

const labels: Partial<Record<FaultCode, string>> = {
  model_unset: 'not connected',
  model_absent: 'not answering',
  model_key: 'key missing',
  model_quota: 'no credit',
  model_unencrypted: 'not encrypted',
  model_unknown: 'unknown model',
}

export const refusedLabel = ({ code }: Fault): string => labels[code] ?? 'refused'

/** Null if the user only needs to know, or to try again. */
export function modelCard({ code, message, remedy }: Fault, place: string | null): SetupCard | null {
  const card = { explanation: `${message} ${remedy}`, command: null, secretLabel: null, connects: true }
  if (code === 'model_unset')
    return {
      ...card,
      heading: 'Connect a model',
      explanation:
        'Use a model on this computer, or one from a provider with your API key. It works with Parley’s own tools.',
    }
  if (code === 'model_key')
    return {
      ...card,
      heading: `${place ?? 'The model'} needs a key`,
      secretLabel: 'Key',
    }
  if (code === 'model_absent' || code === 'model_unknown' || code === 'model_unencrypted')
    return { ...card, heading: 'The model cannot be used' }
  return null
}
