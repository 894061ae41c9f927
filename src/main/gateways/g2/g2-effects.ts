// Performs the effects of a G2 session: takes, requests to the brain, and timers.
import type { G2Effect, G2Input, G2Timer } from '../../../core/wires/g2/state.ts'
import { samplesOfBytes } from '../../../core/speech/pcm.ts'
import type { Clock, Unsubscribe } from '../../../core/ports/clock.ts'
import type { GuestConversation, GuestRecognizer, GuestTranscript } from '../../../core/ports/guests.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'

interface Deps {
  recognizer: GuestRecognizer
  /** The current conversation. */
  conversation(): GuestConversation
  resetConversation(): void
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
  /** Passes the outcome of an effect to the session. */
  send(input: G2Input): void
  closePhone(): void
}

export interface G2Effects {
  perform(effect: G2Effect): void
  close(): void
}

export function createG2Effects(deps: Deps): G2Effects {
  const { recognizer, conversation, resetConversation, clock, newId, onError, send, closePhone } = deps
  const timers = new Map<G2Timer, Unsubscribe>()
  let take: ReturnType<GuestRecognizer['open']> | null = null
  let transcript: GuestTranscript | null = null

  const faultIn = (what: string, error: unknown): Fault => {
    if (!(error instanceof FaultError)) onError(what, error)
    return faultOf(error)
  }

  function open(): void {
    try {
      const opened = recognizer.open()
      take = opened
      opened.onEvent((event) => {
        if (event.type === 'take.failed') send({ type: 'take.broken', takeId: opened.takeId })
      })
      send({ type: 'take.opened', takeId: opened.takeId })
    } catch (error) {
      send({ type: 'take.refused', fault: faultIn('opening a take for the glasses', error) })
    }
  }

  function release(): void {
    const released = take
    released?.release().then(
      (settled) => {
        // The session may have left the take meanwhile.
        if (take !== released) return
        transcript = settled
        send({
          type: 'take.transcribed',
          takeId: released.takeId,
          text: settled.text,
          turnId: newId(),
        })
      },
      (error: unknown) => {
        if (take !== released) return
        const fault = faultIn('transcribing a take of the glasses', error)
        send({ type: 'take.failed', takeId: released.takeId, fault })
      },
    )
  }

  function leave(): void {
    take?.leave()
    take = transcript = null
  }

  const stop = (timer: G2Timer): void => {
    timers.get(timer)?.()
    timers.delete(timer)
  }

  function start(timer: G2Timer, ms: number): void {
    stop(timer)
    const fire = (): void => {
      timers.delete(timer)
      send({ type: 'timer.fired', timer })
    }
    timers.set(timer, clock.after(ms, fire))
  }

  return {
    perform(effect) {
      switch (effect.type) {
        case 'take.open':
          return open()
        case 'take.write':
          return take?.write(samplesOfBytes(effect.bytes)!)
        case 'take.release':
          return release()
        case 'take.cancel':
          take?.cancel()
          take = null
          return
        case 'take.leave':
          return leave()
        case 'take.acknowledge':
          transcript?.acknowledge()
          take = transcript = null
          return
        case 'turn.ask':
          return conversation().ask(effect.turnId, effect.text)
        case 'turn.interrupt':
          return conversation().interrupt()
        case 'conversation.reset':
          return resetConversation()
        case 'timer.start':
          return start(effect.timer, effect.ms)
        case 'timer.stop':
          return stop(effect.timer)
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
