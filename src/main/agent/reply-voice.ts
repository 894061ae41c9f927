// The agent's voice in a conversation: speaks its replies, and knows what was heard of them.
import { BoundedMap, BoundedSet } from '../../base/bounded.ts'
import { createEmitter } from '../../base/emitter.ts'
import { agentSegment } from '../../core/conversation/conversation-state.ts'
import { PARLEY } from '../../core/conversation/side-turns.ts'
import type { TurnTimings } from '../../core/conversation/turn-timing.ts'
import type { Unsubscribe } from '../../core/ports/clock.ts'
import type { ReplySpeaker } from '../../core/ports/speech.ts'
import { textHeard } from '../../core/speech/speaking/heard-text.ts'
import type { ConversationEvent } from '../../shared/conversation.ts'
import { FaultError, faultOf } from '../../shared/errors.ts'
import { VOICE_STOPPED } from '../../shared/wire/transcription.ts'
import type { AgentContext, ConversationMachine } from './conversation.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { JournalLookup } from './journal-lookup.ts'
import { createReplyPlayback, type ReplyPlayback } from './reply-playback.ts'
import { createSpokenProgress } from './spoken-progress.ts'

interface Deps extends AgentContext {
  speaker(): ReplySpeaker | null
  machine: ConversationMachine
  recorder: EventRecorder
  timings: TurnTimings
  lookup: JournalLookup
}

export interface ReplyVoice extends Pick<ReplyPlayback, 'pause' | 'isSpeaking' | 'hold' | 'playedBetween'> {
  /** Says something that is not part of a reply. */
  announce(text: string): void
  stop(playedMs?: number): void
  onQuiet(listener: () => void): Unsubscribe
  /** A reply that fell silent goes on: the rest of it, or only what comes from now on. */
  resume(turnId: string, what: 'rest' | 'new'): void
  /** Speaks a reply again, from a place in it. */
  repeat(turnId: string, from: number): Promise<void>
  /** False where there is no reply yet. */
  repeatLast(): boolean
  /** What was heard of the last reply, if it was cut off. Given once. */
  takeInterrupted(): { heard: string } | null
  close(): void
}

const MAX_REPLIES = 50

export function createReplyVoice(deps: Deps): ReplyVoice {
  const { room, clock, machine, recorder, timings } = deps
  const quiet = createEmitter<[]>()
  const replies = new BoundedMap<string, string>(MAX_REPLIES)
  /** Turns of the brain; a text that is only read out has none. */
  const asked = new BoundedSet<string>(MAX_REPLIES)
  /** Turns beside another one. */
  const beside = new BoundedSet<string>(MAX_REPLIES)
  let interrupted: { heard: string } | null = null
  let lastProblem = ''
  let stops = 0

  /** The reply so far. */
  function replySoFar(turnId: string): string {
    const { phase, sides } = machine.state
    if (phase.tag === 'speaking' && phase.turnId === turnId) return phase.reply
    return sides.find((side) => side.turnId === turnId)?.reply ?? replies.get(turnId) ?? ''
  }

  const playback = createReplyPlayback({
    room,
    speaker: deps.speaker,
    clock,
    listener: {
      started(turnId, aside) {
        machine.send({
          type: 'voice.started',
          turnId,
          ...(beside.has(turnId) && { beside: true as const }),
        })
        const timed = aside ? null : timings.sound(turnId, clock.now())
        if (timed) recorder.record(timed)
      },
      ended(turnId, heard, complete, aside) {
        machine.send({ type: 'voice.ended', turnId })
        if (aside) return
        // The brain knows nothing of the replies beside its own.
        if (!beside.has(turnId))
          interrupted =
            complete || !asked.has(turnId) ? null : { heard: textHeard(replySoFar(turnId), heard) }
        recorder.record({ type: 'reply.voiced', turnId, segmentId: agentSegment(turnId), heard, complete })
      },
      quiet: quiet.emit,
      failed(error) {
        deps.onError('the voice failed', error)
        const fault = faultOf(error)
        // Shown once: every sentence fails alike.
        if (fault.message !== lastProblem) recorder.recordFault('The voice', fault)
        lastProblem = fault.message
      },
    },
  })
  const progress = createSpokenProgress({ clock, state: () => machine.state, say: playback.aside })

  function follow(event: ConversationEvent): void {
    progress.follow(event)
    if (event.type === 'turn.started') {
      if (event.beside !== undefined) beside.add(event.turnId)
      else if (event.by !== PARLEY) asked.add(event.turnId)
    } else if (event.type === 'reply.appended')
      playback.append(event.turnId, event.delta, beside.has(event.turnId))
    else if (event.type === 'reply.replaced') playback.replace(event.turnId, event.text)
    else if (event.type === 'reply.ended') {
      replies.set(event.turnId, event.text)
      playback.end(event.turnId)
    }
  }

  recorder.onRecorded(follow)
  return {
    pause: playback.pause,
    isSpeaking: playback.isSpeaking,
    hold: playback.hold,
    playedBetween: playback.playedBetween,
    onQuiet: quiet.on,
    announce: (text) => playback.announce(`said-${deps.newId()}`, text),
    stop(playedMs) {
      if (playback.isSpeaking()) {
        room.silence?.()
        room.setAttributes({ [VOICE_STOPPED]: `${clock.now()}.${++stops}` })
      }
      playback.stop(playedMs)
    },
    resume(turnId, what) {
      const text = replySoFar(turnId)
      playback.resume(turnId, text, what === 'new' ? text.length : undefined)
    },
    async repeat(turnId, from) {
      const text = replies.get(turnId) ?? (await deps.lookup.replyOf(turnId))
      if (text === null)
        throw new FaultError(
          'bad_request',
          'That reply is no longer in the conversation’s log.',
          'Ask again.',
        )
      playback.repeat(turnId, text, from)
    },
    repeatLast() {
      const last = [...replies].at(-1)
      if (last) playback.repeat(...last, 0)
      return last !== undefined
    },
    takeInterrupted() {
      const cut = interrupted
      interrupted = null
      return cut
    },
    close() {
      progress.close()
      playback.close()
    },
  }
}
