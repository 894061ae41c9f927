// The G2 glasses at the door (document 004): one phone at a time, on one session that outlives its connections.
import { g2Session } from '../../../core/guests/g2-session.ts'
import { errorFrame, g2StatusOf, initialG2, type G2Input } from '../../../core/guests/g2-state.ts'
import type { Clock } from '../../../core/ports.ts'
import type { House } from '../../../core/ports/guests.ts'
import { G2_REPLACED, G2_SILENT, g2Protocol, type G2Status } from '../../../shared/wire/g2.ts'
import { gatewayPaths } from '../../../shared/wire/gateway.ts'
import type { GuestSocket, Wire } from '../wire.ts'
import { createG2Hands } from './g2-hands.ts'

interface Deps {
  house: House
  clock: Clock
  newId(): string
  onError(what: string, error: unknown): void
}

const SESSION = 'g2'

/** The longest message, every character of it escaped, fits; so does the longest piece of sound. */
const MAX_FRAME_BYTES = 1024 * 1024

const CLOSING = { code: 1001, reason: 'Parley is stopping' } as const

const DOING: Record<G2Status, string> = {
  loading: 'waiting for speech recognition',
  idle: 'ready',
  recording: 'listening',
  transcribing: 'recognising',
  thinking: 'thinking',
  streaming: 'answering',
}

export function createG2Wire(deps: Deps): Wire {
  const { house, newId, onError } = deps
  let state = initialG2
  let phone: GuestSocket | null = null
  let confirming: GuestSocket | null = null
  let closed = false
  const waiting: G2Input[] = []
  let working = false

  /** One after the other: what comes of a step's requests is taken after all of them. */
  function tell(input: G2Input): void {
    if (closed) return
    waiting.push(input)
    if (working) return
    working = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) take(next)
    } finally {
      working = false
    }
  }

  function take(input: G2Input): void {
    noticeGoodbye(input)
    // What nobody foresaw ends the turn and not the gateway.
    const trying = <T>(what: string, work: () => T): T | null => {
      try {
        return work()
      } catch (error) {
        onError(`${what} for the glasses`, error)
        if (input.type !== 'request.broke') waiting.push({ type: 'request.broke' })
        return null
      }
    }
    const requests = trying(input.type, () => {
      const step = g2Session(state, input)
      state = step.state
      for (const frame of step.frames) phone?.send(JSON.stringify(frame))
      phone?.describe(DOING[g2StatusOf(state)])
      confirm()
      return step.requests
    })
    for (const request of requests ?? []) trying(request.type, () => begun?.hands.perform(request))
  }

  /** Whoever has said goodbye hears nothing more, though it may be a while before the connection is gone. */
  function noticeGoodbye({ type }: G2Input): void {
    if (type === 'phone.came' || !phone || phone.isOpen()) return
    phone = null
    take({ type: 'phone.left', broken: false })
  }

  /** Asks whether the phone has what it was told; one question at a time. */
  function confirm(): void {
    const { count, unsure } = state.told
    if (!phone || state.missed || unsure.length === 0 || confirming === phone) return
    const asked = phone
    confirming = asked
    asked.confirm(() => {
      if (confirming === asked) confirming = null
      if (phone === asked) tell({ type: 'phone.received', count })
    })
  }

  function closePhone(): void {
    const gone = phone
    phone = null
    gone?.close(G2_SILENT.code, G2_SILENT.reason)
  }

  /** Begun with the first phone: who has no glasses has no conversation with them. */
  let begun: ReturnType<typeof begin> | null = null
  function begin() {
    const ears = house.ears(SESSION)
    const conversation = house.converse({ session: SESSION, source: g2Protocol.title })
    const hands = createG2Hands({ ...deps, ears, conversation, tell, closePhone })
    const forget = [
      ears.onState((hearing) => tell({ type: 'ears.changed', hearing })),
      conversation.onEvent((event) => tell({ type: 'turn.told', event })),
    ]
    return { ears, conversation, hands, forget }
  }

  return {
    id: 'g2',
    title: g2Protocol.title,
    path: gatewayPaths.g2,
    maxFrameBytes: MAX_FRAME_BYTES,
    refusal: () => JSON.stringify(errorFrame('AUTH_FAILED', 'The token is wrong or missing')),
    accept(socket) {
      if (closed) return socket.close(CLOSING.code, CLOSING.reason)
      // Nobody is told anything before `connected`.
      const replaced = phone
      phone = null
      replaced?.close(G2_REPLACED.code, G2_REPLACED.reason)
      const { ears } = (begun ??= begin())
      ears.wake()
      phone = socket
      socket.onMessage((data) => {
        if (phone === socket) tell({ type: 'phone.sent', data, turnId: newId() })
      })
      socket.onClose((ending) => {
        if (phone !== socket) return
        phone = null
        tell({ type: 'phone.left', broken: ending === 'broken' })
      })
      tell({ type: 'phone.came', hearing: ears.state() })
    },
    async close() {
      if (closed) return
      closed = true
      phone?.close(CLOSING.code, CLOSING.reason)
      phone = null
      begun?.forget.forEach((stop) => stop())
      begun?.hands.close()
      begun?.conversation.close()
      begun = null
      waiting.length = 0
    },
  }
}
