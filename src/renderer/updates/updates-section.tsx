// Newer versions, on the page about Parley: what there is, what it brings, and the buttons for it.
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { updateWords } from './update-words.ts'
import { useUpdates } from './use-updates.ts'

export function UpdatesSection() {
  const { bridge } = useApp()
  const report = useReportFault()
  const status = useUpdates()
  if (status === null) return null
  const notes = status.tag === 'ready' || status.tag === 'downloading' ? status.notes : ''
  return (
    <section>
      <h2>Newer versions</h2>
      <p role="status">{updateWords(status)}</p>
      {notes === '' ? null : <pre className="release-notes">{notes}</pre>}
      <div className="setting-choices">
        {status.tag === 'current' || status.tag === 'failed' ? (
          <Button onClick={() => bridge.request('app.updates.check').catch(report)}>Look now</Button>
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
