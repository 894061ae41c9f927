// A house that hears and answers at once: when it is asked, the whole reply is there before anything else can happen. With
// it, what a frame is answered with depends on the frames before it alone.
import type { GuestEvent, House } from '../../src/core/ports/guests.ts'

export const HEARD = 'What is two and two?'
export const REPLIED = 'Four.'

export const instantHouse: House = {
  converse() {
    const listeners = new Set<(event: GuestEvent) => void>()
    const tell = (event: GuestEvent): void => listeners.forEach((listener) => listener(event))
    return {
      ask(turnId) {
        tell({ type: 'turn.started', turnId })
        tell({ type: 'reply.appended', turnId, delta: REPLIED })
        tell({ type: 'turn.ended', turnId, outcome: 'completed', reply: REPLIED })
      },
      interrupt() {},
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: () => listeners.clear(),
    }
  },
  ears: () => ({
    state: () => 'ready',
    onState: () => () => {},
    wake() {},
    open: () => ({
      takeId: 'take',
      write() {},
      onEvent: () => () => {},
      cancel() {},
      leave() {},
      release: async () => ({ text: HEARD, acknowledge() {} }),
    }),
  }),
}
