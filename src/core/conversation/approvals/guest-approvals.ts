// Approvals in a guest's conversation: asked on the desktop, and in text where the guest may answer.
import type { Artifact } from '../../../shared/artifacts.ts'
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import type { GuestEvent, OwnerAnswer } from '../../ports/guests.ts'
import {
  isTurnOver,
  lapseOnDesktop,
  noTurns,
  step,
  type Approvers,
  type GuestRequest,
  type GuestStep,
  type GuestTurns,
  type Run,
} from '../guest-turn-state.ts'
import {
  answeredText,
  approvalQuestion,
  expired,
  needsExplicitYes,
  onlyDesktop,
  outcomeText,
  waitingText,
  whichChoice,
} from './approval-question.ts'
import { isOffered } from './offered-decisions.ts'
import type { ReadAnswer } from './read-answer.ts'

export function answerByText(run: Run, turnId: string, question: Approval, said: ReadAnswer): GuestStep {
  const isAsked = question.id === run.asked
  if (isAsked && said.tag === 'decision') {
    const { decision, explicit } = said
    const isClear = decision === 'deny' || !needsExplicitYes(question) || explicit
    if (isClear) return answer(run, turnId, question, decision)
  }
  // The approval was settled elsewhere meanwhile, or the answer is not clear enough: the guest is asked again.
  const again = isAsked && said.tag === 'unclear' ? whichChoice(question, said.among) : undefined
  const next = askNext({ ...run, turnId, reply: '' }, again)
  return step(next.state, [...begun(run, turnId), ...next.events], next.requests)
}

function answer(run: Run, turnId: string, question: Approval, said: ApprovalDecision): GuestStep {
  // An "always" that is not offered counts as a yes.
  const decision = said === 'always' && !isOffered(question, said) ? 'allow' : said
  const approvalId = question.id
  const next = askNext({ ...without(run, approvalId), turnId, reply: '' })
  return step(
    next.state,
    [...begun(run, turnId), ...next.events],
    [
      { type: 'brain.answer', approvalId, decision },
      { type: 'desktop.settle', approvalId, decision },
      ...next.requests,
    ],
  )
}

const without = (run: Run, approvalId: string): Run => {
  const others = (list: readonly Approval[]): Approval[] => list.filter(({ id }) => id !== approvalId)
  return {
    ...run,
    questions: others(run.questions),
    onDesktop: others(run.onDesktop),
    asked: run.asked === approvalId ? null : run.asked,
  }
}

/** The run goes on in another turn, which begins with this text. */
export function goOn(run: Run, turnId: string, text: string): GuestStep {
  const said: GuestEvent[] = text === '' ? [] : [{ type: 'reply.appended', turnId, delta: text }]
  return step({ run: { ...run, turnId, reply: text } }, [...begun(run, turnId), ...said])
}

/** A guest that may not approve said yes or no: nothing changes, and Parley says who can answer. */
export function waitOn(run: Run, turnId: string, approval: Approval): GuestStep {
  const { reply } = run
  const ended: GuestEvent[] = isTurnOver(run)
    ? []
    : [{ type: 'turn.ended', turnId: run.turnId, outcome: 'completed', reply }]
  // The guest may have been allowed to answer when it was asked.
  const waiting: Run = { ...run, questions: [], asked: null }
  const next = goOn(waiting, turnId, onlyDesktop(approval))
  return { ...next, events: [...ended, ...next.events] }
}

/** Adds a paragraph to the reply. */
function addParagraph(run: Run, text: string): GuestStep {
  const delta = `${paragraphBreak(run.reply)}${text}\n\n`
  const { turnId } = run
  return step({ run: { ...run, reply: run.reply + delta } }, [{ type: 'reply.appended', turnId, delta }])
}

/** Asks on the desktop, and in text if this guest may approve and the action is short enough. */
export function requestApproval(run: Run, approval: Approval, { guest, desktop }: Approvers): GuestStep {
  const waiting: Run = { ...run, onDesktop: [...run.onDesktop, approval] }
  const onDesktop: GuestRequest = { type: 'desktop.ask', turnId: run.turnId, approval }
  if (!guest || run.unattended || approvalQuestion(approval) === null) {
    const unseen = desktop ? '' : ' No Parley window is open there.'
    const paragraph = isTurnOver(run)
      ? step({ run: waiting })
      : addParagraph(waiting, `${waitingText(approval)}${unseen}`)
    return { ...paragraph, requests: [onDesktop] }
  }
  const isAsked = run.questions.length > 0
  const asked: Run = { ...waiting, questions: [approval, ...run.questions] }
  const next = isAsked ? step({ run: asked }) : askNext(asked)
  return { ...next, requests: [onDesktop, ...next.requests] }
}

