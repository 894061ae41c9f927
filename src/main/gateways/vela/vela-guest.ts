// One Vela connection: does what the session asks for, and tells it what came of it.
import {
  newVelaSession,
  type Deaf,
  type VelaInput,
  type VelaRequest,
} from '../../../core/guests/vela/session-state.ts'
import { velaStep } from '../../../core/guests/vela/session.ts'
import type { GuestConversation, GuestEars, House } from '../../../core/ports/guests.ts'
import type { Clock, Unsubscribe } from '../../../core/ports.ts'
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts'
import type { GuestSocket } from '../wire.ts'

interface Deps {
  house: House
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

export interface VelaGuest {
  /** The connection is gone: everything it had under way is stopped. */
  leave(): void
}

type Open = ReturnType<GuestEars['open']>

export function createVelaGuest(socket: GuestSocket, { house, clock, newId, onError }: Deps): VelaGuest {
  let session = newVelaSession(newId())
  /** What the house calls it: all of Vela is kept in one log. */
  const guestName = `vela:${session.id}`
  let ears: GuestEars | null = null
  let conversation: GuestConversation | null = null
  let take: Open | null = null
  let cancelTimer: Unsubscribe = () => {}
  let left = false
  const waiting: VelaInput[] = []
  let busy = false

  /** What is done can answer at once; that waits until the session has finished with what it was told before. */
  function tell(input: VelaInput): void {
    waiting.push(input)
    if (busy) return
    busy = true
    for (let next = waiting.shift(); next; next = waiting.shift()) guarded(step, next)
    busy = false
  }

  /** One guest's trouble is nobody else's. */
  function guarded<I>(work: (given: I) => void, given: I): void {
    try {
      work(given)
    } catch (error) {
      onError('a Vela guest could not be answered', error)
      socket.close(1011, 'Something failed')
    }
  }

  function step(input: VelaInput): void {
    const { session: after, frames, requests } = velaStep(session, input)
    const before = session.told
    session = after
    for (const frame of frames) socket.send(JSON.stringify(frame))
    if (session.told !== before) socket.describe(session.told)
    for (const request of requests) run(request)
  }

  function run(request: VelaRequest): void {
    switch (request.type) {
      case 'timer.set':
        cancelTimer = clock.after(request.ms, () => tell({ type: 'timer.fired', turn: request.turn }))
        return
      case 'timer.clear':
        return cancelTimer()
      case 'ears.wake':
        return hearing().wake()
      case 'take.open':
        return open(request.turn)
      case 'take.write':
        return take?.write(request.samples)
      case 'take.release':
        return void release(request.turn)
      case 'take.cancel':
        take?.cancel()
        take = null
        return
      case 'turn.ask':
        return ask(request.turn, request.text)
      case 'turn.interrupt':
        return conversation?.interrupt()
    }
  }

  const hearing = (): GuestEars => (ears ??= house.ears(guestName))

  function deaf(): Deaf | null {
    if (session.pipeline !== 'live') return null
    const now = hearing().state()
    return now === 'ready' ? null : now
  }

  /** The guest is told little of what nobody foresaw; the log has all of it. */
  function faultIn(what: string, error: unknown): Fault {
    if (!(error instanceof FaultError)) onError(what, error)
    return faultOf(error)
  }

  function open(turn: number): void {
    try {
      const opened = hearing().open()
      take = opened
      opened.onEvent((event) => {
        if (event.type === 'words.guessed') tell({ type: 'words.guessed', turn, text: event.text })
      })
    } catch (error) {
      tell({ type: 'hearing.failed', turn, fault: faultIn('opening a take for a Vela guest', error) })
    }
  }

  async function release(turn: number): Promise<void> {
    const released = take
    if (!released) return
    try {
      const words = await released.release()
      if (take !== released) return
      take = null
      tell({ type: 'words.settled', turn, text: words.text })
      // They are with the brain, and a guest's words are kept nowhere else.
      words.acknowledge()
    } catch (error) {
      if (take !== released) return
      // Not cancelled: its sound is kept, and tried again when Parley is started the next time.
      take = null
      tell({ type: 'hearing.failed', turn, fault: faultIn('recognising what a Vela guest said', error) })
    }
  }

  const idOf = (turn: number): string => `${session.id}-${turn}`

  function ask(turn: number, text: string): void {
    try {
      conversation ??= converse()
      conversation.ask(idOf(turn), text)
    } catch (error) {
      tell({ type: 'turn.failed', turn, fault: faultIn('asking for a Vela guest', error) })
    }
  }

  function converse(): GuestConversation {
    const begun = house.converse({ session: guestName, source: 'Vela' })
    begun.onEvent((event) => {
      const turn = session.turns
      if (event.turnId !== idOf(turn)) return
      switch (event.type) {
        case 'reply.appended':
          return tell({ type: 'reply.appended', turn, delta: event.delta })
        case 'turn.ended':
          return tell({ type: 'turn.ended', turn, outcome: event.outcome })
        case 'turn.failed':
          return tell({ type: 'turn.failed', turn, fault: event.fault })
        // The document has no word for them.
        case 'turn.started':
        case 'status.changed':
        case 'tools.changed':
        case 'artifact.created':
          return
      }
    })
    return begun
  }

  function read(data: string | Uint8Array): void {
    if (!left) tell({ type: 'frame.came', text: typeof data === 'string' ? data : null, deaf: deaf() })
  }

  socket.onMessage((data) => guarded(read, data))
  socket.describe(session.told)
  tell({ type: 'guest.came' })

  return {
    leave() {
      if (left) return
      left = true
      // Nobody is there to be answered, but what was said is put on record.
      take?.leave()
      take = null
      tell({ type: 'guest.left' })
      guarded((ended) => ended?.close(), conversation)
    },
  }
}
