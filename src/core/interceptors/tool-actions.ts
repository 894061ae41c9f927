// What a tool is doing, in the words of the status line: the table of the data channel protocol, and what to say beside it.
import type { StatusAction } from '../../shared/conversation.ts'
import type { ToolCall } from '../ports.ts'
import { boundText } from './bound-text.ts'
import { searchCommand } from './search-command.ts'
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
  // OpenClaw's own names.
  ['read', 'reading_file'],
  ['ls', 'reading_file'],
  ['write', 'writing_file'],
  ['edit', 'editing_file'],
  ['apply_patch', 'editing_file'],
  ['exec', 'executing_command'],
  ['process', 'executing_command'],
])

/** A status is a line on screen and a packet on the wire; a whole script as a command is neither. */
const MAX_DETAIL = 200

/**
 * A tool that is not in the table still shows that something is going on. `analyzing` is the one action
 * that claims nothing about files, commands or the web, so it is never wrong.
 */
export function actionOfTool({ name, args }: Pick<ToolCall, 'name' | 'args'>): StatusAction {
  const action = ACTIONS.get(name) ?? 'analyzing'
  return action === 'executing_command' && searchOf(args) !== null ? 'searching_files' : action
}

/** What a command looks for, where it is a search. */
export function searchOf(args: ToolCall['args']): string | null {
  const command = filledField(args, COMMAND_KEYS)
  return command === undefined ? null : searchCommand(command)
}

/** What the tool is at work on: a file, a search text, a command. Undefined where the arguments do not say. */
export function detailOfTool(call: ToolCall): string | undefined {
  const action = actionOfTool(call)
  const found =
    searchOf(call.args) ??
    folderListed(call) ??
    filledField(call.args, detailKeys(action)) ??
    patchedFile(call) ??
    // Nothing is known of the tool but what the brain calls it.
    (action === 'analyzing' ? call.title : undefined)
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

/** A dot is no name for a folder that anybody would say. */
function folderListed({ name, args }: ToolCall): string | undefined {
  const path = filledField(args, PATH_KEYS)
  return name === 'ls' && (path === undefined || path === '.') ? 'the folder' : undefined
}

/** A patch names its files inside. */
function patchedFile({ name, args }: ToolCall): string | undefined {
  if (name !== 'apply_patch') return undefined
  return /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m.exec(filledField(args, ['input']) ?? '')?.[1]
}

/** A search names its text before the folder it looks in, a command its words before its folder. */
function detailKeys(action: StatusAction): readonly string[] {
  const rest = [...PATH_KEYS, ...PATTERN_KEYS, ...COMMAND_KEYS, 'url']
  if (action === 'searching_files' || action === 'web_search') return [...PATTERN_KEYS, ...rest]
  return action === 'executing_command' ? [...COMMAND_KEYS, ...rest] : rest
}
