// An utterance spoken hands-free. While the agent speaks or works, it becomes a turn only once it is clearly meant for
// the agent; until then it may be a nod, a cough or the agent's own voice.
import type { ConversationInput } from '../../core/conversation/conversation-state.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { judgeBargeIn, type BargeIn } from '../../core/speech/hearing/barge-in.ts'
import type { BusyPolicy } from '../../shared/conversation.ts'

/** What decides whether an utterance is meant for the agent. */
export interface BargeInContext {
  clock: Clock
  whenBusy(): BusyPolicy
  isCommand(text: string): boolean
  /** What of the agent's speech may have been heard between two moments; empty where it was silent. */
  playedBetween(from: number, until: number): string
  /** The agent waits for a yes or a no. */
  isAnswering(): boolean
  /** A turn is running. */
  isBusy(): boolean
  send(input: ConversationInput): void
}

export interface HandsFreeTurn {
  turnId: string
  /** It is known to be meant for the agent. */
  meant: boolean
  /** A partial transcript of the first `audioMs` of the utterance. */
  hear(text: string, audioMs: number): void
  /** Judges the final transcript. */
  judge(text: string): BargeIn['tag'] | 'echo'
  /** The user stopped talking: what the agent says from now on cannot be the echo. */
  end(): void
}

export function beginHandsFreeTurn(context: BargeInContext, turnId: string, beganAt: number): HandsFreeTurn {
  const { clock, send } = context
  let endedAt: number | null = null
  let before: string | null = null

  function judge(text: string, audioMs: number, final: boolean): BargeIn {
    const saying = context.playedBetween(beganAt, endedAt ?? clock.now())
    if (saying === '' && !context.isBusy()) return { tag: 'interrupts', because: 'words' }
    return judgeBargeIn({
      text,
      before,
      final,
      saying,
      audioMs,
      isCommand: context.isCommand(text),
      answering: context.isAnswering(),
    })
  }

  function start(): void {
    turn.meant = true
    send({ type: 'talk.started', turnId, whenBusy: context.whenBusy() })
  }

  const turn: HandsFreeTurn = {
    turnId,
    meant: false,
    hear(text, audioMs) {
      if (!turn.meant && judge(text, audioMs, false).tag === 'interrupts') start()
      before = text
      if (turn.meant) send({ type: 'talk.heard', turnId, text })
    },
    judge(text) {
      const judgement = judge(text, clock.now() - beganAt, true)
      return judgement.tag === 'ignored' && judgement.because === 'echo' ? 'echo' : judgement.tag
    },
    end: () => void (endedAt ??= clock.now()),
  }
  if (context.playedBetween(beganAt, clock.now()) === '' && !context.isBusy()) start()
  return turn
}
