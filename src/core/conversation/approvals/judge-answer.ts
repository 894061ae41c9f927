// Judges whether a text answers an open approval, and which one. An answer counts only for the approval that had this
// place when the user began to answer, only from somebody who may approve, and never when it may be the agent's own voice.
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import { saysAgreement } from './approval-answer.ts'
import { isEcho } from '../../speech/hearing/echo.ts'
import {
  approvalQuestion,
  howToAnswer,
  needsExplicitYes,
  sentence,
  sampleAnswer,
  whichChoice,
} from './approval-question.ts'
import type { ParticipantRole } from '../../../shared/authorization.ts'
import { chosenText } from './offered-decisions.ts'
import { isOwn, type OpenApproval } from './open-approvals.ts'
import { readAnswer, type ReadAnswer } from './read-answer.ts'

/** Nobody reads a question and answers it within this time: an earlier answer was meant for something else. */
export const SETTLE_MS = 400

export interface AnswerSource {
  role: ParticipantRole
  /** When they began to speak, or sent what they typed. */
  startedAt: number
  /** When they entered the room and were sent the open approvals; absent for windows and earlier participants. */
  cameAt?: number | undefined
  /** What the agent's voice said while they spoke; empty where it was silent. */
  saying: string
}

export type AnswerJudgement =
  | { tag: 'no answer' }
  /** `chose` is the text of the choice, or null for none of them; absent where it was no question with choices. */
  | { tag: 'answer'; approvalId: string; decision: ApprovalDecision; chose?: string | null }
  /** `among` are the choices that an unclear answer may mean, by their indexes. */
  | { tag: 'not counted'; because: NotCounted; asked: OpenApproval; among?: readonly number[] }

export type NotCounted =
  'not allowed' | 'too early' | 'own voice' | 'vague' | 'which one' | 'too long' | 'unclear'

const NUMBERS = ['first', 'second', 'third', 'fourth', 'fifth']
const NAMED = new RegExp(
  `^(.{1,60}?) (to )?the (${NUMBERS.join('|')}|last)(?: (?:one|question|card|command|change|edit))?[.!]*$`,
  'i',
)

/** "Allow the second" is "allow it" of the second. */
function namedAnswer(text: string, count: number): { text: string; at: number; named: boolean } {
  const named = NAMED.exec(text.trim())
  const number = named?.[3]?.toLowerCase()
  if (!named || number === undefined) return { text, at: 0, named: false }
  const answer = named[2] === undefined ? `${named[1]} it` : named[1]!
  return { text: answer, at: number === 'last' ? count - 1 : NUMBERS.indexOf(number), named: true }
}

interface Meant {
  asked: OpenApproval
  answer: ReadAnswer
  /** It says which of the open approvals it answers. */
  named: boolean
}

function meantBy(open: readonly OpenApproval[], text: string): Meant | null {
  const meant = forNamed(open, text) ?? forFront(open, text)
  if (!meant) return null
  const { asked, answer, named } = meant
  const isNo = answer.tag === 'decision' && answer.decision === 'deny'
  // A yes in this conversation is rarely meant for a guest's approval: it has to name the action, or which one.
  const isForGuest = isNo || answer.explicit || named || open.some(isOwn)
  return isOwn(asked) || isForGuest ? meant : null
}

/** "Allow the second" means the second approval, unless that is a question: then "the second" is a choice. */
function forNamed(open: readonly OpenApproval[], text: string): Meant | null {
  const said = namedAnswer(text, open.length)
  const asked = said.named ? open[said.at] : undefined
  const answer = asked && readAnswer(asked.approval, said.text)
  return asked && answer?.tag === 'decision' ? { asked, answer, named: true } : null
}

function forFront(open: readonly OpenApproval[], text: string): Meant | null {
  const asked = open[0]
  const answer = asked && readAnswer(asked.approval, text)
  return asked && answer ? { asked, answer, named: false } : null
}

