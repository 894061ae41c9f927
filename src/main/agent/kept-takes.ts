// Speech that was kept and never became a request: of an earlier run that ended in the middle of a sentence, of a link that
// broke, or without words that could be made out. It is offered, and sent or let go by whoever said it.
import type { Ears, RecoveredTake } from '../../core/ports/ears.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import { FaultError } from '../../shared/errors.ts'

interface Deps {
  ears(): Ears | null
  session: string
  record(event: ConversationEvent): void
  /** Resolves once everything recorded so far would survive, or with false where it would not. */
  kept(): Promise<boolean>
  /** Somebody sent it after all. */
  send(text: string): void
  isClosed(): boolean
  onError(what: string, error: unknown): void
}

export interface OfferedTake {
  takeId: string
  startedAt: number
  durationMs: number
  /** Null where no words could be made out. */
  text: string | null
}

export interface KeptTakes {
  offer(take: OfferedTake): void
  settle(takeId: string, decision: 'send' | 'discard'): Promise<void>
  /** It was sent or let go in this run. */
  isSettled(takeId: string): boolean
}

export function createKeptTakes(deps: Deps): KeptTakes {
  const { session, record } = deps
  const offered = new Map<string, string | null>()
  const settled = new Set<string>()
  /** Whoever waits for a take to be found again. */
  const awaited = new Map<string, () => void>()

  function offer(take: OfferedTake): void {
    if (offered.has(take.takeId) || settled.has(take.takeId)) return
    offered.set(take.takeId, take.text)
    record({ type: 'take.offered', turnId: `take-${take.takeId}`, ...take })
    awaited.get(take.takeId)?.()
  }

  /** It may be shown though this run has not offered it: an earlier one did. */
  async function letGo(takeId: string): Promise<void> {
    offered.delete(takeId)
    settled.add(takeId)
    record({ type: 'take.settled', turnId: `take-${takeId}`, takeId })
    if (await deps.kept()) await deps.ears()?.acknowledge(takeId)
  }

  /** Nothing was said, so nothing is lost. */
  const isNothing = ({ text, spoke }: RecoveredTake): boolean => text === '' && !spoke

  /** What earlier runs have left is offered, not sent: it may not matter any more. Each as soon as it is known. */
  async function offerKept(): Promise<void> {
    for await (const take of deps.ears()?.recover(session) ?? []) {
      if (deps.isClosed()) return
      const { takeId, startedAt, soundMs: durationMs, text } = take
      // Somebody did not wait for it.
      if (settled.has(takeId)) continue
      if (isNothing(take)) await letGo(takeId)
      else offer({ takeId, startedAt, durationMs, text: text === '' ? null : text })
    }
  }

  const offering = offerKept().catch((error: unknown) =>
    deps.onError('kept speech could not be recognised', error),
  )

  /** As soon as it has been found again, or is known not to be there. */
  async function find(takeId: string): Promise<string | null | undefined> {
    if (!offered.has(takeId)) {
      const found = new Promise<void>((resolve) => awaited.set(takeId, resolve))
      await Promise.race([found, offering]).finally(() => awaited.delete(takeId))
    }
    return offered.get(takeId)
  }

  async function recognisedAgain(takeId: string): Promise<string> {
    for await (const take of deps.ears()?.recover(session, takeId) ?? []) {
      if (take.text !== null && take.text !== '') return take.text
      if (!isNothing(take)) continue
      await letGo(takeId)
      throw new FaultError('ears_failed', 'There are no words in it.', 'It was let go. Say it again.')
    }
    throw new FaultError(
      'ears_failed',
      'What you said could still not be made out.',
      'It is kept. Try again later, or discard it and say it again.',
      { retryable: true },
    )
  }

  return {
    offer,
    isSettled: (takeId) => settled.has(takeId),
    async settle(takeId, decision) {
      if (decision === 'discard') return letGo(takeId)
      const known = await find(takeId)
      if (known === undefined) {
        // Whatever shows it would show it for ever.
        await letGo(takeId)
        throw new FaultError('bad_request', 'What was said then is not kept any more.', 'Say it again.')
      }
      const text = known ?? (await recognisedAgain(takeId))
      if (!offered.has(takeId)) return
      offered.delete(takeId)
      deps.send(text)
      await letGo(takeId)
    },
  }
}
