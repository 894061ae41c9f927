// What a receiver hears on `ganglia-events`, whichever dialect it came in.
import { baseName } from '../base-name.ts'
import type { Artifact } from '../../shared/artifacts.ts'
import type { StatusAction } from '../../shared/conversation.ts'

interface About {
  /** The event's own id, by which it is known twice and resumed after; null from senders that give none. */
  id: string | null
  at: number | null
  turnId: string | null
  source: string | null
}

export type Heard = About &
  (
    | { type: 'status'; action: StatusAction; detail: string | null; startedAt: number | null }
    | { type: 'artifact'; artifact: Artifact }
    | { type: 'content'; delta: string }
  )

/** A short name for an artifact that came without one. */
export function artifactTitle(artifact: Artifact): string {
  switch (artifact.kind) {
    case 'diff':
    case 'file':
      return baseName(artifact.file)
    case 'code':
    case 'markdown':
      return artifact.file ? baseName(artifact.file) : artifact.kind === 'code' ? 'Code' : 'Document'
    case 'search_results':
      return artifact.query || 'Search'
    case 'error':
      return 'Error'
  }
}
