// The way of an event to the data channel: pace it if it is a status, encode it in the chosen dialect, split it if it
// is large, publish it. A publisher that fails is reported and never fails what caused the event.
import type { ConversationEventOf, RecordedEvent } from '../../shared/conversation.ts'
import { GANGLIA_TOPIC } from '../../shared/wire/ganglia.ts'
import { PARLEY_TOPIC } from '../../shared/wire/parley-events.ts'
import { encodeEnveloped, stateOfAction } from '../codecs/ganglia-enveloped.ts'
import { encodeFlat } from '../codecs/ganglia-flat.ts'
import { encodeParley } from '../codecs/parley-events.ts'
import { packetsOf } from '../chunking.ts'
import type { Clock, Unsubscribe } from '../ports.ts'
import { toUtf8 } from '../utf8.ts'
import { createEnvelopedPacing, createFlatPacing } from './status-pacing.ts'

export type GangliaDialect = 'flat' | 'enveloped'

export interface EventInterceptor {
  /** Sends what this event has to say to everyone, now or when its window opens. */
  publish(record: RecordedEvent): void
  /** Sends it once more, to one participant, at once. False when this wire does not carry it. */
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
      // The transfer is named after the message it carries, so a replay of it joins with nothing else.
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

  function publishStatus(record: StatusRecord): void {
    const now = clock.now()
    const decision = pacing.decide(record.event, now)
    // Whatever was held is older than this one and would only lie.
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
    publish: (record) => (isStatus(record) ? publishStatus(record) : void transmit(record)),
    replay: (record, to) => transmit(record, to),
    close: release,
  }
}
