// Updates on the page about Parley: the status, what is new, and the buttons.
import type { UpdateStatus } from '../../shared/update-status.ts'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { usePushed } from '../ui/use-pushed.ts'
import { updateText } from './update-text.ts'

/** The update status; null until known. */
export function useUpdates(): UpdateStatus | null {
  const { bridge } = useApp()
  return usePushed(
    () => bridge.request('app.updates'),
    (listener) => bridge.on('app.updates.changed', listener),
  )
}

export function UpdatesSection() {
  const { bridge } = useApp()
  const report = useReportFault()
  const status = useUpdates()
  if (status === null) return null
  const notes = status.tag === 'ready' || status.tag === 'downloading' ? status.notes : ''
  return (
    <section>
      <h2>Updates</h2>
      <p role="status">{updateText(status)}</p>
      {notes === '' ? null : <pre className="release-notes">{notes}</pre>}
      <div className="setting-choices">
        {status.tag === 'current' || status.tag === 'failed' ? (
          <Button onClick={() => bridge.request('app.updates.check').catch(report)}>Check now</Button>
        ) : null}
        {status.tag === 'ready' && !status.asked ? (
          <Button look="primary" onClick={() => bridge.request('app.updates.install').catch(report)}>
            Restart and install
          </Button>
        ) : null}
      </div>
    </section>
  )
}
