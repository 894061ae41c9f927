// One token holder: its name, when it was last seen, whether it may approve, and a button to forget it.
import { useState } from 'react'
import type { KnownDevice as Known } from '../../shared/gateway-status.ts'
import { MAX_DEVICE_NAME } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { knownText } from './device-text.ts'

/** An editable name. Enter or leaving the field saves it; Escape restores it. */
function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [written, setWritten] = useState<string | null>(null)
  const keep = (): void => {
    const given = written?.trim() ?? ''
    setWritten(null)
    if (given !== '' && given !== name) onName(given)
  }
  return (
    <input
      className="device-name"
      aria-label={`Name of ${name}`}
      value={written ?? name}
      maxLength={MAX_DEVICE_NAME}
      onChange={({ target }) => setWritten(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key !== 'Escape' || written === null) return
        event.stopPropagation()
        setWritten(null)
      }}
    />
  )
}

export function KnownDevice({ device, now }: { device: Known; now: number }) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [busy, setBusy] = useState(false)
  const { id, kind, name } = device
  /** Shows the user's choice before the app has confirmed it. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const rename = (given: string): void =>
    void whileBusy(setBusy, () => bridge.request('gateway.device.set', { id, name: given }), report)
  return (
    <li>
      <div className="device-labels">
        {kind === 'paired' ? <NameField name={name} onName={rename} /> : <strong>{name}</strong>}
        <small>{knownText(device, now)}</small>
      </div>
      <div className="device-rights">
        <label className="device-approves">
          <input
            type="checkbox"
            aria-label={`${name} may approve`}
            checked={chosen ?? device.mayApprove}
            onChange={({ target: { checked } }) => {
              setChosen(checked)
              bridge.request('gateway.device.set', { id, mayApprove: checked }).catch((error: unknown) => {
                setChosen(null)
                report(error)
              })
            }}
          />
          <span>May approve</span>
        </label>
        {kind === 'paired' ? (
          <Button
            aria-label={`Forget ${name}`}
            disabled={busy}
            onClick={() =>
              void whileBusy(setBusy, () => bridge.request('gateway.device.forget', { id }), report)
            }
          >
            Forget
          </Button>
        ) : null}
      </div>
    </li>
  )
}
