// A file that has to be shown whole after a tool changed it, though the tool did not say what it now holds: the task
// summary is read as a document whenever it is updated (ruling 4).
import type { ToolCall, ToolOutcome } from '../ports.ts'
import { actionOfTool } from './tool-actions.ts'
import { filledField, PATH_KEYS } from './tool-fields.ts'

const TASK_SUMMARY = /(?:^|[\\/])tasks[\\/]SUMMARY\.md$/

export function fileToShow(call: ToolCall, outcome: ToolOutcome): string | null {
  const path = filledField(call.args, PATH_KEYS)
  if (!outcome.ok || path === undefined || !TASK_SUMMARY.test(path)) return null
  if (actionOfTool(call) !== 'editing_file') return null
  return outcome.output.details?.['newText'] === undefined ? path : null
}
