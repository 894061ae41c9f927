// Performs the effects of a conversation's state machine.
import { fileToShow, type ToolInterceptor } from '../../core/artifacts/tool-interceptor.ts'
import type { ConversationEffect, ToolEvent } from '../../core/conversation/conversation-state.ts'
import type { TurnTimings } from '../../core/conversation/turn-timing.ts'
import { truncate } from '../../base/truncate.ts'
import type { Brain, BrainRequest } from '../../core/ports/brain.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { AgentState, ConversationEvent } from '../../shared/conversation.ts'
import type { Announcements } from './announcements.ts'
import type { ConversationCommands } from './conversation-commands.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { GuestQuestions } from './guest-questions.ts'
import type { OwnAnswers } from './own-answers.ts'
import type { Participants } from './participants.ts'
import type { ReplyVoice } from './reply-voice.ts'

interface Deps {
  brain: Brain
  /** Answers beside the brain. */
  side: Brain | undefined
  ownAnswers: OwnAnswers
  clock: Clock
  recorder: EventRecorder
  interceptor: ToolInterceptor
  commands: ConversationCommands
  participants: Participants
  guestQuestions: GuestQuestions
  voice: ReplyVoice
  timings: TurnTimings
  announcements: Announcements
  onState(state: AgentState): void
}

const MAX_NAME = 100

export function createEffects(deps: Deps): (effect: ConversationEffect) => void {
  const { brain, side, clock, commands, interceptor, voice, timings } = deps

  function requestOf(runId: string, text: string): BrainRequest {
    const view = commands.viewOf(runId)
    const { role: askedBy } = deps.participants.sourceOf(runId)
    return { runId, text, askedBy, ...(view && { view }) }
  }

  function askBrain(runId: string, text: string): void {
    const interrupted = voice.takeInterrupted()
    brain.ask({ ...requestOf(runId, text), ...(interrupted && { interrupted }) })
  }

  /** A state is shown, not recorded. A turn that starts says who answers. */
  function record(event: ConversationEvent): void {
    if (event.type === 'state.changed') return deps.onState(event.state)
    if (event.type !== 'turn.started' || event.by !== undefined) return deps.recorder.record(event)
    const { name } = (event.beside === undefined ? brain : (side ?? brain)).status()
    deps.recorder.record({ ...event, by: truncate(name, MAX_NAME) })
  }

  function intercept(event: ToolEvent, beside = false): void {
    const { runId } = event
    if (event.type === 'status.told') return interceptor.thinking(runId, event.detail)
    if (event.type === 'tool.started') {
      timings.toolStarted(runId, clock.now())
      // The text before a tool call is a complete thought.
      voice.pause(runId)
      // The status bar goes on showing what the turn does that this one runs beside.
      return beside ? undefined : interceptor.started(runId, event.call)
    }
    timings.toolEnded(runId, clock.now())
    interceptor.ended(runId, event.artifact)
    const unseen = fileToShow(event.call, event.artifact)
    if (unseen !== null) void commands.openFile({ type: 'file.open', turnId: runId, file: unseen })
  }

  return (effect) => {
    switch (effect.type) {
      case 'record':
        return record(effect.event)
      case 'brain.ask':
        return askBrain(effect.runId, effect.text)
      case 'brain.abort':
        return brain.abort(effect.runId)
      case 'side.ask':
        return effect.to === 'parley' || !side
          ? deps.ownAnswers.answer(effect.runId, effect.text)
          : side.ask(requestOf(effect.runId, effect.text))
      case 'side.abort':
        return side?.abort(effect.runId)
      case 'brain.steer':
        return brain.steer?.(
          effect.runId,
          effect.message,
          commands.viewOf(effect.message.turnId) ?? undefined,
        )
      case 'brain.answer':
        return brain.answerApproval(effect.approvalId, effect.decision)
      case 'guest.answer':
        return deps.guestQuestions.answer(effect.approvalId, effect.decision)
      case 'announce':
        return deps.announcements.announce(effect)
      case 'voice.stop':
        return voice.stop(effect.playedMs)
      case 'voice.resume':
        return voice.resume(effect.turnId, effect.what)
      case 'tool.intercept':
        return intercept(effect.event, effect.beside)
    }
  }
}
