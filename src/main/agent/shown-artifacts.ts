// The artifacts shown last, for brains that do not remember them: "read it out" and "open the second one" work with
// every brain.
import { BoundedMap } from '../../base/bounded.ts'
import { NOTHING_TO_READ, readAloud } from '../../core/understanding/replies/read-aloud.ts'
import type { Artifact, ArtifactOf } from '../../shared/artifacts.ts'
import type { ConversationCommandOf, ConversationEvent, ViewContext } from '../../shared/conversation.ts'

export interface ShownArtifacts {
  follow(event: ConversationEvent): void
  /** How many results the user can choose from. */
  choices(view: ViewContext | null): number
  /** Opens the result with this number, -1 for the last; false where there is none. */
  open(view: ViewContext | null, number: number, turnId: string): boolean
  aloud(view: ViewContext | null): string
}

/** Tabs that may still be in front. */
const MAX_REMEMBERED = 8

export function createShownArtifacts(
  openFile: (command: ConversationCommandOf<'file.open'>) => Promise<void>,
): ShownArtifacts {
  /** Oldest first. */
  const shown = new BoundedMap<string, Artifact>(MAX_REMEMBERED)

  const newestFirst = (): Artifact[] => [...shown.values()].toReversed()

  function inFront(view: ViewContext | null): Artifact | undefined {
    return newestFirst().find(
      (artifact) =>
        (view?.kind === undefined || artifact.kind === view.kind) &&
        (view?.file === undefined || !('file' in artifact) || artifact.file === view.file),
    )
  }

  function found(view: ViewContext | null): ArtifactOf<'search_results'>['results'] {
    // The list may be behind a file that was opened from it: "and the third one".
    const list = newestFirst().find((artifact) => artifact.kind === 'search_results')
    const near = view?.kind === 'search_results' || view?.kind === 'code' || view?.kind === 'file'
    return near && list ? list.results : []
  }

  return {
    follow(event) {
      if (event.type === 'artifact.created') shown.set(event.artifact.id, event.artifact)
    },
    choices: (view) => found(view).length,
    open(view, number, turnId) {
      const place = found(view).at(number > 0 ? number - 1 : number)
      if (!place) return false
      void openFile({
        type: 'file.open',
        turnId,
        file: place.file,
        ...(place.line > 0 && { line: place.line }),
      })
      return true
    },
    aloud(view) {
      const artifact = inFront(view)
      return artifact ? readAloud(artifact) : NOTHING_TO_READ
    },
  }
}
