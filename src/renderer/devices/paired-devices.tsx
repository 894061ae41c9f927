// The devices that may come back by themselves, and a way to let none of them.
import { useState } from 'react'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { whileBusy } from '../ui/while-busy.ts'
import { forgetWords, pairedWords } from './device-words.ts'

/** Given as a ref: the button that was pressed is gone, and what came in its place goes on from there. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

interface Props {
  paired: number
  codeWaits: boolean
  /** Nothing but this computer is let in. */
  onlyHere: boolean
  onForgotten: () => void
}

export function PairedDevices({ paired, codeWaits, onlyHere, onForgotten }: Props) {
  const { bridge } = useApp()
  const report = useReportFault()
  const [asking, setAsking] = useState<'not' | 'asking' | 'answered'>('not')
  const [busy, setBusy] = useState(false)
  const forget = async (): Promise<void> => {
    await bridge.request('gateway.forget')
    setAsking('not')
    onForgotten()
  }
  const { what, all } = forgetWords(paired)
  const isAny = paired > 0 || codeWaits
  return (
    <section>
      <h2>Paired devices</h2>
      <p className="setting-words" role="status">
        {pairedWords(paired, codeWaits)}
      </p>
      {isAny && asking !== 'asking' ? (
        <div className="page-actions">
          <Button
            // Back to where the question was asked from.
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
              ? 'Those that are connected are disconnected, and their tokens open nothing any more.'
              : 'It opens nothing any more.'}{' '}
            {onlyHere
              ? 'Programs on this computer then need none, unless GATEWAY_TOKEN is set.'
              : paired > 0
                ? 'Each has to be paired again before it can come back.'
                : ''}
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
