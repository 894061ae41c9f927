// What a tool is doing, in the words of the status line: the table of the data channel protocol, and what to say beside it.
import type { StatusAction } from '../../shared/conversation.ts'
import type { ToolCall } from '../ports.ts'
import { boundText } from './bound-text.ts'
import { COMMAND_KEYS, filledField, PATH_KEYS, PATTERN_KEYS } from './tool-fields.ts'

const ACTIONS: ReadonlyMap<string, StatusAction> = new Map([
  ['Read', 'reading_file'],
  ['read_file', 'reading_file'],
  ['Write', 'writing_file'],
  ['write_file', 'writing_file'],
  ['Edit', 'editing_file'],
  ['edit_file', 'editing_file'],
  ['Grep', 'searching_files'],
  ['Glob', 'searching_files'],
  ['search', 'searching_files'],
  ['grep', 'searching_files'],
  ['glob', 'searching_files'],
  ['WebSearch', 'web_search'],
  ['web_search', 'web_search'],
  ['Bash', 'executing_command'],
  ['bash', 'executing_command'],
])

/** A status is a line on screen and a packet on the wire; a whole script as a command is neither. */
const MAX_DETAIL = 200

/**
 * A tool that is not in the table still shows that something is going on. `analyzing` is the one action
 * that claims nothing about files, commands or the web, so it is never wrong.
 */
export function actionOfTool(name: string): StatusAction {
  return ACTIONS.get(name) ?? 'analyzing'
}

/** What the tool is at work on: a file, a search text, a command. Undefined where the arguments do not say. */
export function detailOfTool(call: ToolCall): string | undefined {
  const found = filledField(call.args, detailKeys(actionOfTool(call.name)))
  if (found === undefined) return undefined
  // Cut before the spaces are gone over, so that a huge argument costs nothing.
  return boundText(
    found
      .slice(0, 10 * MAX_DETAIL)
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_DETAIL,
  )
}

/** A search names its text before the folder it looks in, a command its words before its folder. */
function detailKeys(action: StatusAction): readonly string[] {
  const rest = [...PATH_KEYS, ...PATTERN_KEYS, ...COMMAND_KEYS, 'url']
  if (action === 'searching_files' || action === 'web_search') return [...PATTERN_KEYS, ...rest]
  return action === 'executing_command' ? [...COMMAND_KEYS, ...rest] : rest
}
