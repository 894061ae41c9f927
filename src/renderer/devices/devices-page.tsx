// Everything about other devices in one place: who may connect, who is connected, and how another one is let in.
import { useState } from 'react'
import { useActions } from '../actions/window-actions.tsx'
import { Page } from '../ui/page.tsx'
import '../styles/devices.css'
import { ConnectedDevices } from './connected-devices.tsx'
import { isPairable } from './device-words.ts'
import { useGateway } from './devices-context.tsx'
import { OpenTo } from './open-to.tsx'
import { PairedDevices } from './paired-devices.tsx'
import { PairDevice, type Paired } from './pair-device.tsx'
import { useNetwork } from './use-network.ts'

export function DevicesPage() {
  const { close } = useActions()
  const status = useGateway()
  const [made, setMade] = useState<Paired | null>(null)
  // A code that was made before leads to where nobody will be found any more.
  const network = useNetwork(() => setMade(null))
  return (
    <Page title="Devices" onClose={close}>
      {status ? <OpenTo status={status} network={network} /> : null}
      {status?.tag === 'listening' ? <ConnectedDevices {...status} /> : null}
      {isPairable(status) ? <PairDevice network={network} made={made} onMade={setMade} /> : null}
      {status?.tag === 'listening' ? (
        <PairedDevices
          paired={status.paired}
          codeWaits={status.codeWaits}
          onlyHere={status.addresses.length === 0}
          onForgotten={() => setMade(null)}
        />
      ) : null}
    </Page>
  )
}
