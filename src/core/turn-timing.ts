// Where the time of each turn went, kept while the turn runs and told when it is over. Time comes in with every mark.
import type { TurnTiming } from '../shared/conversation.ts'

interface Marks {
  /** When the words were complete: the key let go, or the typed words sent. */
  from: number
  talked: number
  recognised?: number
  firstWord?: number
  firstSound?: number
  toolsSince: number | null
  toolsOpen: number
  tools: number
  endedAt?: number
}

export interface TurnTimings {
  /** `releasedAt` and `recognisedAt` are there for spoken words. */
  began(
    turnId: string,
    now: number,
    spoken?: { releasedAt: number; recognisedAt: number; soundMs: number },
  ): void
  word(turnId: string, now: number): void
  /** The first sound of a reply can come after its turn is over: then all is told again, with it. */
  sound(turnId: string, now: number): TurnTiming | null
  toolStarted(turnId: string, now: number): void
  toolEnded(turnId: string, now: number): void
  /** What is known once the turn is over; null for one that never began. */
  ended(turnId: string, now: number): TurnTiming | null
}

/** Turns that never end must not pile up. */
const MAX_TURNS = 64

export function createTurnTimings(): TurnTimings {
  const turns = new Map<string, Marks>()
  return {
    began(turnId, now, spoken) {
      // A spoken one has begun when the key was let go, before anybody called it a turn.
      if (!spoken && turns.has(turnId)) return
      if (turns.size >= MAX_TURNS) turns.delete(turns.keys().next().value!)
      const from = spoken?.releasedAt ?? now
      turns.set(turnId, {
        from,
        talked: spoken?.soundMs ?? 0,
        ...(spoken && { recognised: Math.max(0, spoken.recognisedAt - from) }),
        toolsSince: null,
        toolsOpen: 0,
        tools: 0,
      })
    },
    word(turnId, now) {
      const turn = turns.get(turnId)
      if (turn) turn.firstWord ??= Math.max(0, now - turn.from)
    },
    sound(turnId, now) {
      const turn = turns.get(turnId)
      if (!turn || turn.firstSound !== undefined) return null
      turn.firstSound = Math.max(0, now - turn.from)
      return turn.endedAt === undefined ? null : told(turn, turn.endedAt)
    },
    toolStarted(turnId, now) {
      const turn = turns.get(turnId)
      if (!turn) return
      turn.toolsSince ??= now
      turn.toolsOpen++
    },
    toolEnded(turnId, now) {
      const turn = turns.get(turnId)
      if (!turn || turn.toolsOpen === 0 || --turn.toolsOpen > 0) return
      turn.tools += now - (turn.toolsSince ?? now)
      turn.toolsSince = null
    },
    ended(turnId, now) {
      const turn = turns.get(turnId)
      if (!turn || turn.endedAt !== undefined) return null
      turn.endedAt = now
      if (turn.toolsSince !== null) turn.tools += now - turn.toolsSince
      turn.toolsSince = null
      turn.toolsOpen = 0
      return told(turn, now)
    },
  }
}

function told(
  { from, talked, recognised, firstWord, firstSound, tools }: Marks,
  endedAt: number,
): TurnTiming {
  return {
    talked,
    ...(recognised !== undefined && { recognised }),
    ...(firstWord !== undefined && { firstWord }),
    ...(firstSound !== undefined && { firstSound }),
    tools,
    ended: Math.max(0, endedAt - from),
  }
}
