// Changing to another folder while one is open.
import { useEffect, useRef } from 'react'
import type { AppInfo, WorkspaceInfo } from '../../shared/ipc.ts'
import { IconButton } from '../ui/button.tsx'
import { FolderChoice } from './folder-choice.tsx'

interface Props {
  info: AppInfo | null
  workspace: WorkspaceInfo
  onOpened: (workspace: WorkspaceInfo) => void
  onClose: () => void
}

export function FolderDialog({ info, workspace, onOpened, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="folder-dialog"
      aria-label="Folder"
      // A click beside it closes it, as Escape does.
      {...{ closedby: 'any' }}
      onClose={onClose}
    >
      <div className="folder-dialog-content">
        <header>
          <div>
            <h1>{workspace.name}</h1>
            <p className="folder-dialog-path">{workspace.path}</p>
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
    </dialog>
  )
}
