// Opening a folder: with the system's dialog where there is one, else in the page; or one of those opened lately.
import { useEffect, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { AppInfo, RecentFolder, WorkspaceInfo } from '../../shared/ipc.ts'
import '../styles/folders.css'
import { useApp } from '../store/use-room.tsx'
import { Button } from '../ui/button.tsx'
import { FaultWords } from '../ui/fault-words.tsx'
import { Icon } from '../ui/icon.tsx'
import { FolderChooser } from './folder-chooser.tsx'
import { tildePath } from './folder-path.ts'

interface Props {
  info: AppInfo | null
  /** The folder that is open already, which is not offered again. */
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
    let gone = false
    bridge.request('workspace.recent').then(
      (folders) => {
        if (!gone) setRecent(folders)
      },
      (error: unknown) => {
        if (!gone) setFault(faultOf(error))
      },
    )
    return () => {
      gone = true
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
      {fault ? <FaultWords fault={fault} /> : null}
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
                      <span className="recent-name">{name}</span>
                      <span className="recent-path">
                        <bdi>{tildePath(path, info?.home ?? '')}</bdi>
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
