// The agent points at lines of a file: which tab shows them.
import type { Artifact } from '../../shared/artifacts.ts'
import type { Conversation, PointedLines } from './state.ts'
import { selectTab } from './tabs.ts'

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')

/** Whether two paths name the same file; one of them may be absolute. */
export function isSameFile(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other) return false
  const [first, second] = [plain(one), plain(other)]
  return first === second || first.endsWith(`/${second}`) || second.endsWith(`/${first}`)
}

const lineCount = (text: string): number => text.split('\n').length

/** How well an artifact shows the lines: 2 if it has their text, 1 if they may be in it, 0 if not. */
function fit(artifact: Artifact, { file, line }: PointedLines): number {
  switch (artifact.kind) {
    case 'code': {
      const start = artifact.startLine ?? 1
      const isInside = line >= start && line < start + lineCount(artifact.content)
      return isSameFile(artifact.file, file) && isInside ? 2 : 0
    }
    case 'file':
      return isSameFile(artifact.file, file) && artifact.content !== undefined ? 2 : 0
    case 'diff':
      return isSameFile(artifact.file, file) || artifact.diff.includes(`+++ b/${plain(file)}\n`) ? 1 : 0
    case 'markdown':
    case 'search_results':
    case 'checklist':
    case 'error':
      return 0
  }
}

/** The newest of the tabs that show the lines best; null if none does. */
export function tabShowing(
  { artifacts, tabs, activeTab }: Conversation,
  pointed: PointedLines,
): string | null {
  const open = new Set(tabs.map(({ id }) => id))
  let best = { id: null as string | null, score: 0 }
  for (const { artifact } of artifacts) {
    if (!open.has(artifact.id)) continue
    const fitting = fit(artifact, pointed)
    // Where two show the lines equally well, the one in front stays in front.
    const score = fitting === 0 ? 0 : fitting + (artifact.id === activeTab ? 0.5 : 0)
    if (score > 0 && score >= best.score) best = { id: artifact.id, score }
  }
  return best.id
}

export function pointAt(state: Conversation, pointed: PointedLines): Conversation {
  const tab = pointed.said ? null : tabShowing(state, pointed)
  return { ...(tab === null ? state : selectTab(state, tab)), pointed }
}
