// Answers a request: understands it and calls the handler of its intent.
import { baseName } from '../../../base/base-name.ts'
import { ONLY_OWNER } from '../../../core/commands/agent-replies.ts'
import { commandDone } from '../../../core/commands/match-command.ts'
import { symbolName } from '../../../core/understanding/explain-grammar.ts'
import type { Intent } from '../../../core/understanding/intent.ts'
import { hunksLeft } from '../../../core/understanding/replies/hunks-left.ts'
import { stripPoliteness } from '../../../core/understanding/strip-politeness.ts'
import { understand } from '../../../core/understanding/understand.ts'
import { unsupportedReply } from '../../../core/understanding/unsupported.ts'
import { changeText, createFile, renameSymbol, undoChange } from './change-files.ts'
import { answerQuestion, answerUnknown, askAgain } from './answer-question.ts'
import {
  type AboutName,
  chooseMost,
  choiceByName,
  choiceByNumber,
  stepInList,
  takeChoice,
} from './dialogue.ts'
import { currentLocation, explain, explainFlow, readOut } from './explain.ts'
import { findImports, findText, findTodos, findUsages } from './find-text.ts'
import { help } from './help.ts'
import { count, largest, list } from './measure.ts'
import { openInEditor } from './open-editor.ts'
import { openDefinition, openFile, openTestOfThis, revealLine } from './open-file.ts'
import { openFailure, runAgain, runDictated, runPurpose, runScript, whyItFailed } from './run-command.ts'
import { projectFact } from './project-questions.ts'
import { impactOf, lengthOfIt, openIt, testsOf } from './relations.ts'
import { risks } from './risks.ts'
import { serve } from './serve.ts'
import { summarize } from './summarize.ts'
import {
  authorOf,
  compare,
  currentBranch,
  gitStatus,
  recentCommits,
  showChanges,
  showHistory,
  whoWrote,
} from './git-answers.ts'
import { gitCommand } from './git-commands.ts'
import { symbolsMeant } from './symbol-in-focus.ts'
import type { Turn } from './turn.ts'
import { isOnlyForOwner, type ViewAction } from '../../../shared/conversation.ts'

export async function answer(said: string, turn: Turn): Promise<string> {
  const intent = understand(said)
  // After the question "which one?", a name alone is an answer; so is "open" with one of the names.
  const named = intent.kind === 'unknown' || intent.kind === 'open' ? choiceByName(turn.dialogue, said) : null
  turn.dialogue.asked = false
  const reply = await (named ? named.take(turn) : handle(intent, stripPoliteness(said), turn))
  if (reply !== '') turn.dialogue.said = reply
  if (!GOES_ON.has(intent.kind)) turn.dialogue.aboutName = isAboutName(intent) ? intent : null
  return reply
}

/** These go on from the last answer and are no question of their own. */
const GOES_ON: ReadonlySet<Intent['kind']> = new Set(['ask_again', 'choose', 'step', 'repeat', 'thanks'])

const isAboutName = (intent: Intent): intent is AboutName =>
  intent.kind === 'usages' ||
  intent.kind === 'define' ||
  intent.kind === 'explain' ||
  intent.kind === 'tests_of' ||
  intent.kind === 'impact' ||
  (intent.kind === 'flow' && intent.what !== 'question')

/** "Who calls moor", then "what about cast off". Null if the last question was another, or nothing has that name. */
async function sameAbout(instead: string, turn: Turn): Promise<Intent | null> {
  const { aboutName } = turn.dialogue
  const what = symbolName(instead)
  if (aboutName === null || what === 'this' || (await symbolsMeant(what, turn)).length === 0) return null
  return aboutName.kind === 'usages' || aboutName.kind === 'define'
    ? { ...aboutName, name: what.name }
    : { ...aboutName, what }
}

