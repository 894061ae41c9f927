// Who can reach this codebase from another device: nobody, this computer, or its network too.
import type { GatewayStatus } from '../../shared/gateway-status.ts'
import { useActions } from '../actions/window-actions.tsx'
import { Button } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { NetworkChoice } from '../ui/network-choice.tsx'
import { useSettings } from '../ui/settings-context.tsx'
import { gatewayWords, waitsForPairing } from './device-words.ts'
import type { Network } from './use-network.ts'

export function OpenTo({ status, network }: { status: GatewayStatus; network: Network }) {
  const { run } = useActions()
  const { settings, change } = useSettings()
  const { words, look, explained } = gatewayWords(status, settings?.gatewayHost ?? '')
  const troubled = status.tag === 'failed' && !waitsForPairing(status) ? status.fault : null
  const isOff = status.tag === 'off'
  const addresses = status.tag === 'listening' ? status.addresses : []
  return (
    <section>
      <h2>Who can connect</h2>
      <p role="status" className={`page-now connection-${look}`}>
        <span className="connection-dot" aria-hidden="true" />
        <strong>{words}</strong>
      </p>
      {troubled ? <FaultWords fault={troubled} /> : null}
      <p className="setting-words">{explained}</p>
      {addresses.length > 0 ? (
        <ul className="devices-addresses" aria-label="Where it is reached">
          {addresses.map((address) => (
            <li key={address}>
              <code>{address}</code>
            </li>
          ))}
        </ul>
      ) : null}
      {isOff || network.wanted === null ? null : (
        <NetworkChoice
          title="Also for devices in this network"
          checked={network.wanted}
          onChange={network.set}
        >
          Without it, only this computer is let in. With it, phones and glasses in your network reach it too,
          and need a token to get in: pairing a device makes one for it.
        </NetworkChoice>
      )}
      <div className="page-actions">
        <Button look={isOff ? 'primary' : 'plain'} onClick={() => change({ gateway: isOff ? 'on' : 'off' })}>
          {isOff ? 'Let devices connect' : 'Let no device connect'}
        </Button>
        {troubled ? <Button onClick={() => run('settings.open')}>Choose another port</Button> : null}
      </div>
    </section>
  )
}
