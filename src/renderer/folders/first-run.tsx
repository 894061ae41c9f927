// What the window shows while no folder is open.
import type { Fault } from '../../shared/errors.ts'
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import { FolderChoice } from './folder-choice.tsx'

interface Props {
  info: AppInfo | null
  fault: Fault | null
  onOpened: (workspace: WorkspaceInfo) => void
}

export function FirstRun({ info, fault, onOpened }: Props) {
  return (
    <main className="first-run">
      <div className="first-run-card">
        <h1>Parley</h1>
        <p className="first-run-line">Talk to a codebase, hear the answer, see what was done.</p>
        <FolderChoice info={info} current={null} firstFault={fault} onOpened={onOpened} />
      </div>
    </main>
  )
}
