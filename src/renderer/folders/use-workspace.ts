// Which folder is open, as the app tells it.
import { useEffect, useState } from 'react'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { WorkspaceInfo } from '../../shared/ipc.ts'
import { useApp } from '../store/use-room.tsx'

export type WorkspaceState =
  { tag: 'loading' } | { tag: 'none'; fault: Fault | null } | { tag: 'open'; workspace: WorkspaceInfo }

const stateOf = (workspace: WorkspaceInfo | null): WorkspaceState =>
  workspace ? { tag: 'open', workspace } : { tag: 'none', fault: null }

export function useWorkspace(): [WorkspaceState, (workspace: WorkspaceInfo) => void] {
  const { bridge } = useApp()
  const [state, setState] = useState<WorkspaceState>({ tag: 'loading' })
  useEffect(() => {
    let told = false
    const stop = bridge.on('workspace.changed', (workspace) => {
      told = true
      setState(stateOf(workspace))
    })
    bridge.request('workspace.current').then(
      (workspace) => {
        // An event that came meanwhile is newer than this answer.
        if (!told) setState(stateOf(workspace))
      },
      (error: unknown) => {
        if (!told) setState({ tag: 'none', fault: faultOf(error) })
      },
    )
    return () => {
      told = true
      stop()
    }
  }, [bridge])
  return [state, (workspace) => setState(stateOf(workspace))]
}
