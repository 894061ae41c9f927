// The open folder.
import { createContext, useContext, useEffect, useState } from 'react'
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
    let isKnown = false
    const stop = bridge.on('workspace.changed', (workspace) => {
      isKnown = true
      setState(stateOf(workspace))
    })
    bridge.request('workspace.current').then(
      (workspace) => {
        // An event that arrived meanwhile is newer than this answer.
        if (!isKnown) setState(stateOf(workspace))
      },
      (error: unknown) => {
        if (!isKnown) setState({ tag: 'none', fault: faultOf(error) })
      },
    )
    return () => {
      isKnown = true
      stop()
    }
  }, [bridge])
  return [state, (workspace) => setState(stateOf(workspace))]
}

const RootContext = createContext('')

/** Provides the path of the open folder to views that show absolute paths. */
export const WorkspaceRoot = RootContext.Provider

export const useWorkspaceRoot = (): string => useContext(RootContext)
