// Sends an event on the data channel: paces it if it is a status, encodes it in the chosen dialect, splits it if it is
// large, and publishes it. A failing publisher is reported and never fails what caused the event.
import type { ConversationEvent, ConversationEventOf, RecordedEvent } from '../../shared/conversation.ts'
import { GANGLIA_TOPIC } from '../../shared/wire/ganglia.ts'
import { PARLEY_TOPIC } from '../../shared/wire/parley-events.ts'
import { encodeEnveloped, stateOfAction } from '../wires/ganglia/enveloped.ts'
import { encodeFlat } from '../wires/ganglia/flat.ts'
import { encodeParley } from '../wires/parley-events/codec.ts'
import { packetsOf } from '../wires/ganglia/chunking.ts'
import type { Clock, Unsubscribe } from '../ports/clock.ts'
import { toUtf8 } from '../../base/utf8.ts'
import { createEnvelopedPacing, createFlatPacing } from './status-pacing.ts'

export type GangliaDialect = 'flat' | 'enveloped'

export interface EventInterceptor {
  /** Sends this event to everyone. Pacing may delay a status, or drop it if its turn answers first. */
  publish(record: RecordedEvent): void
  /** Sends it again, to one participant, at once. False if this wire does not carry it. */
  replay(record: RecordedEvent, to: string): boolean
  close(): void
}

interface Deps {
  dialect: GangliaDialect
  clock: Clock
  send(topic: string, packet: Uint8Array, to: string | undefined): void
  onError(error: unknown): void
}

type StatusRecord = RecordedEvent & { event: ConversationEventOf<'status.changed'> }

const isStatus = (record: RecordedEvent): record is StatusRecord => record.event.type === 'status.changed'

const endsStatus: ReadonlySet<ConversationEvent['type']> = new Set([
  'reply.appended',
  'reply.replaced',
  'reply.ended',
  'turn.ended',
])

export function createEventInterceptor({ dialect, clock, send, onError }: Deps): EventInterceptor {
  const encode = dialect === 'flat' ? encodeFlat : encodeEnveloped
  const pacing =
    dialect === 'flat' ? createFlatPacing() : createEnvelopedPacing((status) => stateOfAction[status.action])
  let held: { record: StatusRecord; cancel: Unsubscribe } | null = null

  function transmit(record: RecordedEvent, to?: string): boolean {
    try {
      const message = encode(record)
      const own = message ? null : encodeParley(record)
      if (!message && !own) return false
      // The transfer has the id of its message, so the chunks of a replay mix with no others.
      const transferId = to === undefined ? record.id : `${record.id}>${to}`
      const topic = message ? GANGLIA_TOPIC : PARLEY_TOPIC
      for (const packet of packetsOf(toUtf8(JSON.stringify(message ?? own)), transferId))
        send(topic, packet, to)
    } catch (error) {
      onError(error)
    }
    return true
  }

  function release(): void {
    held?.cancel()
    held = null
  }

  /** A status says what a turn does before it answers. Once the turn answers or ends, the status is out of date. */
  function dropOutdated({ event }: RecordedEvent): void {
    if (!held || !('turnId' in event) || event.turnId !== held.record.event.turnId) return
    if (endsStatus.has(event.type)) release()
  }

  function publishStatus(record: StatusRecord): void {
    const now = clock.now()
    const decision = pacing.decide(record.event, now)
    // The held status is older than this one.
    release()
    if (decision.tag === 'skip') return
    if (decision.tag === 'hold') {
      held = { record, cancel: clock.after(decision.until - now, () => publishStatus(record)) }
      return
    }
    pacing.sent(record.event, now)
    transmit(record)
  }

  return {
    publish(record) {
      if (isStatus(record)) return publishStatus(record)
      dropOutdated(record)
      transmit(record)
    },
    replay: (record, to) => transmit(record, to),
    close: release,
  }
}
