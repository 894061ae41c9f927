// A typed request about numbers: the window does it at once, whichever brain answers the others.
import type { ViewAction } from '../../shared/conversation.ts'
import { matchCommand } from '../commands/match-command.ts'
import { numberCommands } from '../commands/number-commands.ts'

/** `numbered` is the highest number that is shown, 0 for none. Null for any other request. */
export function numberRequest(
  text: string,
  numbered: number,
): { action: ViewAction; line: number | null } | null {
  const view = { choices: 0, inFront: null, brainKeepsLists: true, numbered }
  const action = matchCommand(text, view, numberCommands)
  return action?.type === 'view.request' ? { action: action.action, line: action.line ?? null } : null
}
