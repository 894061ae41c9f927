// One Vela connection: performs the effects of its session.
import { createDriver } from '../../../base/driver.ts'
import {
  newVelaSession,
  type RecognizerProblem,
  type VelaEffect,
  type VelaInput,
  type VelaSession,
} from '../../../core/wires/vela/session-state.ts'
import { velaStep } from '../../../core/wires/vela/session.ts'
import type { GuestConversation, GuestRecognizer } from '../../../core/ports/guests.ts'
import type { Unsubscribe } from '../../../core/ports/clock.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import { velaWire, type VelaServerEvent } from '../../../shared/wire/vela.ts'
import type { GuestSocket, WireServerDeps } from '../wire-server.ts'

export interface VelaGuest {
  /** The connection has ended: stops everything it started. */
  leave(): void
}

type Effect = VelaEffect | { type: 'frame.send'; frame: VelaServerEvent } | { type: 'describe'; as: string }

export function createVelaGuest(
  socket: GuestSocket,
  { guestHost, clock, newId, onError }: Omit<WireServerDeps, 'folder'>,
): VelaGuest {
  const session = newVelaSession(newId())
  /** All Vela sessions share one log of the guest host. */
  const guestName = `${velaWire.id}:${session.id}`
  let recognizer: GuestRecognizer | null = null
  let conversation: GuestConversation | null = null
  let take: ReturnType<GuestRecognizer['open']> | null = null
  let cancelTimer: Unsubscribe = () => {}
  let left = false

  const driver = createDriver<VelaSession, VelaInput, Effect>({
    initial: session,
    step(before, input) {
      const { state, frames, effects } = velaStep(before, input)
      const sends = frames.map((frame): Effect => ({ type: 'frame.send', frame }))
      const described: Effect[] =
        state.sentState === before.sentState ? [] : [{ type: 'describe', as: state.sentState }]
      return { state, effects: [...sends, ...described, ...effects] }
    },
    perform,
    onError: (error) => failed(error),
  })

  /** An error ends this connection only. */
  function failed(error: unknown): void {
    onError('a Vela guest could not be answered', error)
    socket.close(1011, 'Something failed')
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      failed(error)
    }
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'frame.send':
        return socket.send(JSON.stringify(effect.frame))
      case 'describe':
        return socket.describe(effect.as)
      case 'timer.set':
        cancelTimer = clock.after(effect.ms, () => driver.send({ type: 'timer.fired', turn: effect.turn }))
        return
      case 'timer.clear':
        return cancelTimer()
      case 'recognizer.wake':
        return theRecognizer().wake()
      case 'take.open':
        return open(effect.turn)
      case 'take.write':
        return take?.write(effect.samples)
      case 'take.release':
        return void release(effect.turn)
      case 'take.cancel':
        take?.cancel()
        take = null
        return
      case 'turn.ask':
        return ask(effect.turn, effect.text)
      case 'turn.interrupt':
        return conversation?.interrupt()
    }
  }

  const theRecognizer = (): GuestRecognizer => (recognizer ??= guestHost.recognizer(guestName))

  function recognizerProblem(): RecognizerProblem | null {
    if (driver.state.pipeline !== 'live') return null
    const now = theRecognizer().state()
    return now === 'off' || now === 'failed' ? now : null
  }

  /** The guest learns little of an unexpected error; the log has all of it. */
  function faultIn(what: string, error: unknown): Fault {
    if (!(error instanceof FaultError)) onError(what, error)
    return faultOf(error)
  }

  function open(turn: number): void {
    try {
      // While the recognizer loads, the take stores the audio on disk and is transcribed later.
      theRecognizer().wake()
      const opened = theRecognizer().open()
      take = opened
      opened.onEvent((event) => {
        if (event.type === 'words.guessed')
          driver.send({ type: 'transcript.updated', turn, text: event.text })
      })
    } catch (error) {
      const fault = faultIn('opening a take for a Vela guest', error)
      driver.send({ type: 'recognition.failed', turn, fault })
    }
  }

  async function release(turn: number): Promise<void> {
    const released = take
    if (!released) return
    try {
      const transcript = await released.release()
      if (take !== released) return
      take = null
      driver.send({ type: 'transcript.settled', turn, text: transcript.text })
      // The brain has the text, so the take is no longer needed.
      transcript.acknowledge()
    } catch (error) {
      if (take !== released) return
      // Not cancelled: the audio stays on disk and is transcribed at the next start of Parley.
      take = null
      const fault = faultIn('transcribing a take of a Vela guest', error)
      driver.send({ type: 'recognition.failed', turn, fault })
    }
  }

  const idOf = (turn: number): string => `${session.id}-${turn}`

  function ask(turn: number, text: string): void {
    try {
      conversation ??= converse()
      conversation.ask(idOf(turn), text)
    } catch (error) {
      driver.send({ type: 'turn.failed', turn, fault: faultIn('asking for a Vela guest', error) })
    }
  }

  function converse(): GuestConversation {
    const opened = guestHost.converse({
      session: guestName,
      source: velaWire.title,
      mayApprove: () => socket.mayApprove(),
    })
    opened.onEvent((event) => {
      const turn = driver.state.turns
      if (event.turnId !== idOf(turn)) return
      switch (event.type) {
        case 'reply.appended':
          return driver.send({ type: 'reply.appended', turn, delta: event.delta })
        case 'turn.ended':
          return driver.send({ type: 'turn.ended', turn, outcome: event.outcome })
        case 'turn.failed':
          return driver.send({ type: 'turn.failed', turn, fault: event.fault })
        // Vela has no message for these.
        case 'turn.started':
        case 'status.changed':
        case 'tools.changed':
        case 'artifact.created':
          return
      }
    })
    return opened
  }

  socket.onMessage((data) =>
    guarded(() => {
      if (left) return
      const text = typeof data === 'string' ? data : null
      driver.send({ type: 'frame.received', text, problem: recognizerProblem() })
    }),
  )
  socket.describe(session.sentState)
  driver.send({ type: 'guest.connected' })

  return {
    leave() {
      if (left) return
      left = true
      // Nobody waits for an answer, but the guest log gets what was said.
      take?.leave()
      take = null
      driver.send({ type: 'guest.disconnected' })
      guarded(() => conversation?.close())
    },
  }
}
