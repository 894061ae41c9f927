// Lets another device in: a code for its camera and the same as a link, with a token that is made for it alone.
import { useState } from 'react'
import { guestWires, type GuestWire } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { intoView } from '../ui/into-view.ts'
import { LineToCopy } from '../ui/line-to-copy.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { isOnlyHere, trustWords, wireNames, wireSteps } from './device-words.ts'
import type { Network } from './use-network.ts'

export interface Paired {
  wire: GuestWire
  link: string
}

function Shown({ made: { wire, link } }: { made: Paired }) {
  const trust = trustWords(link)
  return (
    <div ref={intoView} className="code-and-lines">
      <QrCode text={link} label="The link, as a code to be read by a camera" />
      <div className="beside-code">
        <dl>
          <LineToCopy name="Link" text={link} whole />
        </dl>
        <p className="setting-words">
          {wireSteps[wire]}
          {isOnlyHere(link) ? ' It works on this computer only.' : ''}
        </p>
        {trust === null ? null : <p className="setting-words">{trust}</p>}
      </div>
    </div>
  )
}

/** A code for a phone is of no use while nothing but this computer is let in. */
function NetworkFirst({ wanted, set }: Network) {
  if (wanted !== false) return null
  return (
    <div className="network-first">
      <p className="setting-words">
        Only this computer is let in so far. For a phone or glasses, open it to your network first.
      </p>
      <Button onClick={() => set(true)}>Open it to the network</Button>
    </div>
  )
}

interface Props {
  network: Network
  /** What was made last, as long as it is good. */
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
      <p className="setting-words">
        Each device gets a code of its own. <strong>Whoever has it can talk to this codebase</strong> and ask
        the agent for anything you may ask it for, so show it to nobody else.
      </p>
      <NetworkFirst {...network} />
      <fieldset className="devices-wires">
        <legend className="setting-words">What is it?</legend>
        <div className="setting-choices">
          {guestWires.map((one) => (
            <label key={one} className="setting-choice">
              <input
                type="radio"
                name="wire"
                value={one}
                checked={one === wire}
                onChange={() => {
                  setWire(one)
                  // A code for another kind of device would be scanned in vain.
                  onMade(null)
                }}
              />
              <span>{wireNames[one]}</span>
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
