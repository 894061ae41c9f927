// Asked for symbols before its index is made, a workspace waits for some seconds and then tells what it has: right, but not
// all of it. The index is made by a thread that gives way to everything else, which on a busy machine takes longer.
import type { SymbolsOutcome } from '../src/core/codebase.ts'
import type { Workspace } from '../src/core/workspace.ts'

/** Resolves once the index of what there is has been made. */
export function indexed(workspace: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (workspace.indexState().tag !== 'ready') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = workspace.onIndexState(look)
    workspace.startIndex()
    look()
  })
}

/** The whole answer to this question, which is asked again where it came too early. */
export async function whole(
  workspace: Workspace,
  ask: () => Promise<SymbolsOutcome>,
): Promise<SymbolsOutcome> {
  const first = await ask()
  if (first.complete) return first
  await indexed(workspace)
  return ask()
}

/** The same workspace for whoever has the patience. */
export const patient = (workspace: Workspace): Workspace => ({
  ...workspace,
  symbols: (...question) => whole(workspace, () => workspace.symbols(...question)),
  longestFunctions: (...question) => whole(workspace, () => workspace.longestFunctions(...question)),
})
