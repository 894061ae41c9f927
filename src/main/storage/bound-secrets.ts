// A secret belongs to the address it was entered for, and is used for no other: a compromised page that changes an address in
// the settings gets no secret sent there.
import type { SecretStore } from './secret-store.ts'

export interface BoundSecrets extends SecretStore {
  /** Whether the secret with this name belongs to another address than the current one. */
  isForAnother(name: string): boolean
}

interface Deps {
  secrets: SecretStore
  /** The names of the secrets that have an address. */
  names: readonly string[]
  /** The current address of a secret; null for one without an address. */
  addressOf(name: string): string | null
}

const addressName = (name: string): string => `${name} address`

export function bindSecrets({ secrets, names, addressOf }: Deps): BoundSecrets {
  // Secrets of earlier versions have no address yet. They belong to the current one.
  for (const name of names) {
    if (secrets.get(name) !== null && secrets.get(addressName(name)) === null)
      secrets.set(addressName(name), addressOf(name))
  }
  const isBound = (name: string): boolean => names.includes(name)
  /** A secret that was entered without an address belongs to the first address that is set. */
  function adopt(name: string): void {
    const address = addressOf(name)
    if (address && secrets.get(name) !== null && secrets.get(addressName(name)) === '')
      secrets.set(addressName(name), address)
  }
  function isForAnother(name: string): boolean {
    if (!isBound(name) || secrets.get(name) === null) return false
    adopt(name)
    return secrets.get(addressName(name)) !== addressOf(name)
  }
  return {
    ...secrets,
    isForAnother,
    get: (name) => (isForAnother(name) ? null : secrets.get(name)),
    set(name, value) {
      // The address first: a secret is never stored with the address of the previous one.
      if (isBound(name)) secrets.set(addressName(name), value === null ? null : addressOf(name))
      secrets.set(name, value)
    },
  }
}
