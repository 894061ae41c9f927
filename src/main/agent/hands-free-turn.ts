// Something that is said hands-free, from its first words on: a turn of the conversation, or something beside it. While the
// agent speaks, it is a turn only once it is plain that it is meant for the agent.
import { judgeBargeIn, type BargeIn } from '../../core/ears/barge-in.ts'
import type { ConversationInput } from '../../core/conversation-state.ts'
import type { Clock } from '../../core/ports.ts'
import type { BusyPolicy } from '../../shared/conversation.ts'

export interface Overhearing {
  clock: Clock
  whenBusy(): BusyPolicy
  isCommand(words: string): boolean
  /** What of the agent's words may have been heard from one moment to another; empty where it was silent. */
  sounded(from: number, until: number): string
  /** The agent waits for a yes or a no. */
  isAnswering(): boolean
  /** It works on something, or says something. */
  isBusy(): boolean
  tell(input: ConversationInput): void
}

export interface HandsFreeTurn {
  turnId: string
  /** It is a turn of the conversation, and not something said beside it. */
  meant: boolean
  /** `soundMs` is how much of what they say these words were made out of. */
  hear(text: string, soundMs: number): void
  /** Whether these words, which are all there are, are meant for the agent. */
  judge(text: string): BargeIn['tag'] | 'echo'
  /** They have finished; what the agent says from now on is not what was heard. */
  end(): void
}

export function beginHandsFreeTurn(deps: Overhearing, turnId: string, beganAt: number): HandsFreeTurn {
  const { clock, tell } = deps
  let endedAt: number | null = null
  let before: string | null = null

  function judge(words: string, soundMs: number, final: boolean): BargeIn {
    const now = clock.now()
    const saying = deps.sounded(beganAt, endedAt ?? now)
    if (saying === '' && !deps.isBusy()) return { tag: 'interrupts', because: 'words' }
    return judgeBargeIn({
      words,
      before,
      final,
      saying,
      soundMs,
      isCommand: deps.isCommand(words),
      answering: deps.isAnswering(),
    })
  }

  function start(): void {
    turn.meant = true
    tell({ type: 'talk.started', turnId, whenBusy: deps.whenBusy() })
  }

  const turn: HandsFreeTurn = {
    turnId,
    meant: false,
    hear(text, soundMs) {
      if (!turn.meant && judge(text, soundMs, false).tag === 'interrupts') start()
      before = text
      if (turn.meant) tell({ type: 'talk.heard', turnId, text })
    },
    judge(text) {
      const judgement = judge(text, clock.now() - beganAt, true)
      return judgement.tag === 'ignored' && judgement.because === 'echo' ? 'echo' : judgement.tag
    },
    end: () => void (endedAt ??= clock.now()),
  }
  if (deps.sounded(beganAt, clock.now()) === '' && !deps.isBusy()) start()
  return turn
}
