// A strip at the top of the window while the open folder is restricted.
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/trust.css'
import { useActions } from '../actions/window-actions.tsx'
import { Icon } from '../ui/icon.tsx'

export function RestrictedStrip({ workspace }: { workspace: WorkspaceInfo }) {
  const { run } = useActions()
  if (workspace.trust === 'trusted') return null
  return (
    <aside className="restricted-strip" aria-label="Restricted folder">
      <Icon name="shield" size={14} />
      <span>
        Restricted: read only.
        {workspace.replacedBrain === null
          ? ''
          : ` The built-in agent answers instead of ${workspace.replacedBrain}.`}
      </span>
      <button type="button" onClick={() => run('folder.trust')}>
        Trust this folder…
      </button>
    </aside>
  )
}
