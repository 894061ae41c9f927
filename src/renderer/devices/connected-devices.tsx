// Who is connected, what each is doing, and a way to end it.
import { useState } from 'react'
import type { Guest } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { inPlainOrder } from '../ui/plain-order.ts'
import { whileBusy } from '../ui/while-busy.ts'
import { moreWords, sinceWords } from './device-words.ts'

function ConnectedDevice({ guest, now }: { guest: Guest; now: number }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [ending, setEnding] = useState(false)
  const { id, title, state, address, agent, since } = guest
  const name = inPlainOrder(title)
  return (
    <li>
      <div className="device-words">
        <strong>{name}</strong>
        {state ? <span className="badge">{inPlainOrder(state)}</span> : null}
        <small>
          {address}, {sinceWords(since, now)}
        </small>
        {agent ? <small title={agent}>{inPlainOrder(agent)}</small> : null}
      </div>
      <Button
        aria-label={`Disconnect ${name} at ${address}`}
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
  /** How many are connected that are not among them. */
  more: number
  needsToken: boolean
}

export function ConnectedDevices({ guests, more, needsToken }: Props) {
  // Today is the day on which the page was opened.
  const [now] = useState(Date.now)
  const others = moreWords(guests.length + more, guests.length)
  return (
    <section>
      <h2>Connected now</h2>
      {guests.length === 0 ? (
        <p className="setting-words">No device is connected.</p>
      ) : (
        <>
          <ul className="devices">
            {guests.map((guest) => (
              <ConnectedDevice key={guest.id} guest={guest} now={now} />
            ))}
            {others === null ? null : <li>{others}</li>}
          </ul>
          <p className="setting-words">
            Each has a conversation of its own; what is shown in it also opens here, marked with where it is
            from. One that is disconnected may come back{needsToken ? ' until it is forgotten' : ''}.
          </p>
        </>
      )}
    </section>
  )
}
