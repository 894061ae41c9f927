// Runs a command line in the user's shell.
import { z } from 'zod'
import { shortTitle } from '../artifacts/artifact-title.ts'
import { searchCommand } from '../artifacts/search-command.ts'
import { parseGrepOutput } from '../artifacts/search-output.ts'
import { COMMAND_KEYS, detailIn, type Fields, filledField } from '../artifacts/tool-fields.ts'
import { commandEnding } from '../understanding/replies/command-sentence.ts'
import { commandWarning } from '../understanding/replies/command-warning.ts'
import { plainOutput } from '../understanding/replies/plain-output.ts'
import { diffArtifact, foreignChange } from './change-files.ts'
import type { CommandPurpose, CommandResult } from './codebase.ts'
import { foreignSearch, searchArtifact } from './search-files.ts'
import type { ArtifactContent, RunnableTool } from './tool.ts'

const MAX_HEAD = 16_000
const MAX_TAIL = 48_000

export const PURPOSE_LABELS: Record<CommandPurpose, string> = {
  test: 'tests',
  lint: 'linter',
  build: 'build',
}

const args = z.object({
  /** As long as an approval can show: nobody can approve what they cannot read. */
  command: z.string().min(1).max(20_000),
  purpose: z.enum(['test', 'lint', 'build']).optional(),
})

export const runCommandTool: RunnableTool<z.infer<typeof args>, CommandResult> = {
  name: 'Bash',
  aliases: ['bash', 'exec', 'process'],
  failure: 'Failed',
  status(fields) {
    const query = searchIn(fields)
    return query === null
      ? { action: 'executing_command', detail: detailIn(fields, COMMAND_KEYS) }
      : { action: 'searching_files', detail: query }
  },
  args,
  approval({ command, purpose }, { root }) {
    const warning = commandWarning(command)
    return {
      kind: 'command',
      title: purpose === undefined ? 'Run a command' : `Run the ${PURPOSE_LABELS[purpose]}`,
      action: command,
      folder: root,
      ...(warning !== null && { warning }),
    }
  },
  run({ command }, { workspace, signal, show }) {
    const output = createOutputWindow()
    return workspace.runCommand(command, {
      signal,
      onOutput(text) {
        output.add(text)
        show(() => outputArtifact(command, output.text()), 'output')
      },
    })
  },
  /** The output has a tab already, so only a failure adds one. */
  artifact(result, { command }) {
    const message = commandEnding(result)
    return message === null ? null : { kind: 'error', title: shortTitle(`Failed: ${command}`), message }
  },
  foreignArtifact(call, output) {
    const change = diffArtifact(foreignChange(call, output))
    if (change) return change
    const command = filledField(call.args, COMMAND_KEYS)
    // Other agents' output is for themselves, unless they say that it is worth showing.
    if (command === undefined || output.details?.['printed'] !== true) return null
    const query = searchCommand(command)
    const found = query === null ? null : foreignSearch(query, output, parseGrepOutput)
    // A search that prints no places, such as one that counts, is shown as it printed.
    if (found && (found.hits.length > 0 || output.text.trim() === '')) return searchArtifact(found)
    return plainOutput(output.text).trim() === '' ? null : outputArtifact(command, output.text)
  },
}

const outputArtifact = (command: string, text: string): ArtifactContent => ({
  kind: 'code',
  title: shortTitle(`$ ${command}`),
  content: plainOutput(text),
  language: 'plaintext',
})

function searchIn(fields: Fields): string | null {
  const command = filledField(fields, COMMAND_KEYS)
  return command === undefined ? null : searchCommand(command)
}

/** The beginning and the end of a long output: no more than anybody reads. */
function createOutputWindow() {
  let head = ''
  let tail = ''
  let omitted = 0
  return {
    add(text: string): void {
      const free = Math.max(0, MAX_HEAD - head.length)
      head += text.slice(0, free)
      const rest = tail + text.slice(free)
      tail = rest.slice(-MAX_TAIL)
      omitted += rest.length - tail.length
    },
    text: (): string => (omitted > 0 ? `${head}\n… ${omitted} characters left out …\n${tail}` : head + tail),
  }
}
