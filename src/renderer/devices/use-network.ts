// The setting that opens the gateway to the network.
import { useSettings } from '../ui/settings-context.tsx'
import { isLoopback } from '../../base/host-address.ts'

const HERE = '127.0.0.1'
const EVERYWHERE = '0.0.0.0'

export interface Network {
  /** Null until known. */
  wanted: boolean | null
  set: (wanted: boolean) => void
}

export function useNetwork(onSet: () => void): Network {
  const { settings, change } = useSettings()
  return {
    wanted: settings === null ? null : !isLoopback(settings.gatewayHost),
    set(wanted) {
      change({ gatewayHost: wanted ? EVERYWHERE : HERE })
      onSet()
    },
  }
}
