// Pairs a device: a QR code and the same as a link, with a token for this device alone.
import { useState } from 'react'
import { gatewayWireOf, gatewayWires, type GuestWire } from '../../shared/wire/registry.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { intoView } from '../ui/page.tsx'
import { CopyableLine } from '../ui/copyable-line.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { isOnlyHere, trustText } from './device-text.ts'
import type { Network } from './use-network.ts'

export interface Paired {
  wire: GuestWire
  link: string
}

function Shown({ made: { wire, link } }: { made: Paired }) {
  const trust = trustText(link)
  return (
    <div ref={intoView} className="code-and-lines">
      <QrCode text={link} label="The link as a QR code" />
      <div className="beside-code">
        <dl>
          <CopyableLine name="Link" text={link} whole />
        </dl>
        <p className="setting-note">
          {gatewayWireOf(wire).pairing.steps}
          {isOnlyHere(link) ? ' It works on this computer only.' : ''}
        </p>
        {trust === null ? null : <p className="setting-note">{trust}</p>}
      </div>
    </div>
  )
}

/** A code for a phone is useless while only this computer can connect. */
function NetworkFirst({ wanted, set }: Network) {
  if (wanted !== false) return null
  return (
    <div className="network-first">
      <p className="setting-note">
        Only this computer can connect so far. To pair a phone or glasses, open Parley to your network first.
      </p>
      <Button onClick={() => set(true)}>Open to the network</Button>
    </div>
  )
}

interface Props {
  network: Network
  /** The last code made, while it is valid. */
  made: Paired | null
  onMade: (made: Paired | null) => void
}

export function PairDevice({ network, made, onMade }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [wire, setWire] = useState<GuestWire>(made?.wire ?? 'g2')
  const [making, setMaking] = useState(false)
  const pair = async (): Promise<void> => {
    const { link } = await bridge.request('gateway.pair', { wire })
    onMade({ wire, link })
  }
  return (
    <section>
      <h2>Pair a device</h2>
      <p className="setting-note">
        Each device gets its own code. <strong>Anyone who has it can talk to this codebase</strong>, so do not
        share it. You approve a device’s commands and edits here, unless you allow the device to approve them.
      </p>
      <NetworkFirst {...network} />
      <fieldset className="devices-wires">
        <legend className="setting-note">Device</legend>
        <div className="setting-choices">
          {gatewayWires.map(({ id, device }) => (
            <label key={id} className="setting-choice">
              <input
                type="radio"
                name="wire"
                value={id}
                checked={id === wire}
                onChange={() => {
                  setWire(id)
                  // The code is for another kind of device.
                  onMade(null)
                }}
              />
              <span>{device}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="page-actions">
        <Button look="primary" disabled={making} onClick={() => void whileBusy(setMaking, pair, report)}>
          {made ? 'Make another code' : 'Make a code'}
        </Button>
      </div>
      <div role="status">{made ? <Shown key={made.link} made={made} /> : null}</div>
    </section>
  )
}
