// What becomes of words that were spoken: a command to the app itself, a correction of what was said before, or a request
// in which the names of the workspace are put right.
import { matchCodeWords, rejection, takeBack, type MatchedWords } from '../../core/ears/code-words.ts'
import type { CodeWordIndex } from '../../core/ears/code-word-index.ts'
import { saidAgain } from '../../core/ears/said-again.ts'
import { spokenControl, type ControlAction, type ControlContext } from '../../core/control/spoken-control.ts'
import { userSegment } from '../../core/conversation-state.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import type { HeardWords } from './talking.ts'

interface Deps {
  names(): CodeWordIndex
  context(): ControlContext
  record(event: ConversationEvent): void
  /** Does what a command asks for; false for one that is the brain's. */
  control(action: ControlAction, turnId: string): string | null
  ask(turnId: string, text: string, meant: 'new' | 'instead'): void
  drop(turnId: string): void
  newId(): string
  /** What was said in a turn and which names were put into it, by the log; null where it is not there. */
  onRecord(turnId: string): Promise<MatchedWords | null>
}

export interface SpokenWords {
  hear(words: Pick<HeardWords, 'turnId' | 'text'>): void
  /** A name was not meant: the same is asked again with the words as they were heard. */
  restore(turnId: string, at: number): Promise<void>
}

/** Utterances whose names can be taken back without looking them up. */
const REMEMBERED = 50

export function createSpokenWords(deps: Deps): SpokenWords {
  const matched = new Map<string, MatchedWords>()
  const rejected = new Set<string>()
  let last: MatchedWords | null = null

  function ask(turnId: string, words: MatchedWords, meant: 'new' | 'instead'): void {
    last = words
    matched.set(turnId, words)
    if (matched.size > REMEMBERED) matched.delete(matched.keys().next().value!)
    deps.ask(turnId, words.text, meant)
    if (words.corrections.length === 0) return
    deps.record({
      type: 'words.corrected',
      turnId,
      segmentId: userSegment(turnId),
      corrections: words.corrections.map(({ at, from, to, alternatives }) => ({
        at,
        from,
        to,
        alternatives,
      })),
    })
  }

  function take(words: MatchedWords, at: number): MatchedWords | null {
    const correction = words.corrections.find((one) => one.at === at)
    if (!correction) return null
    rejected.add(rejection(correction.from, correction.to))
    return takeBack(words, correction)
  }

  return {
    hear({ turnId, text }) {
      const control = spokenControl(text, deps.context())
      const done = control && deps.control(control.action, turnId)
      if (control && done !== null && done !== undefined) {
        deps.drop(turnId)
        return deps.record({ type: 'control.heard', turnId, phrase: control.phrase, done })
      }
      const again = last && saidAgain(text, last.text)
      if (again && last) {
        // What was put right is not guessed again.
        for (const { from, to } of last.corrections)
          if (again.from?.includes(to) ?? true) rejected.add(rejection(from, to))
        return ask(turnId, matchCodeWords(again.text, deps.names(), rejected), 'instead')
      }
      ask(turnId, matchCodeWords(text, deps.names(), rejected), 'new')
    },
    async restore(turnId, at) {
      const words = matched.get(turnId) ?? (await deps.onRecord(turnId))
      const restored = words && take(words, at)
      if (restored) return ask(deps.newId(), restored, 'instead')
      throw new FaultError('bad_request', 'What was said then is not on record any more.', 'Say it again.')
    },
  }
}
