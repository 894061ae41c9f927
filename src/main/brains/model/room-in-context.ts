// Keeps the conversation small enough for the model: first without old results of tools, then with a summary of the rest,
// and at last with parts of the newest results.
import { truncate } from '../../../base/truncate.ts'
import {
  asText,
  charactersIn,
  charactersOf,
  isSummary,
  lastRequest,
  summaryMessage,
  type ModelMessage,
} from '../../../core/model/history.ts'
import { lastResults, withCutResults, withoutOldResults } from '../../../core/model/shorter-history.ts'

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
/** A summary may take this part of the room; replacing less than half of that helps nobody. */
const SUMMARY_SHARE = 0.25

export interface RoomInContext {
  /**
   * The messages that fit. If only a summary helps, it replaces the earlier part of `history` for good. `tighter`: the
   * endpoint said that these were too long.
   */
  fit(history: ModelMessage[], tighter: boolean): Promise<ModelMessage[]>
}

export function createRoomInContext({ contextTokens, summarise, onSummary }: Deps): RoomInContext {
  /** Without the results of earlier requests, and if that is not enough, of earlier steps. */
  function lighter(messages: readonly ModelMessage[], room: number): ModelMessage[] | null {
    const old = withoutOldResults(messages, lastRequest(messages))
    if (charactersOf(old) <= room) return old
    // The calls of the newest results come right before them.
    const recent = withoutOldResults(messages, lastResults(messages) - 1)
    return charactersOf(recent) <= room ? recent : null
  }

  return {
    async fit(history, tighter) {
      const room = charactersIn(contextTokens() * (tighter ? SHARE / 2 : SHARE))
      if (!tighter && charactersOf(history) <= room) return [...history]
      const light = lighter(history, room)
      if (light) return light
      const last = lastRequest(history)
      const earlier = history.slice(0, last)
      if (isWorthSummary(earlier, room)) {
        // Less of it than the model can read: the summary is a request too.
        const summary = await summarise(asText(earlier, Math.min(MAX_SUMMARISED, Math.floor(room * 0.9))))
        history.splice(0, last, summaryMessage(truncate(summary, Math.floor(room * SUMMARY_SHARE))))
        onSummary()
      }
      return lighter(history, room) ?? withCutResults(history, room)
    },
  }
}

/** A summary of a summary, or of little, would be made again at each step without making room. */
function isWorthSummary(earlier: readonly ModelMessage[], room: number): boolean {
  const isOne = earlier.length === 1 && isSummary(earlier[0]!)
  return !isOne && charactersOf(withoutOldResults(earlier, earlier.length)) > (room * SUMMARY_SHARE) / 2
}
