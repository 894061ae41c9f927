// Says a word when a person has waited long and heard nothing.
import type { ConversationState } from '../../core/conversation-state.ts'
import type { Clock, Unsubscribe } from '../../core/ports.ts'
import { quietFrom, statusToSpeak } from '../../core/voice/spoken-status.ts'
import type { ConversationEvent, StatusAction } from '../../shared/conversation.ts'

interface Deps {
  clock: Clock
  state(): ConversationState
  say(turnId: string, words: string): void
}

export interface WaitingWords {
  follow(event: ConversationEvent): void
  close(): void
}

const LOOK_MS = 500

export function createWaitingWords({ clock, state, say }: Deps): WaitingWords {
  let cancel: Unsubscribe = () => {}

  let action: StatusAction = 'thinking'
  let title: string | null = null

  function begin(turnId: string): void {
    cancel()
    action = 'thinking'
    title = null
    let wait = quietFrom(clock.now())
    const look = (): void => {
      const { phase, listening, voice, pending } = state()
      if (phase.tag === 'idle' || phase.turnId !== turnId) return
      const step = statusToSpeak(wait, {
        now: clock.now(),
        action,
        title,
        talking: listening !== null || voice !== null,
        asking: pending.length > 0,
      })
      wait = step.state
      if (step.words !== null) say(turnId, step.words)
      cancel = clock.after(LOOK_MS, look)
    }
    cancel = clock.after(LOOK_MS, look)
  }

  return {
    follow(event) {
      if (event.type === 'turn.started') begin(event.turnId)
      else if (event.type === 'status.changed') {
        action = event.action
        title = event.spoken ?? null
      } else if (event.type === 'turn.ended') cancel()
    },
    close: () => cancel(),
  }
}
