// Carries out what a spoken command asks for: at once, and without anybody's thinking.
import type { ControlAction } from '../../core/control/spoken-control.ts'
import { agentSegment, type ConversationInput } from '../../core/conversation-state.ts'
import type { ConversationEvent, ViewContext } from '../../shared/conversation.ts'
import { controlDone } from './control-words.ts'
import type { InFront } from './in-front.ts'

interface Deps {
  newId(): string
  record(event: ConversationEvent): void
  tell(input: ConversationInput): void
  /** The question that waits for a yes or a no. */
  approvalAsked(): string | null
  /** Says the last reply again; false where there is none. */
  repeatLast(): boolean
  changePace(how: 'faster' | 'slower'): void
  inFront: InFront | null
  view(): ViewContext | null
}

/** Gives what was done, in words; null for what is the brain's to do. */
export type Control = (action: ControlAction, turnId: string) => string | null

export function createControls(deps: Deps): Control {
  const { record, tell, inFront } = deps

  /** A reply like any other, only that no brain was asked: it is written, spoken and kept. */
  function reply(text: string): void {
    const turnId = `read-${deps.newId()}`
    const segmentId = agentSegment(turnId)
    record({ type: 'reply.appended', turnId, segmentId, delta: text })
    record({ type: 'reply.ended', turnId, segmentId, text })
  }

  function carriedOut(action: ControlAction, turnId: string): boolean {
    switch (action.type) {
      case 'view.request': {
        const { action: wish, line } = action
        record({ type: 'view.requested', turnId, action: wish, ...(line !== undefined && { line }) })
        return true
      }
      case 'approval.answer': {
        const approvalId = deps.approvalAsked()
        if (approvalId !== null) tell({ type: 'answer', approvalId, decision: action.decision })
        return approvalId !== null
      }
      case 'turn.interrupt':
        tell({ type: 'interrupt' })
        return true
      case 'reply.repeat':
        return deps.repeatLast()
      // How loud it is, and whether it listens, is the window's own affair.
      case 'voice.louder':
      case 'voice.softer':
      case 'voice.mute':
      case 'voice.unmute':
      case 'microphone.mute':
        record({ type: 'view.requested', turnId, action: action.type })
        return true
      case 'voice.faster':
      case 'voice.slower':
        deps.changePace(action.type === 'voice.faster' ? 'faster' : 'slower')
        return true
      case 'choice.take':
        return inFront?.open(deps.view(), action.number, turnId) ?? false
      case 'reply.read_out':
        if (inFront) reply(inFront.aloud(deps.view()))
        return inFront !== null
    }
  }

  return (action, turnId) => (carriedOut(action, turnId) ? controlDone(action) : null)
}
