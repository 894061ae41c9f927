// Who can reach the gateway: nobody, this computer, or its network too.
import type { GatewayStatus } from '../../shared/gateway-status.ts'
import { useActions } from '../actions/window-actions.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { NetworkChoice } from '../ui/network-choice.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { gatewayText } from './device-text.ts'
import type { Network } from './use-network.ts'

export function NetworkAccess({ status, network }: { status: GatewayStatus; network: Network }) {
  const { run } = useActions()
  const { settings, change } = useSettings()
  const { text, look, explained } = gatewayText(status, settings?.gatewayHost ?? '')
  const troubled = status.tag === 'failed' ? status.fault : null
  const isOff = status.tag === 'off'
  const addresses = status.tag === 'listening' ? status.addresses : []
  return (
    <section>
      <h2>Who can connect</h2>
      <p role="status" className={`page-now connection-${look}`}>
        <span className="connection-dot" aria-hidden="true" />
        <strong>{text}</strong>
      </p>
      {troubled ? <FaultText fault={troubled} /> : null}
      <p className="setting-note">{explained}</p>
      {addresses.length > 0 ? (
        <ul className="devices-addresses" aria-label="Addresses">
          {addresses.map((address) => (
            <li key={address}>
              <code>{address}</code>
            </li>
          ))}
        </ul>
      ) : null}
      {isOff || network.wanted === null ? null : (
        <NetworkChoice title="Allow devices in this network" checked={network.wanted} onChange={network.set}>
          When this is off, only this computer can connect. When it is on, phones and glasses in your network
          can connect too. Each needs a token, which it gets when you pair it.
        </NetworkChoice>
      )}
      <div className="page-actions">
        <Button look={isOff ? 'primary' : 'plain'} onClick={() => change({ gateway: isOff ? 'on' : 'off' })}>
          {isOff ? 'Allow devices to connect' : 'Stop devices from connecting'}
        </Button>
        {troubled?.code === 'devices_port' ? (
          <Button onClick={() => run('settings.open')}>Choose another port</Button>
        ) : null}
      </div>
    </section>
  )
}
