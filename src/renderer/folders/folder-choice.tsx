// Opens a folder: a recent one, or one chosen in the system's dialog, or in the page if there is no dialog.
import { useEffect, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { AppInfo, RecentFolder, WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/folders.css'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultText } from '../ui/fault-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisibleText } from '../ui/visible-text.ts'
import { FolderChooser } from './folder-chooser.tsx'
import { tildePath } from './folder-path.ts'

interface Props {
  info: AppInfo | null
  /** The open folder, which is not offered again. */
  current: string | null
  firstFault: Fault | null
  onOpened: (workspace: WorkspaceInfo) => void
}

export function FolderChoice({ info, current, firstFault, onOpened }: Props) {
  const { bridge } = useApp()
  const [recent, setRecent] = useState<RecentFolder[]>([])
  const [fault, setFault] = useState(firstFault)
  const [choosing, setChoosing] = useState(false)
  const [opening, setOpening] = useState(false)

  useEffect(() => {
    let cancelled = false
    bridge.request('workspace.recent').then(
      (folders) => {
        if (!cancelled) setRecent(folders)
      },
      (error: unknown) => {
        if (!cancelled) setFault(faultOf(error))
      },
    )
    return () => {
      cancelled = true
    }
  }, [bridge])

  const follow = (request: Promise<WorkspaceInfo | null>): void => {
    setOpening(true)
    setFault(null)
    request
      .then(
        (workspace) => {
          if (workspace) onOpened(workspace)
        },
        (error: unknown) => setFault(faultOf(error)),
      )
      .finally(() => setOpening(false))
  }
  const open = (path: string): void => follow(bridge.request('workspace.open', { path }))
  const others = recent.filter(({ path }) => path !== current)

  return (
    <div className="folder-choice">
      {fault ? <FaultText fault={fault} /> : null}
      {choosing ? (
        <FolderChooser onChoose={open} onCancel={() => setChoosing(false)} />
      ) : (
        <>
          <Button
            look="primary"
            className="open-folder"
            icon="folder"
            disabled={!info || opening}
            onClick={() => {
              if (info?.host === 'desktop') follow(bridge.request('workspace.pick'))
              else setChoosing(true)
            }}
          >
            Open folder…
          </Button>
          {others.length > 0 ? (
            <section className="recent">
              <h2>Recent</h2>
              <ul>
                {others.map(({ path, name }) => (
                  <li key={path}>
                    <button type="button" disabled={opening} title={path} onClick={() => open(path)}>
                      <Icon name="folder" size={15} />
                      <span className="recent-name">
                        <VisibleText text={name} kind="line" />
                      </span>
                      <span className="recent-path">
                        <bdi>
                          <VisibleText text={tildePath(path, info?.home ?? '')} kind="line" />
                        </bdi>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </>
      )}
    </div>
  )
}
