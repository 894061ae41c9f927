// What leaves this computer, and whether the owner agreed. Asked once for each address, and remembered.
import type { BrainStorage } from '../brain-definition.ts'
import type { ModelAddress } from './address.ts'

export interface Consent {
  /** Whether requests may go there without a question. */
  isGiven(address: ModelAddress): Promise<boolean>
  give(address: ModelAddress): Promise<void>
}

const keyOf = ({ consentTo }: ModelAddress): string => `model consent ${consentTo}`

export function createConsent(storage: BrainStorage): Consent {
  const given = new Set<string>()
  return {
    async isGiven(address) {
      if (address.isLocal || given.has(address.consentTo)) return true
      return (await storage.get(keyOf(address))) === 'given'
    },
    async give(address) {
      given.add(address.consentTo)
      await storage.set(keyOf(address), 'given')
    },
  }
}
