// Carries out what the session of the glasses asks for: opens takes, asks the brain, keeps time.
import type { G2Input, G2Request, G2Timer } from '../../../core/guests/g2-state.ts'
import { samplesOfBytes } from '../../../core/pcm.ts'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import type { GuestConversation, GuestEars, GuestWords } from '../../../core/ports/guests.ts'
import { FaultError, faultOf } from '../../../shared/errors.ts'

interface Deps {
  ears: GuestEars
  conversation: GuestConversation
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
  /** What has come of a request. */
  tell(input: G2Input): void
  closePhone(): void
}

export interface G2Hands {
  perform(request: G2Request): void
  close(): void
}

export function createG2Hands(deps: Deps): G2Hands {
  const { ears, conversation, clock, newId, onError, tell, closePhone } = deps
  const timers = new Map<G2Timer, Unsubscribe>()
  let take: ReturnType<GuestEars['open']> | null = null
  let words: GuestWords | null = null

  const faultIn = (what: string, error: unknown): ReturnType<typeof faultOf> => {
    if (!(error instanceof FaultError)) onError(what, error)
    return faultOf(error)
  }

  function open(): void {
    try {
      const mine = ears.open()
      take = mine
      mine.onEvent((event) => {
        if (event.type === 'take.failed') tell({ type: 'take.spoilt', takeId: mine.takeId })
      })
      tell({ type: 'take.opened', takeId: mine.takeId })
    } catch (error) {
      tell({ type: 'take.refused', fault: faultIn('opening a take for the glasses', error) })
    }
  }

  function release(): void {
    const mine = take
    mine?.release().then(
      (heard) => {
        // Somebody gave it up meanwhile.
        if (take !== mine) return
        words = heard
        tell({ type: 'take.understood', takeId: mine.takeId, text: heard.text, turnId: newId() })
      },
      (error: unknown) => {
        if (take !== mine) return
        const fault = faultIn('recognising what the glasses heard', error)
        tell({ type: 'take.failed', takeId: mine.takeId, fault })
      },
    )
  }

  function leave(): void {
    take?.leave()
    take = words = null
  }

  const stop = (timer: G2Timer): void => {
    timers.get(timer)?.()
    timers.delete(timer)
  }

  return {
    perform(request) {
      switch (request.type) {
        case 'take.open':
          return open()
        case 'take.write':
          return take?.write(samplesOfBytes(request.bytes)!)
        case 'take.release':
          return release()
        case 'take.cancel':
          take?.cancel()
          take = null
          return
        case 'take.leave':
          return leave()
        case 'take.acknowledge':
          words?.acknowledge()
          take = words = null
          return
        case 'turn.ask':
          return conversation.ask(request.turnId, request.text)
        case 'turn.interrupt':
          return conversation.interrupt()
        case 'timer.start': {
          const { timer, ms } = request
          stop(timer)
          timers.set(
            timer,
            clock.after(ms, () => {
              timers.delete(timer)
              tell({ type: 'time.came', timer })
            }),
          )
          return
        }
        case 'timer.stop':
          return stop(request.timer)
        case 'phone.close':
          return closePhone()
      }
    },
    close() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
      leave()
    },
  }
}
