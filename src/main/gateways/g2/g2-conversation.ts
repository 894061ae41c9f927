// One device's conversation over the G2 wire. It outlives the device's connections.
import { createDriver } from '../../../base/driver.ts'
import { g2Session } from '../../../core/wires/g2/session.ts'
import {
  g2StatusOf,
  initialG2,
  type G2Effect,
  type G2Input,
  type G2State,
} from '../../../core/wires/g2/state.ts'
import type { GuestConversation } from '../../../core/ports/guests.ts'
import { G2_REPLACED, G2_SILENT, g2Wire, type G2Outbound, type G2Status } from '../../../shared/wire/g2.ts'
import type { GuestSocket, WireServerDeps } from '../wire-server.ts'
import { createG2Effects } from './g2-effects.ts'

export type G2Deps = Omit<WireServerDeps, 'folder'>

interface Deps extends G2Deps {
  /** The session's name at the guest host. */
  session: string
}

export interface G2Conversation {
  /** The device's phone has connected. It replaces an earlier connection. */
  attach(socket: GuestSocket): void
  /** Another device replaces the phone. A running turn continues and waits for this device. */
  replaced(): void
  close(why: Closing): void
}

interface Closing {
  code: number
  reason: string
}

const ACTIVITY: Record<G2Status, string> = {
  loading: 'waiting for speech recognition',
  idle: 'ready',
  recording: 'listening',
  transcribing: 'transcribing',
  thinking: 'thinking',
  streaming: 'answering',
}

type Effect = G2Effect | { type: 'frame.send'; frame: G2Outbound } | { type: 'sent'; state: G2State }

export function createG2Conversation(deps: Deps): G2Conversation {
  const { guestHost, session, clock, newId, onError } = deps
  let phone: GuestSocket | null = null
  let confirming: GuestSocket | null = null
  let handling: G2Input['type'] | null = null

  const driver = createDriver<G2State, G2Input, Effect>({
    initial: initialG2,
    step(before, input) {
      handling = input.type
      const { state, effects } = closedPhone(input)
        ? take(before, { type: 'phone.disconnected', broken: false })
        : { state: before, effects: [] }
      try {
        const step = take(state, input)
        return { state: step.state, effects: [...effects, ...step.effects] }
      } catch (error) {
        failed(input.type, error)
        return { state, effects }
      }
    },
    perform,
    onError: (error, effect) => failed(effect.type, error),
  })

  /** An unexpected error ends the turn, not the gateway. */
  function failed(what: string, error: unknown): void {
    onError(`${what} for the glasses`, error)
    if (handling !== 'effect.failed') driver.send({ type: 'effect.failed' })
  }

  function take(state: G2State, input: G2Input): { state: G2State; effects: Effect[] } {
    const step = g2Session(state, input, clock.now())
    const frames = step.frames.map((frame): Effect => ({ type: 'frame.send', frame }))
    return { state: step.state, effects: [...frames, { type: 'sent', state: step.state }, ...step.effects] }
  }

  /** Whether the phone has closed its connection, which may take a while to end. It gets nothing more. */
  function closedPhone({ type }: G2Input): boolean {
    if (type === 'phone.connected' || !phone || phone.isOpen()) return false
    phone = null
    return true
  }

  function perform(effect: Effect): void {
    if (effect.type === 'frame.send') return phone?.send(JSON.stringify(effect.frame))
    if (effect.type !== 'sent') return opened?.effects.perform(effect)
    phone?.describe(ACTIVITY[g2StatusOf(effect.state)])
    return confirm(effect.state)
  }

  /** Asks the phone to confirm what it has received; one question at a time. */
  function confirm({ sent, missed }: G2State): void {
    if (!phone || missed || sent.unsure.length === 0 || confirming === phone) return
    const asked = phone
    confirming = asked
    asked.confirm(() => {
      if (confirming === asked) confirming = null
      if (phone === asked) driver.send({ type: 'phone.received', count: sent.count })
    })
  }

  function closePhone({ code, reason }: Closing): void {
    const closing = phone
    phone = null
    closing?.close(code, reason)
  }

  /** Opened with the first connection of a phone. */
  let opened: ReturnType<typeof open> | null = null
  function open() {
    const recognizer = guestHost.recognizer(session)
    let conversation = converse(session)
    const effects = createG2Effects({
      ...deps,
      recognizer,
      conversation: () => conversation,
      resetConversation() {
        conversation.close()
        // A new name, so that the brain does not remember the old conversation.
        conversation = converse(`${session}:${newId()}`)
      },
      send: driver.send,
      closePhone: () => closePhone(G2_SILENT),
    })
    const unsubscribe = recognizer.onState((state) =>
      driver.send({ type: 'recognizer.changed', recognizer: state }),
    )
    return {
      recognizer,
      effects,
      close() {
        unsubscribe()
        effects.close()
        conversation.close()
      },
    }
  }

  function converse(name: string): GuestConversation {
    const conversation = guestHost.converse({
      session: name,
      source: g2Wire.title,
      mayApprove: () => phone?.mayApprove() ?? false,
    })
    conversation.onEvent((event) => driver.send({ type: 'turn.event', event }))
    return conversation
  }

  return {
    attach(socket) {
      // The new phone first gets `connected`.
      closePhone(G2_REPLACED)
      const { recognizer } = (opened ??= open())
      recognizer.wake()
      phone = socket
      socket.onMessage((data) => {
        if (phone === socket) driver.send({ type: 'phone.sent', data, turnId: newId() })
      })
      socket.onClose((closedBy) => {
        if (phone !== socket) return
        phone = null
        driver.send({ type: 'phone.disconnected', broken: closedBy === 'network' })
      })
      driver.send({ type: 'phone.connected', recognizer: recognizer.state() })
    },
    replaced() {
      if (!phone) return
      closePhone(G2_REPLACED)
      driver.send({ type: 'phone.disconnected', broken: true })
    },
    close(why) {
      driver.close()
      closePhone(why)
      opened?.close()
      opened = null
    },
  }
}
