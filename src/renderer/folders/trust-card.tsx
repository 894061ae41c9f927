// Asks whether the user trusts the open folder. The card blocks nothing: Parley can read and search a restricted folder.
// Only a click or a key decides; a spoken command only opens this card.
import { useEffect, useId, useRef, useState } from 'react'
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/request-card.css'
import '../styles/trust.css'
import { useActions } from '../actions/window-actions.tsx'
import { useApp, useConversation } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReportFault } from '../ui/notices.tsx'

export function TrustCard({ workspace }: { workspace: WorkspaceInfo }) {
  const { overlay, run } = useActions()
  const command = useConversation((conversation) => conversation.viewCommand)
  const seen = useRef(command)
  useEffect(() => {
    if (command === seen.current) return
    seen.current = command
    if (command?.action === 'folder.trust') run('folder.trust')
  }, [command, run])
  const isWanted = overlay === 'trust'
  return workspace.trust === 'undecided' || isWanted ? (
    // A new card for each folder.
    <Question key={workspace.path} workspace={workspace} takesFocus={isWanted} />
  ) : null
}

function Question({ workspace, takesFocus }: { workspace: WorkspaceInfo; takesFocus: boolean }) {
  const { bridge } = useApp()
  const { close } = useActions()
  const report = useReportFault()
  const [deciding, setDeciding] = useState(false)
  const card = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    // Focuses the card and no button, so that a key meant for something else decides nothing.
    if (takesFocus) card.current?.focus()
  }, [takesFocus])
  const isTrusted = workspace.trust === 'trusted'

  function decide(trust: 'trusted' | 'restricted'): void {
    setDeciding(true)
    bridge
      .request('workspace.trust', { path: workspace.path, trust })
      .then(close, report)
      .finally(() => setDeciding(false))
  }

  return (
    <section ref={card} className="request-card trust-card" aria-labelledby={id} tabIndex={-1}>
      <header>
        <Icon name="shield" size={16} />
        <h2 id={id}>{isTrusted ? 'You trust this folder' : 'Do you trust this folder?'}</h2>
      </header>
      <p className="trust-path">
        <bdi>{workspace.path}</bdi>
      </p>
      <dl>
        <div>
          <dt>Trusted</dt>
          <dd>The agent can change files and run commands here, and asks you each time.</dd>
        </div>
        <div>
          <dt>Restricted</dt>
          <dd>You can read, search and ask about the code. The agent changes and runs nothing here.</dd>
        </div>
      </dl>
      <div className="trust-answers">
        {isTrusted ? (
          <>
            <Button look="primary" disabled={deciding} onClick={close}>
              Keep trusting
            </Button>
            <Button disabled={deciding} onClick={() => decide('restricted')}>
              Stop trusting
            </Button>
          </>
        ) : (
          <>
            <Button look="primary" data-by-hand disabled={deciding} onClick={() => decide('trusted')}>
              Trust this folder
            </Button>
            <Button disabled={deciding} onClick={() => decide('restricted')}>
              Stay restricted
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
