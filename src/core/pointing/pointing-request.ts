// A request about what is on screen that the window does at once, whichever brain answers the others.
import type { ViewContext, ViewRequest } from '../../shared/conversation.ts'
import { barePhrase, matchCommand } from '../commands/match-command.ts'
import { numberCommands } from '../commands/number-commands.ts'
import type { Target } from './looking.ts'
import { namedTab } from './named-tab.ts'
import { understandPointing } from './pointing.ts'
import { describeTarget } from './target-words.ts'

/** With what the window shows once it is done. */
export type PointingCommand = ViewRequest & { done?: string }

/** Typed: about numbers, tabs, or what to select. Null for any other request. */
export function pointingRequest(text: string, looking: ViewContext): PointingCommand | null {
  const { numbered = 0, tabs = [] } = looking
  const view = { choices: 0, inFront: null, brainKeepsLists: true, numbered, tabs }
  const named = namedTab(barePhrase(text), tabs)
  if (named.tag === 'one') return { action: 'tab.nth', line: named.number }
  const action = matchCommand(text, view, numberCommands)
  if (action?.type !== 'view.request') return selectionRequest(text, looking)
  return { action: action.action, ...(action.line !== undefined && { line: action.line }) }
}

/** Null for what selects nothing, and for what needs an answer first. */
export function selectionRequest(text: string, looking: ViewContext | null): PointingCommand | null {
  const pointing = understandPointing(text, looking)
  switch (pointing?.tag) {
    case 'select':
      return selectionOf(pointing.target)
    case 'clear':
      return { action: 'selection.clear', done: 'Nothing selected' }
    case 'ask':
    case 'told':
    case 'meant':
    case undefined:
      return null
  }
}

export function selectionOf(target: Target): PointingCommand & { done: string } {
  const { line, endLine, file } = target
  return {
    action: 'lines.select',
    line,
    endLine,
    ...(file !== undefined && { file }),
    done: `Selected ${describeTarget(target)}`,
  }
}
