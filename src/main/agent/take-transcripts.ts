// Waits for the transcripts of takes that have ended, and passes them on: as a request, as an offer, or not at all.
import type { ConversationInput } from '../../core/conversation/conversation-state.ts'
import type { FinalTranscript, Recognizer, Take } from '../../core/ports/recognizer.ts'
import type { BusyPolicy } from '../../shared/conversation.ts'
import { faultOf, type Fault } from '../../shared/errors.ts'
import type { HandsFreeTurn } from './hands-free-turn.ts'

/** What a take without words contains. */
export type Wordless = 'speech' | 'sound' | 'nothing'

export interface HeardUtterance extends FinalTranscript {
  turnId: string
  /** The connection broke before the user released the key: they did not send it themselves. */
  unsent: boolean
}

export interface TranscriptListener {
  /** Resolves with true once the transcript is in the journal and its audio can be deleted. */
  onUtterance(utterance: HeardUtterance): Promise<boolean>
  /** No words were found though somebody spoke or made a sound. True keeps the audio. */
  onWordless(take: FinalTranscript, heard: Exclude<Wordless, 'nothing'>): boolean
  /** An utterance was taken for the agent's own voice. */
  onIgnored(turnId: string, text: string): void
  onFault(fault: Fault): void
}

interface Deps extends TranscriptListener {
  send(input: ConversationInput): void
  whenBusy(): BusyPolicy
}

export interface EndedTake {
  recognizer: Recognizer
  take: Take
  /** The name its window gave it; null for an open microphone. */
  takeId: string | null
  turnId: string
  unsent: boolean
  /** How long ago the user released the key, if the window said so. */
  sinceMs?: number
  /** What it contains if it has no words. Asked when the transcript is there, since speech may be noticed late. */
  wordless?(): Wordless
}

export interface TakeTranscripts {
  /** The take is a turn. */
  await(ended: EndedTake): void
  /** The take becomes a turn if its transcript is meant for the agent. */
  awaitHandsFree(ended: EndedTake, turn: HandsFreeTurn): void
  /** Nobody wants the transcript of this take any more. */
  cancel(takeId: string): void
}

export function createTakeTranscripts(deps: Deps): TakeTranscripts {
  const { send } = deps
  const awaited = new Map<Take, string | null>()

  async function finish(ended: EndedTake): Promise<void> {
    const { recognizer, take, turnId, unsent, sinceMs = 0 } = ended
    try {
      const transcript = await take.release()
      // Time counts from the release of the key, not from the arrival of the call that told it.
      const times = { ...transcript.times, releasedAt: transcript.times.releasedAt - sinceMs }
      const final = { ...transcript, times }
      const isDone =
        final.text.trim() === ''
          ? finishWordless(final, ended)
          : deps.onUtterance({ ...final, turnId, unsent })
      if (await isDone) await recognizer.acknowledge(take.takeId)
    } catch (error) {
      send({ type: 'talk.dropped', turnId })
      if (!isAbort(error)) deps.onFault(faultOf(error))
    }
  }

  function finishWordless(final: FinalTranscript, { turnId, wordless }: EndedTake): boolean {
    send({ type: 'talk.dropped', turnId })
    const heard = wordless?.() ?? 'nothing'
    return heard === 'nothing' || !deps.onWordless(final, heard)
  }

  async function finishHandsFree(ended: EndedTake, turn: HandsFreeTurn): Promise<void> {
    const { recognizer, take, turnId } = ended
    turn.end()
    if (turn.meant) return finish(ended)
    try {
      const { text } = await take.release()
      const judgement = text === '' ? 'ignored' : turn.judge(text)
      if (judgement === 'interrupts') {
        send({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
        return await finish(ended)
      }
      if (judgement === 'echo') deps.onIgnored(turnId, text)
      await recognizer.acknowledge(take.takeId)
    } catch (error) {
      // It may have been meant for the agent, so its audio stays.
      if (!isAbort(error)) deps.onFault(faultOf(error))
    }
  }

  function track({ take, takeId }: EndedTake, done: Promise<void>): void {
    awaited.set(take, takeId)
    void done.finally(() => awaited.delete(take))
  }

  return {
    await: (ended) => track(ended, finish(ended)),
    awaitHandsFree: (ended, turn) => track(ended, finishHandsFree(ended, turn)),
    cancel(takeId) {
      for (const [take, name] of awaited) if (name === takeId) take.cancel()
    },
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
