// A typed request about numbers or tabs: the window does it at once, whichever brain answers the others.
import type { ViewAction, ViewContext } from '../../shared/conversation.ts'
import { barePhrase, matchCommand } from '../commands/match-command.ts'
import { numberCommands } from '../commands/number-commands.ts'
import { namedTab } from './named-tab.ts'

/** Null for any other request. */
export function pointingRequest(
  text: string,
  { numbered = 0, tabs = [] }: Pick<ViewContext, 'numbered' | 'tabs'>,
): { action: ViewAction; line: number | null } | null {
  const view = { choices: 0, inFront: null, brainKeepsLists: true, numbered, tabs }
  const named = namedTab(barePhrase(text), tabs)
  if (named.tag === 'one') return { action: 'tab.nth', line: named.number }
  const action = matchCommand(text, view, numberCommands)
  return action?.type === 'view.request' ? { action: action.action, line: action.line ?? null } : null
}
