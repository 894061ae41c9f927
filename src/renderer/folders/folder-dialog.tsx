// Changing to another folder while one is open.
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { FolderChoice } from './folder-choice.tsx'

interface Props {
  info: AppInfo | null
  workspace: WorkspaceInfo
  onOpened: (workspace: WorkspaceInfo) => void
  onClose: () => void
}

export function FolderDialog({ info, workspace, onOpened, onClose }: Props) {
  return (
    <Dialog label="Folder" className="folder-dialog" onClose={onClose}>
      <div className="folder-dialog-content">
        <header>
          <div>
            <h1>
              <VisibleText text={workspace.name} kind="line" />
            </h1>
            <p className="folder-dialog-path">
              <VisibleText text={workspace.path} kind="line" />
            </p>
          </div>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <FolderChoice
          info={info}
          current={workspace.path}
          firstFault={null}
          onOpened={(opened) => {
            onOpened(opened)
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
