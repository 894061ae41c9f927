// The connected devices: what each does, and a button to disconnect it.
import { useState } from 'react'
import type { Guest } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { whileBusy } from '../ui/while-busy.ts'
import { moreText, sinceText } from './device-text.ts'

function ConnectedDevice({ guest, now }: { guest: Guest; now: number }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [ending, setEnding] = useState(false)
  const { id, title, state, address, agent, since, device } = guest
  return (
    <li>
      <div className="device-labels">
        <strong>
          <VisibleText text={title} kind="line" />
        </strong>
        {state ? <span className="badge">{state}</span> : null}
        <small>
          {device ? `${device.name}, ` : ''}
          {address}, {sinceText(since, now)}
        </small>
        {agent ? <small title={agent}>{agent}</small> : null}
      </div>
      <Button
        aria-label={`Disconnect ${title} at ${address}`}
        disabled={ending}
        onClick={() => void whileBusy(setEnding, () => bridge.request('gateway.drop', { id }), report)}
      >
        Disconnect
      </Button>
    </li>
  )
}

interface Props {
  guests: readonly Guest[]
  /** How many more are connected. */
  more: number
  isOpen: boolean
}

export function ConnectedDevices({ guests, more, isOpen }: Props) {
  // "Today" is the day on which the page was opened.
  const [now] = useState(Date.now)
  const others = moreText(guests.length + more, guests.length)
  return (
    <section>
      <h2>Connected now</h2>
      {guests.length === 0 ? (
        <p className="setting-note">No device is connected.</p>
      ) : (
        <>
          <ul className="devices">
            {guests.map((guest) => (
              <ConnectedDevice key={guest.id} guest={guest} now={now} />
            ))}
            {others === null ? null : <li>{others}</li>}
          </ul>
          <p className="setting-note">
            Each device has its own conversation. Its results also open here, marked with the device. A
            disconnected device may reconnect{isOpen ? '' : ' until you forget it'}.
          </p>
        </>
      )}
    </section>
  )
}
