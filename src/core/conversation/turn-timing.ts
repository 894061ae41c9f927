// Measures where the time of each turn goes. The time comes in with every call.
import { BoundedMap } from '../../base/bounded.ts'
import type { ConversationEvent, ConversationEventOf } from '../../shared/conversation.ts'

type TurnTimed = ConversationEventOf<'turn.timed'>

interface Marks {
  turnId: string
  /** When the request was complete: the key was released, or the text sent. */
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
  /** Gives the timing once the turn has ended; null before, and for a turn that never began. */
  follow(event: ConversationEvent, now: number): TurnTimed | null
  /** A spoken turn begins with the release of the key, before its first event. */
  spoken(turnId: string, times: { releasedAt: number; recognisedAt: number; soundMs: number }): void
  /** The reply begins to be played. That can be after the turn has ended: then the timing is given again. */
  sound(turnId: string, now: number): TurnTimed | null
  toolStarted(turnId: string, now: number): void
  toolEnded(turnId: string, now: number): void
}

const MAX_TURNS = 64

export function createTurnTimings(): TurnTimings {
  const turns = new BoundedMap<string, Marks>(MAX_TURNS)

  const begin = (turnId: string, from: number, rest: Pick<Marks, 'talked' | 'recognised'>): void =>
    void turns.set(turnId, { turnId, from, toolsSince: null, toolsOpen: 0, tools: 0, ...rest })

  function end(turn: Marks | undefined, now: number): TurnTimed | null {
    if (!turn || turn.endedAt !== undefined) return null
    turn.endedAt = now
    if (turn.toolsSince !== null) turn.tools += now - turn.toolsSince
    turn.toolsSince = null
    turn.toolsOpen = 0
    return timingOf(turn, now)
  }

  return {
    follow(event, now) {
      if (!('turnId' in event)) return null
      const turn = turns.get(event.turnId)
      if (event.type === 'turn.started' && !turn) begin(event.turnId, now, { talked: 0 })
      else if (event.type === 'turn.ended') return end(turn, now)
      else if (turn && (event.type === 'reply.appended' || event.type === 'reply.replaced'))
        turn.firstWord ??= Math.max(0, now - turn.from)
      return null
    },
    spoken(turnId, { releasedAt, recognisedAt, soundMs }) {
      begin(turnId, releasedAt, { talked: soundMs, recognised: Math.max(0, recognisedAt - releasedAt) })
    },
    sound(turnId, now) {
      const turn = turns.get(turnId)
      if (!turn || turn.firstSound !== undefined) return null
      turn.firstSound = Math.max(0, now - turn.from)
      return turn.endedAt === undefined ? null : timingOf(turn, turn.endedAt)
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
  }
}

function timingOf(
  { turnId, from, talked, recognised, firstWord, firstSound, tools }: Marks,
  endedAt: number,
): TurnTimed {
  return {
    type: 'turn.timed',
    turnId,
    talked,
    ...(recognised !== undefined && { recognised }),
    ...(firstWord !== undefined && { firstWord }),
    ...(firstSound !== undefined && { firstSound }),
    tools,
    ended: Math.max(0, endedAt - from),
  }
}
