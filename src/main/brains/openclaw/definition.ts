import { brainInfos } from '../../../shared/brains.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { BrainDefinition } from '../brain-definition.ts'
import { addressOf, type Address } from './address.ts'
import { testConnection } from './connection-test.ts'
import { findGateway } from './gateway-http.ts'
import { createOpenClawBrain } from './openclaw-brain.ts'

const TOKEN = 'openclaw.token'

const gatewayAddress = ({ openclawHost, openclawPort }: Settings): Address =>
  addressOf(openclawHost, openclawPort)

export const openclawBrain: BrainDefinition = {
  ...brainInfos.openclaw,
  settings: ['openclawHost', 'openclawPort'],
  needsTrust: true,
  secret: {
    name: TOKEN,
    address(settings) {
      try {
        return gatewayAddress(settings).url
      } catch {
        // Not a valid address, so Parley sends nothing there.
        return `${settings.openclawHost}:${settings.openclawPort}`
      }
    },
  },
  open({ settings, secret: token, ...deps }) {
    const address = (): Address => gatewayAddress(settings())
    return {
      create: ({ folder, folderName, conversation }) =>
        createOpenClawBrain({
          ...deps,
          address,
          token,
          folder,
          folderName,
          session: conversation,
          random: Math.random,
        }),
      async detect() {
        const { isLocal, place } = address()
        // The user did not ask for this, so Parley looks on this computer only.
        return isLocal && (await findGateway(address())) ? place : null
      },
      test: () => testConnection({ ...deps, address: address(), token: token() }),
    }
  },
}
