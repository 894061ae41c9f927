// What was shown lately, for brains that do not know it themselves: so that "read it out" and "open the second one" are
// answered at once, whoever found the things.
import { NOTHING_TO_READ, readAloud } from '../../core/replies/read-aloud.ts'
import type { Artifact, ArtifactOf } from '../../shared/artifacts.ts'
import type { ConversationCommandOf, ConversationEvent, ViewContext } from '../../shared/conversation.ts'

export interface InFront {
  follow(event: ConversationEvent): void
  /** How many things there are to choose from in what is in front. */
  choices(view: ViewContext | null): number
  /** Shows the place with this number, -1 for the last; false where there is none. */
  open(view: ViewContext | null, number: number, turnId: string): boolean
  aloud(view: ViewContext | null): string
}

/** Tabs that somebody may still have in front. */
const REMEMBERED = 8

export function createInFront(
  openFile: (command: ConversationCommandOf<'file.open'>) => Promise<void>,
): InFront {
  /** The newest at the end. */
  const shown = new Map<string, Artifact>()

  const newestFirst = (): Artifact[] => [...shown.values()].toReversed()

  function inFront(view: ViewContext | null): Artifact | undefined {
    return newestFirst().find(
      (artifact) =>
        (view?.kind === undefined || artifact.kind === view.kind) &&
        (view?.file === undefined || !('file' in artifact) || artifact.file === view.file),
    )
  }

  function found(view: ViewContext | null): ArtifactOf<'search_results'>['results'] {
    // The list may stand behind the file that was opened from it: "and the third one".
    const list = newestFirst().find((artifact) => artifact.kind === 'search_results')
    const near = view?.kind === 'search_results' || view?.kind === 'code'
    return near && list ? list.results : []
  }

  return {
    follow(event) {
      if (event.type !== 'artifact.created') return
      shown.delete(event.artifact.id)
      shown.set(event.artifact.id, event.artifact)
      if (shown.size > REMEMBERED) shown.delete(shown.keys().next().value!)
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
