// What Parley is, in which version, and what is inside it that others made.
import { useEffect, useState } from 'react'
import type { AppInfo, Licence } from '../../shared/ipc.ts'
import '../styles/settings.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReportFault } from '../ui/notices.tsx'

export function AboutPage({ info }: { info: AppInfo | null }) {
  const { close } = useActions()
  const { bridge } = useApp()
  const report = useReportFault()
  const [licences, setLicences] = useState<Licence[]>([])
  useEffect(() => {
    bridge.request('app.licences').then(setLicences, report)
  }, [bridge, report])
  return (
    <Dialog label="About Parley" className="settings-page" onClose={close}>
      <header className="settings-header">
        <h1>About Parley</h1>
        <IconButton icon="close" label="Close" onClick={close} />
      </header>
      <div className="settings-scroll">
        <section>
          <p>Parley {info?.version ?? ''}. Talk to your codebase, hear the answer, see what was done.</p>
          <p className="setting-words">
            What you say is made into words on this computer, unless you choose a service for that in the
            settings. The engines and models that hear and speak were made by others:
          </p>
        </section>
        <section>
          <h2>Licences</h2>
          {licences.map(({ part, version, licence, for: purpose, text }) => (
            <details key={part} className="licence">
              <summary>
                <strong>{part}</strong> {version} <span className="licence-name">{licence}</span>
              </summary>
              <p className="setting-words">For {purpose}.</p>
              <pre>{text}</pre>
            </details>
          ))}
        </section>
      </div>
    </Dialog>
  )
}
