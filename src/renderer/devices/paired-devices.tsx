// The token holders: what each may do, and buttons to forget one or all paired devices.
import { useState } from 'react'
import type { KnownDevice as Known } from '../../shared/gateway-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { forgetText, pairedText } from './device-text.ts'
import { KnownDevice } from './known-device.tsx'

/** As a ref: focuses the element that replaces the pressed button. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

interface Props {
  devices: readonly Known[]
  codeWaits: boolean
  onForgotten: () => void
}

export function PairedDevices({ devices, codeWaits, onForgotten }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [asking, setAsking] = useState<'not' | 'asking' | 'answered'>('not')
  const [busy, setBusy] = useState(false)
  const forget = async (): Promise<void> => {
    await bridge.request('gateway.forget')
    setAsking('not')
    onForgotten()
  }
  // "Today" is the day on which the page was opened.
  const [now] = useState(Date.now)
  const paired = devices.filter(({ kind }) => kind === 'paired').length
  const { what, all } = forgetText(paired)
  const isAny = paired > 0 || codeWaits
  return (
    <section>
      <h2>Who has a token</h2>
      <p className="setting-note" role="status">
        {pairedText(paired, codeWaits)}
      </p>
      <p className="setting-note">
        <strong>May approve</strong> allows a device to approve its own commands and edits while nobody is at
        this computer. Otherwise they wait here for you.
      </p>
      <ul className="devices">
        {devices.map((device) => (
          <KnownDevice key={device.id} device={device} now={now} />
        ))}
      </ul>
      {isAny && asking !== 'asking' ? (
        <div className="page-actions">
          <Button
            // Focus returns to the button that asked.
            ref={asking === 'answered' ? takeFocus : null}
            onClick={() => setAsking('asking')}
          >
            {what}
          </Button>
        </div>
      ) : null}
      {isAny && asking === 'asking' ? (
        <div role="group" aria-label={what} className="devices-question">
          <p>
            <strong>Forget {all}?</strong>{' '}
            {paired > 0
              ? 'Connected devices are disconnected, and their tokens stop working.'
              : 'It stops working.'}{' '}
            {paired > 0 ? 'You have to pair each device again before it can connect.' : ''}
          </p>
          <div className="page-actions">
            <Button look="primary" disabled={busy} onClick={() => void whileBusy(setBusy, forget, report)}>
              Forget {all}
            </Button>
            <Button ref={takeFocus} onClick={() => setAsking('answered')}>
              Keep
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  )
}
