// How an approval is asked in text and speech, where there are no buttons.
import type { Approval, ApprovalDecision } from '../../../shared/conversation.ts'
import { visibleText } from '../../../base/visible-text.ts'
import { chosenText } from './offered-decisions.ts'

/** Nobody listens to a longer command or longer choices to the end, and what was not heard cannot be approved. */
const MAX_SPOKEN_ACTION = 500

const placeOf = ({ folder }: Approval): string =>
  folder === undefined ? '' : ` in ${visibleText(folder, 'line')}`

/** "Okay" is not enough for something dangerous, nor for a question from another conversation. */
export const needsExplicitYes = ({ warning, source, choices }: Approval): boolean =>
  choices === undefined && (warning !== undefined || source !== undefined)

export function howToAnswer(approval: Approval): string {
  if (approval.choices) return 'Say the answer or its number, or “none of these”.'
  return needsExplicitYes(approval)
    ? `Say “${approval.kind === 'command' ? 'run it' : 'allow it'}” or “no”.`
    : 'Say yes or no.'
}

/** With a full stop, unless it ends like a sentence already. */
export const sentence = (text: string): string => {
  const line = visibleText(text, 'line').trim()
  return /[.?!…:]$/.test(line) ? line : `${line}.`
}

/** Choices with their numbers: "1: Postgres, 2: SQLite, or 3: plain files". */
function listed(choices: readonly string[], among: readonly number[]): string {
  const items = among.map((at) => {
    const text = visibleText(choices[at] ?? '', 'line').trim()
    return `${at + 1}: ${text.replace(/[.,;?!]+$/, '')}`
  })
  const last = items.pop() ?? ''
  if (items.length === 0) return last
  return items.length === 1 ? `${items[0]} or ${last}` : `${items.join(', ')}, or ${last}`
}

/** An answer that the user can repeat: the first choice, or its number where it is long. */
export const sampleAnswer = ([first = '']: readonly string[]): string => {
  const text = visibleText(first, 'line').trim()
  return text.length <= 30 ? text : 'number one'
}

/** What a question asks, and its choices; null where that is too long to be said. */
function choiceQuestion({ title, action }: Approval, choices: readonly string[]): string | null {
  const details = action.trim() === '' || action.trim() === title.trim() ? [] : [sentence(action)]
  const all = listed(
    choices,
    choices.map((_, at) => at),
  )
  const asked = [sentence(title), ...details, `${all}.`].join(' ')
  return asked.length > MAX_SPOKEN_ACTION ? null : asked
}

/** A coding agent's title is a sentence: "goose wants to edit tide.py". */
const changeQuestion = (title: string): string =>
  title.includes(' wants to ') ? `${sentence(title)} Shall I allow it?` : `May I do this: ${title}?`

/** Null where the action is too long to be said. */
function questionOf(approval: Approval): string | null {
  const { kind, title, action, warning, source, choices } = approval
  if (kind === 'command' && action.length > MAX_SPOKEN_ACTION) return null
  const what = choices
    ? choiceQuestion(approval, choices)
    : kind === 'command'
      ? // Nothing may be hidden in it: without a window, this is all that the user sees and hears.
        `May I run \`${visibleText(action, 'code')}\`${placeOf(approval)}?`
      : kind === 'question'
        ? sentence(title)
        : changeQuestion(visibleText(title, 'line'))
  if (what === null) return null
  return [
    ...(source === undefined ? [] : [`${source} asks.`]),
    ...(warning === undefined ? [] : [warning]),
    what,
  ].join(' ')
}

/** The question and how to answer it; null where the action is too long to be said. */
export function approvalQuestion(approval: Approval): string | null {
  const question = questionOf(approval)
  return question && `${question} ${howToAnswer(approval)}`
}

/** Asks which of its choices an unclear answer meant. */
export function whichChoice(approval: Approval, among: readonly number[]): string {
  const { choices = [], title } = approval
  if (among.length < choices.length) return `Did you mean ${listed(choices, among)}?`
  return questionOf(approval) ?? `${sentence(title)} Read the choices in the Parley window.`
}

/** Something besides the replies: spoken, and written to participants without a window. */
export interface Announcement {
  aloud: string
  written: string
}

export const announcement = (text: string): Announcement => ({ aloud: text, written: text })

/** The question where its action or choices are too long to be said. */
const longQuestion = (approval: Approval): string =>
  approval.choices
    ? `${sentence(approval.title)} Read the ${approval.choices.length} choices in the Parley window.`
    : `May I run a command of ${approval.action.length} characters${placeOf(approval)}? Read it in the Parley window.`

/**
 * The question in a room, where a window shows what is too long to be said. It has a number when others are open. "Yes or
 * no" is not spoken: the microphone would pick it up as an answer.
 */
export function questionInRoom(approval: Approval, number: number): Announcement {
  const question = questionOf(approval) ?? longQuestion(approval)
  const numbered = number > 1 ? `Question ${number}. ${question}` : question
  const written = `${numbered} ${howToAnswer(approval)}`
  return { aloud: needsExplicitYes(approval) ? written : numbered, written }
}

export const expired = ({ kind, title }: Approval): string =>
  kind === 'question'
    ? `Nobody answered this in time: ${sentence(title)}`
    : `Nobody answered in time, so I did not do this: ${title}.`

/** What a guest reads when it was answered, but not how. */
export const answeredText = ({ title }: Approval): string => `This was answered: ${sentence(title)}`

/** What a guest reads while only the desktop can answer. */
export const waitingText = ({ kind, title }: Approval): string =>
  kind === 'question'
    ? `Waiting for an answer on the desktop: ${sentence(title)}`
    : `Waiting for approval on the desktop: ${title}.`

/** What a guest reads who may not answer. */
export const onlyDesktop = ({ kind, title }: Approval): string =>
  kind === 'question'
    ? `Only the desktop can answer this: ${sentence(title)} It is still waiting there.`
    : `Only the desktop can approve this: ${title}. It is still waiting there.`

/** What a guest reads when the desktop has answered. */
export function outcomeText(approval: Approval, decision: ApprovalDecision): string {
  const { kind, title } = approval
  if (kind !== 'question') return `${decision === 'deny' ? 'Denied' : 'Approved'} on the desktop: ${title}.`
  const chosen = chosenText(approval, decision) ?? (decision === 'deny' ? 'None of these' : 'Yes')
  return `Answered on the desktop: ${sentence(title)} ${sentence(chosen)}`
}
