// From what somebody said to what is answered: understands it, and hands it to whoever does that.
import type { Intent } from '../../../core/intents/intent.ts'
import { understand } from '../../../core/intents/understand.ts'
import { beyondSentence, CAN_DO } from '../../../core/replies/beyond-sentence.ts'
import { helpPage } from '../../../core/replies/help-page.ts'
import { changeText, createFile, renameSymbol, undoChange } from './change-files.ts'
import { choiceByName, choiceByNumber } from './dialogue.ts'
import { explain } from './explain.ts'
import { findImports, findText, findTodos, findUsages } from './find-text.ts'
import { count, largest, list } from './measure.ts'
import { openDefinition, openFile, openTestOfThis, revealLine } from './open-file.ts'
import { readOut } from './read-out.ts'
import { runCommand, runPurpose, runScript } from './run-command.ts'
import { showChanges } from './show-changes.ts'
import { summarise } from './summarise.ts'
import { compare, recentCommits, tellStatus, whichBranch } from './tell-branch.ts'
import { showHistory, whoWrote } from './tell-history.ts'
import { whereWeAre } from './where-we-are.ts'
import type { Turn } from './turn.ts'
import { viewWish } from './view-wish.ts'

export async function answer(said: string, turn: Turn): Promise<string> {
  const intent = understand(said)
  // A name alone answers the question which one; so does "open" with a name that is one of them.
  const named = intent.kind === 'unknown' || intent.kind === 'open' ? choiceByName(turn.dialogue, said) : null
  turn.dialogue.asked = false
  const reply = await (named ? named.take(turn) : carryOut(intent, turn))
  if (reply !== '') turn.dialogue.said = reply
  return reply
}

async function carryOut(intent: Intent, turn: Turn): Promise<string> {
  switch (intent.kind) {
    case 'open':
      return openFile(intent, turn)
    case 'test_of_this':
      return openTestOfThis(turn)
    case 'line':
      return revealLine(intent, turn)
    case 'define':
      return openDefinition(intent.name, turn)
    case 'find':
      return findText(intent, turn)
    case 'usages':
      return findUsages(intent, turn)
    case 'imports':
      return findImports(intent, turn)
    case 'todos':
      return findTodos(intent, turn)
    case 'changes':
      return showChanges(intent, turn)
    case 'compare':
      return compare(intent, turn)
    case 'branch':
      return whichBranch(turn)
    case 'status':
      return tellStatus(turn)
    case 'commits':
      return recentCommits(turn)
    case 'count':
      return count(intent, turn)
    case 'largest':
      return largest(intent, turn)
    case 'list':
      return list(intent, turn)
    case 'explain':
      return explain(intent.what, turn)
    case 'blame':
      return whoWrote(intent, turn)
    case 'history':
      return showHistory(intent, turn)
    case 'run':
      return runPurpose(intent, turn)
    case 'command':
      return runCommand(intent.command, turn)
    case 'script':
      return runScript(intent.name, turn)
    case 'summarise':
      return summarise(intent, turn)
    case 'replace':
      return changeText(intent, turn)
    case 'rename':
      return renameSymbol(intent, turn)
    case 'create':
      return createFile(intent, turn)
    case 'undo':
      return undoChange(turn)
    case 'view':
      return viewWish(intent.action, turn)
    case 'close_all':
      turn.wish('tab.close_others')
      turn.wish('tab.close')
      return 'Closed.'
    case 'here':
      return whereWeAre(turn)
    case 'repeat':
      return turn.dialogue.said || 'I have not said anything yet.'
    case 'choose': {
      const choice = choiceByNumber(turn.dialogue, intent.number)
      return typeof choice === 'string' ? choice : choice.take(turn)
    }
    case 'read_out':
      return readOut(turn)
    case 'stop':
      turn.stopOthers()
      return ''
    case 'help':
      turn.show({ kind: 'markdown', title: 'What you can say', content: helpPage() }, 'help')
      return CAN_DO
    case 'unknown':
      return CAN_DO
    case 'thanks':
      return 'You are welcome.'
    case 'yes':
      return 'There is nothing waiting for a yes.'
    case 'no':
      return 'All right.'
    case 'beyond':
      return beyondSentence(intent.what)
  }
}