/** The text names a choice of a question that is not in front. It is no request, and counts for nothing either. */
const meansAnother = ([, ...others]: readonly OpenApproval[], text: string): boolean =>
  others.some((one) => {
    const answer = isOwn(one) && one.approval.choices ? readAnswer(one.approval, text) : null
    return answer?.tag === 'decision' && answer.explicit
  })

/** Whether the text answers an open approval, whoever says it and whenever. */
export const isAnswer = (open: readonly OpenApproval[], text: string): boolean =>
  meantBy(open, text) !== null || meansAnother(open, text)

export function judgeAnswer(
  open: readonly OpenApproval[],
  text: string,
  { role, startedAt, cameAt = 0, saying }: AnswerSource,
): AnswerJudgement {
  const meant = meantBy(open, text)
  const front = open[0]
  if (!meant && front && meansAnother(open, text))
    return { tag: 'not counted', because: role === 'participant' ? 'not allowed' : 'which one', asked: front }
  if (!meant) return { tag: 'no answer' }
  const { asked, answer, named } = meant
  const { approval, since } = asked
  const notCounted = (because: NotCounted): AnswerJudgement => ({ tag: 'not counted', because, asked })
  if (role === 'participant') return notCounted('not allowed')
  if (isOwnVoice(text, saying)) return notCounted('own voice')
  if (answer.tag === 'unclear') return { tag: 'not counted', because: 'unclear', asked, among: answer.among }
  const { decision, explicit } = answer
  const chose = approval.choices && { chose: chosenText(approval, decision) }
  const counted: AnswerJudgement = { tag: 'answer', approvalId: approval.id, decision, ...chose }
  // A no is safe, whatever it was meant for.
  if (decision === 'deny') return counted
  if (startedAt < Math.max(since, cameAt) + SETTLE_MS) return notCounted('too early')
  // An older approval of a guest must not catch the yes to one of this conversation.
  if (!named && !isOwn(asked) && open.some(isOwn)) return notCounted('which one')
  // Without a window, nobody has seen the whole command.
  if (role === 'approver' && approvalQuestion(approval) === null) return notCounted('too long')
  const mustBeExplicit = needsExplicitYes(approval) && !(named && approval.warning === undefined)
  return mustBeExplicit && !explicit ? notCounted('vague') : counted
}

/** A short word from the loudspeakers is easily recognized as another one with the same meaning. */
const isOwnVoice = (text: string, saying: string): boolean =>
  saying !== '' && (isEcho(text, saying) || (saysAgreement(text) && saysAgreement(saying)))

/** What Parley says when an answer does not count. */
export function askAgain(
  because: NotCounted,
  { approval }: OpenApproval,
  among: readonly number[] = [],
): string {
  const how = howToAnswer(approval)
  const isQuestion = approval.kind === 'question'
  switch (because) {
    case 'not allowed':
      return `Only the owner of Parley, or somebody the owner chose, can ${isQuestion ? 'answer' : 'approve'} this.`
    case 'too early':
      return `That came before this question: ${sentence(approval.title)} ${how}`
    case 'own voice':
      return `I may have heard my own voice. ${isQuestion ? approval.title : `${approval.title}:`} ${how}`
    case 'vague':
      return `${approval.title} needs a clear answer. ${how}`
    case 'which one':
      return whichApproval(approval)
    case 'too long':
      return isQuestion
        ? `${sentence(approval.title)} The choices are too long to read out. Answer in the owner’s window.`
        : `${approval.title}: this is too long to read out. Approve it in the owner’s window.`
    case 'unclear':
      return whichChoice(approval, among)
  }
}

function whichApproval(approval: Approval): string {
  const { source, choices, title } = approval
  const first =
    source === undefined ? `The first is: ${sentence(title)} Say` : `The first is from ${source}: say`
  return `Several questions are open. ${first} “${choices ? `${sampleAnswer(choices)} to` : 'allow'} the first”, or name another one.`
}
