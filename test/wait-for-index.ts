// Before its index is ready, a workspace answers symbol questions incompletely after a few seconds. The index thread
// has low priority, so on a busy machine it needs longer than that.
import type { SymbolsOutcome } from '../src/core/tools/codebase.ts'
import type { Workspace } from '../src/core/ports/workspace.ts'

/** Resolves once the index is ready. */
export function waitForIndex(workspace: Workspace): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (workspace.indexState().tag !== 'ready') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = workspace.onIndexState(check)
    workspace.startIndex()
    check()
  })
}

/** The complete answer: asks again once the index is ready, if the first answer came too early. */
export async function completeOutcome(
  workspace: Workspace,
  ask: () => Promise<SymbolsOutcome>,
): Promise<SymbolsOutcome> {
  const first = await ask()
  if (first.complete) return first
  await waitForIndex(workspace)
  return ask()
}

/** The same workspace, but it waits for complete answers. */
export const waitingForIndex = (workspace: Workspace): Workspace => ({
  ...workspace,
  symbols: (...question) => completeOutcome(workspace, () => workspace.symbols(...question)),
  longestFunctions: (...question) =>
    completeOutcome(workspace, () => workspace.longestFunctions(...question)),
})
