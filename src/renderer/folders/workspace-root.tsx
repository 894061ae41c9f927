// Where the open folder is on the disk, for views that meet absolute paths.
import { createContext, useContext } from 'react'

const RootContext = createContext('')

export const WorkspaceRoot = RootContext.Provider

export function useWorkspaceRoot(): string {
  return useContext(RootContext)
}
