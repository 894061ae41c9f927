// Finds the command that a text asks for. Only whole utterances count: a text that says anything more is a request, and
// the brain answers it.
import type { ViewContext } from '../../shared/conversation.ts'
import { stripPoliteness } from '../understanding/strip-politeness.ts'
import { spokenAction, type Command, type CommandAction, type CommandTable } from './command.ts'
import { commands } from './commands.ts'
import { compilePhrases, type PhraseMatcher } from './phrases.ts'

/** Longer than any phrase of a command. */
const MAX_COMMAND_LENGTH = 80

/** What is in front of the user, which decides what a phrase can mean. */
export interface ViewState {
  /** How many results to choose from were just listed. */
  choices: number
  /** The kind of the artifact in front, such as `diff`; null if nothing is open. */
  inFront: string | null
  /** The brain remembers what it listed, and "next" goes on in that. */
  brainKeepsLists: boolean
  /** The highest number that the window shows on what can be pressed; 0 if it shows none. */
  numbered: number
  /** The titles of the open tabs, in their order. */
  tabs: readonly string[]
  /** What the window reported of it. */
  looking?: ViewContext | null
}

/**
 * The action of the first command that the text is a phrase of and that is possible now. Without a view, every command
 * is possible.
 */
export function matchCommand(
  text: string,
  view: ViewState | null,
  table: CommandTable = commands,
): CommandAction | null {
  const words = barePhrase(text)
  if (words === '') return null
  for (const { action, needs, matches, matchesInDiff, matchesWithoutList, matchesWithNumbers } of compiled(
    table,
  )) {
    const found =
      matches(words) ??
      (view?.inFront === 'diff' ? matchesInDiff(words) : null) ??
      (view?.brainKeepsLists === false ? matchesWithoutList(words) : null) ??
      (view && view.numbered > 0 ? matchesWithNumbers(words) : null)
    // Only a list has a last choice; the last of anything else has a command of its own.
    if (!found || (found.number === -1 && action.type !== 'choice.take')) continue
    const filled = withNumber(action, found.number)
    if (view === null || isPossible(needs, filled, view)) return filled
  }
  return null
}

/** In lower case, without hesitation, courtesy and the commas that recognizers put between any two words. */
export const barePhrase = (text: string): string =>
  text.length > MAX_COMMAND_LENGTH ? '' : stripPoliteness(bareWords(text)).trim()

export const bareWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b(what|how|where|who)s\b/g, "$1's")
    .replace(/\b(?:u[hm]+|erm?|hmm+|ah+|mhm)\b[,.]*/g, ' ')
    .replace(/[.!?…]+(?=\s|$)/g, ' ')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const isInterrupt = compilePhrases(commands['turn.interrupt'].phrases)

/** Says only that the agent shall stop, whatever else is waiting. */
export const isStopPhrase = (text: string): boolean => isInterrupt(barePhrase(text)) !== null

/** What the window shows once an action is done. */
export function commandDone(action: CommandAction, table: CommandTable = commands): string {
  if (action.type === 'view.request' && action.done !== undefined) return action.done
  const name = nameOf(action)
  const command = Object.entries(table).find(
    ([id, one]) => one.phrases !== undefined && nameOf(spokenAction(id, one.action)) === name,
  )?.[1]
  if (command?.phrases === undefined) return ''
  const done = command.asksFirst ? 'Decide in the window' : command.done
  return action.type === 'view.request' ? done.replace('{number}', String(action.line ?? '')) : done
}

const nameOf = (action: CommandAction): string =>
  action.type === 'view.request' ? action.action : action.type

type SpokenNeeds = NonNullable<Extract<Command, { phrases: readonly string[] }>['needs']>

interface CompiledCommand {
  action: CommandAction
  needs: SpokenNeeds | undefined
  matches: PhraseMatcher
  matchesInDiff: PhraseMatcher
  matchesWithoutList: PhraseMatcher
  matchesWithNumbers: PhraseMatcher
}

const compiledTables = new WeakMap<CommandTable, readonly CompiledCommand[]>()

function compiled(table: CommandTable): readonly CompiledCommand[] {
  const known = compiledTables.get(table)
  if (known) return known
  const made = Object.entries(table).flatMap(([id, command]) =>
    command.phrases === undefined
      ? []
      : [
          {
            action: spokenAction(id, command.action),
            needs: command.needs,
            matches: compilePhrases(command.phrases),
            matchesInDiff: compilePhrases(command.phrasesInDiff ?? []),
            matchesWithoutList: compilePhrases(command.phrasesWithoutList ?? []),
            matchesWithNumbers: compilePhrases(command.phrasesWithNumbers ?? []),
          },
        ],
  )
  compiledTables.set(table, made)
  return made
}

function withNumber(action: CommandAction, number: number | null): CommandAction {
  if (number === null) return action
  if (action.type === 'choice.take') return { ...action, number }
  return action.type === 'view.request' ? { ...action, line: number } : action
}

function isPossible(needs: CompiledCommand['needs'], action: CommandAction, view: ViewState): boolean {
  if (needs === 'artifact') return view.inFront !== null
  if (needs === 'diff') return view.inFront === 'diff'
  if (needs === 'numbers') return view.numbered > 0
  if (needs === 'choices')
    return view.choices > 0 && action.type === 'choice.take' && action.number <= view.choices
  return true
}
