// Keeps the conversation small enough for the model: first without old results of tools, then with a summary of the rest.
import {
  asText,
  charactersOf,
  lastRequest,
  summaryMessage,
  tokensOf,
  withoutOldResults,
  type ModelMessage,
} from '../../../core/model/history.ts'

interface Deps {
  /** How many tokens of conversation fit. */
  contextTokens(): number
  /** Asks the model for a summary of this text. */
  summarise(text: string): Promise<string>
  onSummary(): void
}

/** The reply needs room too, and the count of tokens is an estimate. */
const SHARE = 0.7
const MAX_SUMMARISED = 60_000

export interface RoomInContext {
  /**
   * The messages that fit. If only a summary helps, it replaces the earlier part of `history` for good. `tighter`: the
   * endpoint said that these were too long.
   */
  fit(history: ModelMessage[], tighter: boolean): Promise<ModelMessage[]>
}

export function createRoomInContext({ contextTokens, summarise, onSummary }: Deps): RoomInContext {
  const fits = (messages: readonly ModelMessage[], share: number): boolean =>
    tokensOf(charactersOf(messages)) <= contextTokens() * share

  /** Without the results of earlier requests, and if that is not enough, of earlier steps. */
  function lighter(messages: readonly ModelMessage[], share: number): ModelMessage[] | null {
    const old = withoutOldResults(messages, lastRequest(messages))
    if (fits(old, share)) return old
    const recent = withoutOldResults(messages, lastResults(messages))
    return fits(recent, share) ? recent : null
  }

  return {
    async fit(history, tighter) {
      const share = tighter ? SHARE / 2 : SHARE
      if (!tighter && fits(history, share)) return [...history]
      const light = lighter(history, share)
      if (light) return light
      const last = lastRequest(history)
      if (last > 0) {
        // Less of it than the model can read: the summary is a request too.
        const room = Math.min(MAX_SUMMARISED, Math.floor(contextTokens() * share * 3))
        const summary = await summarise(asText(history.slice(0, last), room))
        history.splice(0, last, summaryMessage(summary))
        onSummary()
      }
      return lighter(history, share) ?? withoutOldResults(history, history.length)
    },
  }
}

/** The results of the last step stay: the model is about to read them. */
function lastResults(messages: readonly ModelMessage[]): number {
  const at = messages.findLastIndex(({ role }) => role === 'tool')
  return at < 0 ? messages.length : at
}
