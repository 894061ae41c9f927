// What becomes of an utterance: a command to the app itself, a correction of the last request, or a request in which
// names of the workspace are corrected.
import { BoundedMap } from '../../base/bounded.ts'
import { spokenCommand, type CommandAction, type CommandContext } from '../../core/commands/spoken-command.ts'
import { userSegment } from '../../core/conversation/conversation-state.ts'
import type { CodeWordIndex } from '../../core/speech/hearing/code-word-index.ts'
import {
  matchCodeWords,
  rejection,
  takeBack,
  type MatchedWords,
} from '../../core/speech/hearing/code-words.ts'
import { spokenCorrection } from '../../core/speech/hearing/correction.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'
import type { JournalLookup } from './journal-lookup.ts'

interface Deps {
  names(): CodeWordIndex
  context(turnId: string): CommandContext
  record(event: ConversationEvent): void
  /** Performs a command and says what it did; null for what the brain has to answer. */
  perform(action: CommandAction, turnId: string): string | null
  ask(turnId: string, text: string, meant: 'new' | 'instead'): void
  drop(turnId: string): void
  newId(): string
  correctedTextOf: JournalLookup['correctedTextOf']
}

export interface UtteranceText {
  hear(utterance: { turnId: string; text: string }): void
  /** Undoes a correction: the same is asked again with the words as they were heard. */
  restore(turnId: string, at: number): Promise<void>
}

/** Utterances whose corrections can be undone without the journal. */
const MAX_REMEMBERED = 50

export function createUtteranceText(deps: Deps): UtteranceText {
  const matched = new BoundedMap<string, MatchedWords>(MAX_REMEMBERED)
  const rejected = new Set<string>()
  let last: MatchedWords | null = null

  function ask(turnId: string, request: MatchedWords, meant: 'new' | 'instead'): void {
    last = request
    matched.set(turnId, request)
    deps.ask(turnId, request.text, meant)
    if (request.corrections.length === 0) return
    const corrections = request.corrections.map(({ at, from, to, alternatives }) => ({
      at,
      from,
      to,
      alternatives,
    }))
    deps.record({ type: 'words.corrected', turnId, segmentId: userSegment(turnId), corrections })
  }

  function withoutCorrection(request: MatchedWords, at: number): MatchedWords | null {
    const correction = request.corrections.find((one) => one.at === at)
    if (!correction) return null
    rejected.add(rejection(correction.from, correction.to))
    return takeBack(request, correction)
  }

  return {
    hear({ turnId, text }) {
      const command = spokenCommand(text, deps.context(turnId))
      const done = command && deps.perform(command.action, turnId)
      if (command && done !== null) {
        deps.drop(turnId)
        return deps.record({ type: 'control.heard', turnId, phrase: command.phrase, done })
      }
      const again = last && spokenCorrection(text, last.text)
      if (!again || !last) return ask(turnId, matchCodeWords(text, deps.names(), rejected), 'new')
      // A name that the user has just replaced is not guessed again.
      for (const { from, to } of last.corrections)
        if (again.from?.includes(to) ?? true) rejected.add(rejection(from, to))
      ask(turnId, matchCodeWords(again.text, deps.names(), rejected), 'instead')
    },
    async restore(turnId, at) {
      const request = matched.get(turnId) ?? (await deps.correctedTextOf(turnId))
      const restored = request && withoutCorrection(request, at)
      if (restored) return ask(deps.newId(), restored, 'instead')
      throw new FaultError(
        'bad_request',
        'What you said then is no longer in the conversation’s log.',
        'Say it again.',
      )
    },
  }
}
