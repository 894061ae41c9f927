// What Parley is, in which version, and what is inside it that others made.
import { useEffect, useState } from 'react'
import type { AppInfo, Licence } from '../../shared/ipc.ts'
import '../styles/settings.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp } from '../store/use-room.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReportFault } from '../ui/notices.tsx'
import { UpdatesSection } from '../updates/updates-section.tsx'

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
            settings. What hears and speaks, and much of what is inside, was made by others, on the terms
            below.
          </p>
        </section>
        <UpdatesSection />
        <section>
          <h2>When something goes wrong</h2>
          <p className="setting-words">
            What runs here, what you chose and what was logged, without secrets and without anything you said.
          </p>
          <p className="diagnostics-row">
            Copy diagnostics
            <CopyButton
              label="Copy diagnostics"
              text={async () => (await bridge.request('app.diagnostics')).text}
            />
          </p>
        </section>
        <section>
          <h2>Licences</h2>
          {licences.map(({ part, version, licence, for: purpose, text }) => (
            <details key={`${part} ${version}`} className="licence">
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
