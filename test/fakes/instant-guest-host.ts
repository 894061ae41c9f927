// A guest host that transcribes and answers at once: the whole reply is there before anything else can happen. So the answer to a
// frame depends only on the frames before it.
import type { GuestEvent, GuestHost } from '../../src/core/ports/guests.ts'

export const TRANSCRIPT = 'What is two and two?'
export const REPLIED = 'Four.'

export const instantGuestHost: GuestHost = {
  converse() {
    const listeners = new Set<(event: GuestEvent) => void>()
    const emit = (event: GuestEvent): void => listeners.forEach((listener) => listener(event))
    return {
      ask(turnId) {
        emit({ type: 'turn.started', turnId })
        emit({ type: 'reply.appended', turnId, delta: REPLIED })
        emit({ type: 'turn.ended', turnId, outcome: 'completed', reply: REPLIED })
      },
      interrupt() {},
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: () => listeners.clear(),
    }
  },
  recognizer: () => ({
    state: () => 'ready',
    onState: () => () => {},
    wake() {},
    open: () => ({
      takeId: 'take',
      write() {},
      onEvent: () => () => {},
      cancel() {},
      leave() {},
      release: async () => ({ text: TRANSCRIPT, acknowledge() {} }),
    }),
  }),
}
