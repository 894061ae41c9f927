// Performs a spoken command at once, without the brain.
import type { AnswerJudgement } from '../../core/conversation/approvals/judge-answer.ts'
import { ONLY_OWNER } from '../../core/commands/agent-replies.ts'
import type { CommandAction } from '../../core/commands/spoken-command.ts'
import { agentSegment, type ConversationInput } from '../../core/conversation/conversation-state.ts'
import { whichTab } from '../../core/pointing/named-tab.ts'
import { isOnlyForOwner, type ConversationEvent, type ViewContext } from '../../shared/conversation.ts'
import { faultOf } from '../../shared/errors.ts'
import { answerConfirmation, commandConfirmation } from './command-confirmation.ts'
import type { ShownArtifacts } from './shown-artifacts.ts'

interface Deps {
  newId(): string
  record(event: ConversationEvent): void
  send(input: ConversationInput): void
  /** Answers an open approval with the text of a turn. */
  answer(text: string, turnId: string): AnswerJudgement
  /** Speaks the last reply again; false where there is none. */
  repeatLast(): boolean
  /** "Stop" would only stop the reply beside the running turn. */
  stopsOnlyReply(): boolean
  /** Whether the owner said the words of a turn. */
  isOwner(turnId: string): boolean
  /** The words of a turn began before the user could read an approval card that is open. */
  isTooEarlyToPress(turnId: string): boolean
  shown: ShownArtifacts | null
  /** Carries out a command to the guided review: a line that confirms it at once, and what to say. */
  review(text: string, turnId: string): { done: string; reply: Promise<string> }
  view(): ViewContext | null
}

const TOO_EARLY = 'Not counted: it came before the question'
const ONLY_REPLY_STOPPED = 'Stopped talking. The agent works on: say “stop” again to stop it'

const isBeyond = (number = 0, count = Infinity): boolean => number > count

/** Gives a confirmation to show; null for what the brain has to do. */
export type VoiceCommand = (action: CommandAction, turnId: string) => string | null

export function createVoiceCommands(deps: Deps): VoiceCommand {
  const { record, send, shown } = deps

  /** A reply without a brain: written, spoken and journaled like any other. */
  function reply(text: string): void {
    if (text === '') return
    const turnId = `read-${deps.newId()}`
    const segmentId = agentSegment(turnId)
    record({ type: 'reply.appended', turnId, segmentId, delta: text })
    record({ type: 'reply.ended', turnId, segmentId, text })
  }

  function review(text: string, turnId: string): string {
    const { done, reply: said } = deps.review(text, turnId)
    void said.then(reply, (error: unknown) => reply(faultOf(error).message))
    return done
  }

  function perform(
    action: Exclude<CommandAction, { type: 'approval.answer' | 'review.say' }>,
    turnId: string,
  ): boolean {
    switch (action.type) {
      case 'view.request': {
        const { action: requested, line } = action
        record({ type: 'view.requested', turnId, action: requested, ...(line !== undefined && { line }) })
        return true
      }
      case 'turn.interrupt':
        send({ type: 'interrupt' })
        return true
      case 'reply.repeat':
        return deps.repeatLast()
      // The window controls the volume and the microphone.
      case 'voice.louder':
      case 'voice.softer':
      case 'voice.mute':
      case 'voice.unmute':
      case 'microphone.mute':
      case 'microphone.unmute':
        record({ type: 'view.requested', turnId, action: action.type })
        return true
      case 'choice.take':
        return shown?.open(deps.view(), action.number, turnId) ?? false
      case 'tab.ask':
        reply(whichTab(action.numbers, deps.view()?.tabs ?? []))
        return true
      case 'reply.read_out':
        if (shown) reply(shown.aloud(deps.view()))
        return shown !== null
    }
  }

  return (action, turnId) => {
    if (action.type === 'view.request' && isOnlyForOwner(action.action) && !deps.isOwner(turnId))
      return ONLY_OWNER
    if (action.type === 'view.request' && action.action === 'number.press' && deps.isTooEarlyToPress(turnId))
      return TOO_EARLY
    const tabs = deps.view()?.tabs?.length
    if (action.type === 'view.request' && action.action === 'tab.nth' && isBeyond(action.line, tabs))
      return tabs === 1 ? 'There is only one tab' : `There are only ${tabs} tabs`
    if (action.type === 'review.say') return review(action.text, turnId)
    const goesOn = action.type === 'turn.interrupt' && deps.stopsOnlyReply()
    if (action.type !== 'approval.answer') {
      if (!perform(action, turnId)) return null
      return goesOn ? ONLY_REPLY_STOPPED : commandConfirmation(action)
    }
    const judgement = deps.answer(action.text, turnId)
    return judgement.tag === 'no answer' ? null : answerConfirmation(judgement)
  }
}
