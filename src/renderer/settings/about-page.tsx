// Parley's version, diagnostics and third-party licences.
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
          <p>Parley {info?.version ?? ''}. Talk to your codebase. Hear the answer, see the result.</p>
          <p className="setting-note">
            Parley transcribes your speech on this computer, unless you choose a service in the settings. The
            recognizer, the voices and many other parts were made by others; their licences are below.
          </p>
        </section>
        <UpdatesSection />
        <section>
          <h2>When something goes wrong</h2>
          <p className="setting-note">
            The diagnostics contain versions, settings and logs, but no secrets and nothing you said.
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
              <p className="setting-note">For {purpose}.</p>
              <pre>{text}</pre>
            </details>
          ))}
        </section>
      </div>
    </Dialog>
  )
}
