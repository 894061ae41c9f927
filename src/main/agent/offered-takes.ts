// Takes that never became a request: Parley stopped in the middle of a sentence, the connection broke, or no words were
// recognized. Parley offers them, and the user sends or discards each.
import type { Recognizer, RecoveredTake } from '../../core/ports/recognizer.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'

interface Deps {
  recognizer(): Recognizer | null
  conversationId: string
  record(event: ConversationEvent): void
  /** Resolves with whether everything recorded so far would survive a power cut. */
  sync(): Promise<boolean>
  /** The user sends a take after all. */
  send(text: string): void
  isClosed(): boolean
  onError(what: string, error: unknown): void
}

export interface OfferedTake {
  takeId: string
  startedAt: number
  durationMs: number
  /** Null where no words were recognized. */
  text: string | null
}

export interface OfferedTakes {
  offer(take: OfferedTake): void
  settle(takeId: string, decision: 'send' | 'discard'): Promise<void>
  /** It was sent or discarded since Parley started. */
  isSettled(takeId: string): boolean
}

export function createOfferedTakes(deps: Deps): OfferedTakes {
  const { conversationId, record } = deps
  const offered = new Map<string, string | null>()
  const settled = new Set<string>()
  /** Callers that wait for a take to be recovered. */
  const awaited = new Map<string, () => void>()

  function offer(take: OfferedTake): void {
    if (offered.has(take.takeId) || settled.has(take.takeId)) return
    offered.set(take.takeId, take.text)
    record({ type: 'take.offered', turnId: `take-${take.takeId}`, ...take })
    awaited.get(take.takeId)?.()
  }

  /** Also for a take that was offered before Parley restarted. */
  async function discard(takeId: string): Promise<void> {
    offered.delete(takeId)
    settled.add(takeId)
    record({ type: 'take.settled', turnId: `take-${takeId}`, takeId })
    if (await deps.sync()) await deps.recognizer()?.acknowledge(takeId)
  }

  const isEmpty = ({ text, spoke }: RecoveredTake): boolean => text === '' && !spoke

  /** Takes of earlier runs are offered and not sent: they may not matter any more. */
  async function offerRecovered(): Promise<void> {
    for await (const take of deps.recognizer()?.recover(conversationId) ?? []) {
      if (deps.isClosed()) return
      const { takeId, startedAt, soundMs: durationMs, text } = take
      // The user did not wait for the transcript.
      if (settled.has(takeId)) continue
      if (isEmpty(take)) await discard(takeId)
      else offer({ takeId, startedAt, durationMs, text: text === '' ? null : text })
    }
  }

  const recovering = offerRecovered().catch((error: unknown) =>
    deps.onError('stored takes could not be transcribed', error),
  )

  /** Resolves as soon as the take is recovered, or is known not to exist. */
  async function find(takeId: string): Promise<string | null | undefined> {
    if (!offered.has(takeId)) {
      const found = new Promise<void>((resolve) => awaited.set(takeId, resolve))
      await Promise.race([found, recovering]).finally(() => awaited.delete(takeId))
    }
    return offered.get(takeId)
  }

  async function transcribeAgain(takeId: string): Promise<string> {
    for await (const take of deps.recognizer()?.recover(conversationId, takeId) ?? []) {
      if (take.text !== null && take.text !== '') return take.text
      if (!isEmpty(take)) continue
      await discard(takeId)
      throw new FaultError('ears_failed', 'There are no words in this recording.', 'Say it again.')
    }
    throw new FaultError(
      'ears_failed',
      'Parley still cannot transcribe this recording.',
      'Try again later, or discard it and say it again.',
      { retryable: true },
    )
  }

  return {
    offer,
    isSettled: (takeId) => settled.has(takeId),
    async settle(takeId, decision) {
      if (decision === 'discard') return discard(takeId)
      const known = await find(takeId)
      if (known === undefined) {
        // Settled, or a window would show it forever.
        await discard(takeId)
        throw new FaultError('bad_request', 'This recording does not exist any more.', 'Say it again.')
      }
      const text = known ?? (await transcribeAgain(takeId))
      if (!offered.has(takeId)) return
      offered.delete(takeId)
      deps.send(text)
      await discard(takeId)
    },
  }
}