export function answeredOnDesktop(state: GuestTurns, approvalId: string, answered: OwnerAnswer): GuestStep {
  const { run } = state
  const approval = run?.onDesktop.find(({ id }) => id === approvalId)
  if (!run || !approval) return step(state)
  const decision = answered === 'lapsed' ? 'deny' : answered
  const reply: GuestRequest = { type: 'brain.answer', approvalId, decision }
  const left = without(run, approvalId)
  if (isTurnOver(run)) {
    const wasPut = run.asked === approvalId
    // The guest has not answered. Another open question is asked when the guest speaks.
    const unattended = left.questions.length === 0
    const answeredElsewhere = wasPut ? approval : left.answeredElsewhere
    const rest: Run = { ...left, unattended, answeredElsewhere, reply: wasPut ? '' : left.reply }
    const text = `${afterAnswer(approval, answered)}\n\n`
    return step({ run: { ...rest, reply: rest.reply + text } }, [], [reply])
  }
  const paragraph = addParagraph(left, afterAnswer(approval, answered))
  return { ...paragraph, requests: [reply] }
}

const afterAnswer = (approval: Approval, answered: OwnerAnswer): string =>
  answered === 'lapsed' ? expired(approval) : outcomeText(approval, answered)

/** The run goes on in another turn. The tool that waited for the approval may be running already. */
const begun = ({ tools }: Run, turnId: string): GuestEvent[] => [
  { type: 'turn.started', turnId },
  ...(tools > 0 ? [{ type: 'tools.changed', turnId, running: tools } as const] : []),
]

/** Asks the next question, or `again` instead, which ends the turn. Without one, the run goes on. */
function askNext(run: Run, again?: string): GuestStep {
  const approval = run.questions.at(-1)
  if (!approval) {
    const [waiting] = run.onDesktop
    return waiting ? addParagraph(run, waitingText(waiting)) : step({ run })
  }
  const { turnId } = run
  const delta = paragraphBreak(run.reply) + (again ?? approvalQuestion(approval) ?? '')
  const reply = run.reply + delta
  return step({ run: { ...run, reply, asked: approval.id } }, [
    ...(again === undefined ? changeToShow(run, approval) : []),
    { type: 'reply.appended', turnId, delta },
    { type: 'turn.ended', turnId, outcome: 'completed', reply },
  ])
}

const paragraphBreak = (reply: string): string => (reply === '' || reply.endsWith('\n\n') ? '' : '\n\n')

/** The guest can look at the change that it is asked about. */
function changeToShow({ runId, turnId }: Run, { id, title, diff }: Approval): GuestEvent[] {
  if (diff === undefined) return []
  const artifact: Artifact = { kind: 'diff', id: `${runId}:${id}`.slice(0, 128), title, file: '', diff }
  return [{ type: 'artifact.created', turnId, artifact }]
}

/** The brain needs no answer any more: it was answered elsewhere, or it stopped waiting. */
export function settledByBrain(run: Run, approvalId: string, decision: OwnerAnswer): GuestStep {
  const approval = run.onDesktop.find(({ id }) => id === approvalId)
  if (!approval) return step({ run })
  const requests: GuestRequest[] = [{ type: 'desktop.settle', approvalId, decision }]
  const left = without(run, approvalId)
  if (!isTurnOver(run)) {
    const paragraph = addParagraph(left, decision === 'lapsed' ? expired(approval) : answeredText(approval))
    return { ...paragraph, requests }
  }
  if (left.questions.length > 0 || run.unattended) return step({ run: left }, [], requests)
  // The guest was asked and nobody waits for the run any more: it is stopped.
  return step(noTurns, [], [{ type: 'brain.abort', runId: run.runId }, ...requests, ...lapseOnDesktop(left)])
}
