// Translates the result of an OpenClaw tool for the interceptors.
import { diffHeader } from '../../artifacts/unified-diff.ts'
import { COMMAND_KEYS, filledField, PATH_KEYS, textField, type Fields } from '../../artifacts/tool-fields.ts'
import { patchedFiles } from '../../artifacts/patch-envelope.ts'
import { searchCommand } from '../../artifacts/search-command.ts'
import type { ToolCall } from '../../ports/brain.ts'
import type { ForeignOutcome } from '../../tools/registry.ts'
import type { ToolResult } from './gateway-event.ts'

/** Failures that the user caused: there is nothing to show. */
const INTENDED = /^(?:Exec denied \(.*user-denied|Aborted$|Skipped to process an incoming message)/

export function outcomeOf(call: ToolCall, isError: boolean, { text, details }: ToolResult): ForeignOutcome {
  if (isError && INTENDED.test(text)) return { ok: true, output: { text, details: { quiet: true } } }
  if (isError) return { ok: false, message: filledField(details, ['error']) ?? text }
  switch (call.name) {
    case 'read':
      return { ok: true, output: { text: filledField(details, ['content']) ?? text } }
    case 'exec':
      return commandOutcome(call, text, details)
    case 'edit':
    case 'write':
      return { ok: true, output: { text, details: { ...details, ...changeOf(call, details) } } }
    case 'apply_patch': {
      const diff = patchedFiles(filledField(call.args, ['input']) ?? '')
      return { ok: true, output: { text, details: { ...details, ...(diff !== '' && { diff }) } } }
    }
    default:
      return { ok: true, output: { text, details } }
  }
}

/** The gateway's patch names the file without its sides, and treats a new file like an existing one. */
function changeOf(call: ToolCall, details: Fields): Fields {
  const patch = filledField(details, ['patch'])
  const file = filledField(call.args, PATH_KEYS)
  const at = patch?.search(/^@@ -/m) ?? -1
  if (patch === undefined || file === undefined || at < 0) return {}
  const header =
    details['created'] === true ? diffHeader(file).replace(/^--- .*/, '--- /dev/null') : diffHeader(file)
  return { diff: header + patch.slice(at), patch }
}

/** Only the exit code says that a command failed. A search that finds nothing has not failed. */
function commandOutcome(call: ToolCall, text: string, details: Fields): ForeignOutcome {
  // For a command without output the text only says so.
  const printed = textField(details, ['aggregated']) ?? text
  const exit = details['exitCode']
  const command = filledField(call.args, COMMAND_KEYS) ?? ''
  const foundNothing = exit === 1 && searchCommand(command) !== null
  if (typeof exit === 'number' && exit !== 0 && !foundNothing) {
    return { ok: false, message: `It ended with exit code ${exit}.\n\n${printed}`.trim() }
  }
  const signal = filledField(details, ['exitSignal'])
  if (signal !== undefined) return { ok: false, message: `${signal} ended it.\n\n${printed}`.trim() }
  const running = details['status'] === 'running'
  return {
    ok: true,
    output: { text: foundNothing ? '' : printed, details: { ...details, printed: !running } },
  }
}
