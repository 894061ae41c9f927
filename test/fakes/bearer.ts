// Devices with tokens for tests of the listener and the wires, without a store.
import type { Bearer } from '../../src/main/gateways/devices.ts'

export const bearerOf = (id: string, more: Partial<Bearer> = {}): Bearer => ({
  id,
  name: `Device ${id}`,
  isShared: false,
  isGuessable: false,
  mayApprove: () => false,
  markSeen() {},
  ...more,
})
