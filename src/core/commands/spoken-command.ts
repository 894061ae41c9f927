// Commands by voice: understood at once, without asking a brain, even where the recognizer misheard a word.
import type { CommandAction, CommandTable } from './command.ts'
import { commands } from './commands.ts'
import { barePhrase, bareWords, matchCommand, type ViewState } from './match-command.ts'
import { namedTab } from '../pointing/named-tab.ts'
import { numberCommands } from './number-commands.ts'

export type { CommandAction } from './command.ts'

export interface CommandContext extends ViewState {
  /** An approval is open, and this text may answer it. */
  isAnswer(text: string): boolean
  /** This text is a command to the guided review that is under way. */
  isReviewCommand?(text: string): boolean
}

export interface SpokenCommand {
  action: CommandAction
  /** What was understood, to be shown. */
  phrase: string
}

type Mishearing = readonly [heard: RegExp, meant: string]

/** Only for a no: a yes starts something, so it must be heard as it is said. */
const MISHEARD_ANSWERS: readonly Mishearing[] = [
  [/^(?:denied|denite|denight|the nigh|de nigh|tonight|denying)$/, 'deny'],
]

export function spokenCommand(
  said: string,
  context: CommandContext,
  table: CommandTable = commands,
): SpokenCommand | null {
  const phrase = barePhrase(said)
  if (phrase === '') return null
  // What the user put numbers on is nearer than the choices of a question.
  const pressed = context.numbered > 0 ? matchCommand(said, context, numberCommands) : null
  if (pressed) return { action: pressed, phrase }
  const answer = corrected(phrase, MISHEARD_ANSWERS)
  const text = [said, answer].find(context.isAnswer)
  if (text !== undefined) return { action: { type: 'approval.answer', text }, phrase: answer }
  if (context.isReviewCommand?.(said)) return { action: { type: 'review.say', text: said }, phrase }
  const mishearings = Object.values(table).flatMap((command): readonly Mishearing[] =>
    command.phrases === undefined ? [] : (command.mishearings ?? []),
  )
  // Recognizers write "and mute" for "unmute": what looks like courtesy may be half of a word.
  const whole = bareWords(said)
  const wholeCorrected = corrected(whole, mishearings)
  const heard = wholeCorrected === whole ? corrected(phrase, mishearings) : wholeCorrected
  const action = matchCommand(heard, context, table) ?? tabByName(phrase, context)
  return action && { action, phrase: heard }
}

function tabByName(phrase: string, { tabs }: ViewState): CommandAction | null {
  const named = namedTab(phrase, tabs)
  switch (named.tag) {
    case 'one':
      return { type: 'view.request', action: 'tab.nth', line: named.number }
    case 'several':
      return { type: 'tab.ask', numbers: named.numbers }
    case 'none':
      return null
  }
}

function corrected(text: string, mishearings: readonly Mishearing[]): string {
  const found = mishearings.find(([heard]) => heard.test(text))
  return found ? text.replace(...found) : text
}