async function handle(intent: Intent, said: string, turn: Turn): Promise<string> {
  switch (intent.kind) {
    case 'open':
      return openFile(intent, turn)
    case 'test_of_this':
      return openTestOfThis(turn)
    case 'edit':
      return openInEditor(intent, turn)
    case 'line':
      return revealLine(intent, turn)
    case 'define':
      return intent.name === 'this' ? openIt(turn) : openDefinition(intent.name, turn)
    case 'find':
      return findText(intent, said, turn)
    case 'usages':
      return findUsages(intent, turn)
    case 'imports':
      return findImports(intent, turn)
    case 'todos':
      return findTodos(intent, turn)
    case 'changes':
      return showChanges(intent, turn)
    case 'compare':
      return compare(intent, said, turn)
    case 'branch':
      return currentBranch(turn)
    case 'status':
      return gitStatus(turn)
    case 'commits':
      return recentCommits(turn)
    case 'count':
      return count(intent, turn)
    case 'largest':
      return largest(intent, turn)
    case 'list':
      return list(intent, said, turn)
    case 'explain':
      return explain(intent.what, said, turn)
    case 'blame':
      return whoWrote(intent, turn)
    case 'author':
      return authorOf(intent, said, turn)
    case 'history':
      return showHistory(intent, turn)
    case 'run':
      return runPurpose(intent, turn)
    case 'server':
      return serve(intent, turn)
    case 'command':
      return runDictated(intent.command, turn)
    case 'run_again':
      return runAgain(intent, turn)
    case 'why_failed':
      return whyItFailed(turn)
    case 'open_failure':
      return openFailure(turn)
    case 'script':
      return runScript(intent.name, turn)
    case 'summarise':
      return summarize(intent, turn)
    case 'replace':
      return changeText(intent, turn)
    case 'rename':
      return renameSymbol(intent, turn)
    case 'create':
      return createFile(intent, turn)
    case 'ask':
      return isAboutProject(said, turn)
        ? summarize({ kind: 'summarise', of: 'repository' }, turn)
        : answerQuestion(said, turn)
    case 'ask_again': {
      const same = intent.instead === undefined ? null : await sameAbout(intent.instead, turn)
      return same === null ? askAgain(intent, turn) : handle(same, said, turn)
    }
    case 'flow':
      return explainFlow(intent, said, turn)
    case 'tests_of':
      return testsOf(intent.what, said, turn)
    case 'impact':
      return impactOf(intent.what, said, turn)
    case 'fact':
      return projectFact(intent, said, turn)
    case 'risks':
      return risks(turn)
    case 'length':
      return lengthOfIt(turn)
    case 'choose_most':
      return chooseMost(intent, turn)
    case 'git':
      return gitCommand(intent.request, turn)
    case 'undo':
      return undoChange(turn)
    case 'view':
      return requestView(intent.action, turn, intent.line)
    case 'close_all':
      turn.requestView('tab.close_others')
      turn.requestView('tab.close')
      return 'Closed.'
    case 'here':
      return currentLocation(turn)
    case 'hunks_left':
      return hunksLeft(turn.view)
    case 'repeat':
      return turn.dialogue.said || 'I have not said anything yet.'
    case 'choose': {
      const choice = choiceByNumber(turn.dialogue, intent.number)
      return typeof choice === 'string' ? choice : takeChoice(choice, turn)
    }
    case 'step':
      return step(intent.by, said, turn)
    case 'read_out':
      return readOut(turn)
    case 'stop':
      turn.stopOthers()
      return ''
    case 'help':
      return help(turn)
    case 'unknown':
      return answerUnknown(said, turn)
    case 'thanks':
      return 'You are welcome.'
    case 'yes':
      return 'I did not ask you anything.'
    case 'no':
      return 'All right.'
    case 'unsupported':
      return unsupportedReply(intent.what)
  }
}

/** "What exactly is gin", in a folder of that name. */
function isAboutProject(said: string, { tools }: Turn): boolean {
  const name =
    /^what (?:exactly |actually )?(?:is|does) (\S+?)(?: (?:do|exactly|actually|about|for))*$/i.exec(said)?.[1]
  return (
    name !== undefined && tools.root !== null && name.toLowerCase() === baseName(tools.root).toLowerCase()
  )
}

/** "Next" goes on in the diff in front, in the list, or among the tabs; "next one" means a list. */
function step(by: 1 | -1, said: string, turn: Turn): Promise<string> | string {
  const isBare = /^(?:the )?(?:next|previous)$/i.test(said)
  if (turn.view.kind === 'diff') return requestView(by > 0 ? 'hunk.next' : 'hunk.previous', turn)
  if (isBare && turn.dialogue.listed.length === 0)
    return requestView(by > 0 ? 'tab.next' : 'tab.previous', turn)
  return stepInList(turn, by)
}

/** The window does it, for whoever may ask for it. */
function requestView(action: ViewAction, turn: Turn, line?: number): string {
  if (isOnlyForOwner(action) && !turn.isOwner) return ONLY_OWNER
  if (action === 'number.press' && turn.view.numbered === undefined) return NO_NUMBERS
  turn.requestView(action, line)
  if (VIEW_REPLIES[action] !== undefined) return VIEW_REPLIES[action]
  return SEEN.test(action) ? '' : `${commandDone({ type: 'view.request', action })}.`
}

/** The user sees that these are done. */
const SEEN = /^(?:tab|hunk|file|scroll|line|number)\./

const NO_NUMBERS = 'No numbers are shown. Say “show numbers” first.'

const VIEW_REPLIES: Partial<Record<ViewAction, string>> = {
  'tab.close': 'Closed.',
  'tab.close_others': 'Closed the others.',
  'tab.pin': 'Pinned.',
  'hunk.keep': 'Kept.',
  'folder.trust': 'Decide in the window. I cannot trust a folder for you.',
}
