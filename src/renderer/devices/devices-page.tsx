// The page about other devices: who can connect, who is connected, and pairing.
import { useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { Page } from '../ui/page.tsx'
import '../styles/devices.css'
import { ConnectedDevices } from './connected-devices.tsx'
import { isPairable } from './device-text.ts'
import { useGateway } from './devices-context.tsx'
import { NetworkAccess } from './network-access.tsx'
import { OwnToken } from './own-token.tsx'
import { PairedDevices } from './paired-devices.tsx'
import { PairDevice, type Paired } from './pair-device.tsx'
import { useNetwork } from './use-network.ts'

export function DevicesPage() {
  const { close } = useActions()
  const status = useGateway()
  const [made, setMade] = useState<Paired | null>(null)
  // A code made before has the wrong address now.
  const network = useNetwork(() => setMade(null))
  const own = status?.tag === 'listening' ? status.devices.find(({ kind }) => kind !== 'paired') : undefined
  return (
    <Page title="Devices" onClose={close}>
      {status ? <NetworkAccess status={status} network={network} /> : null}
      {status?.tag === 'listening' ? <ConnectedDevices {...status} /> : null}
      {isPairable(status) ? <PairDevice network={network} made={made} onMade={setMade} /> : null}
      {status?.tag === 'listening' ? <PairedDevices {...status} onForgotten={() => setMade(null)} /> : null}
      {own ? <OwnToken kind={own.kind} /> : null}
    </Page>
  )
}
