// Says something when the user has waited long in silence.
import { waitsForAnswer, type ConversationState } from '../../core/conversation/conversation-state.ts'
import { PARLEY } from '../../core/conversation/side-turns.ts'
import type { Clock, Unsubscribe } from '../../core/ports/clock.ts'
import { quietFrom, statusToSpeak } from '../../core/speech/speaking/spoken-status.ts'
import type { ConversationEvent, StatusAction } from '../../shared/conversation.ts'

interface Deps {
  clock: Clock
  state(): ConversationState
  say(turnId: string, text: string): void
}

export interface SpokenProgress {
  follow(event: ConversationEvent): void
  close(): void
}

const CHECK_EVERY_MS = 500

export function createSpokenProgress({ clock, state, say }: Deps): SpokenProgress {
  let cancel: Unsubscribe = () => {}
  let turn: string | null = null
  let action: StatusAction = 'thinking'
  let title: string | null = null

  function begin(turnId: string): void {
    cancel()
    turn = turnId
    action = 'thinking'
    title = null
    let wait = quietFrom(clock.now())
    const check = (): void => {
      const now = state()
      const { phase, listening, voice } = now
      if (phase.tag === 'idle' || phase.turnId !== turnId) return
      const step = statusToSpeak(wait, {
        now: clock.now(),
        action,
        title,
        talking: listening !== null || voice !== null,
        asking: waitsForAnswer(now),
      })
      wait = step.state
      if (step.text !== null) say(turnId, step.text)
      cancel = clock.after(CHECK_EVERY_MS, check)
    }
    cancel = clock.after(CHECK_EVERY_MS, check)
  }

  return {
    follow(event) {
      // Turns beside this one are short, and somebody who asks one is not waiting in silence.
      if (event.type === 'turn.started') {
        if (event.beside === undefined && event.by !== PARLEY) begin(event.turnId)
      } else if (!('turnId' in event) || event.turnId !== turn) return
      else if (event.type === 'status.changed') {
        action = event.action
        title = event.spoken ?? null
      } else if (event.type === 'turn.ended') cancel()
    },
    close: () => cancel(),
  }
}
