// The command line of a terminal. Some agents send a whole line as the command, others a program and its arguments.
import type { CreateTerminalRequest } from '@agentclientprotocol/sdk'
import { type Shell, shellWord } from '../../../core/tools/shell-word.ts'
import { refusal } from './client-error.ts'

/** As long as an approval can show: nobody can approve what they cannot read. */
const MAX_LINE = 20_000
const MAX_VARIABLES = 100
const MAX_VALUE = 32_768

export interface TerminalCommand {
  /** Exactly what the shell runs. */
  line: string
  /** The folder, as the agent named it; the open folder when absent. */
  folder: string | undefined
  /** What the agent adds to the environment. It may change what the line does, so the user has to see it too. */
  environment: Readonly<Record<string, string>>
}

/** Throws an ACP error for what cannot be run, or not be shown before. */
export function terminalCommand(request: CreateTerminalRequest, shell: Shell): TerminalCommand {
  const { command, args = [], env = [], cwd } = request
  const line = args.length === 0 ? command : joined([command, ...args], shell)
  if (line.trim() === '') throw refusal('bad_request', 'There is no command to run. Name one.')
  if (line.includes('\0')) throw refusal('bad_request', 'A command cannot contain a null character.')
  if (line.length > MAX_LINE)
    throw refusal(
      'bad_request',
      `The command is too long. Write a script, or use at most ${MAX_LINE} characters.`,
    )
  if (env.length > MAX_VARIABLES)
    throw refusal('bad_request', `A command gets at most ${MAX_VARIABLES} environment variables.`)
  const wrong = env.find(({ name, value }) => !isVariable(name, value))
  if (wrong) throw refusal('bad_request', 'The name or value of an environment variable is not valid.')
  return {
    line,
    folder: cwd ?? undefined,
    environment: Object.fromEntries(env.map(({ name, value }) => [name, value])),
  }
}

function joined(words: readonly string[], shell: Shell): string {
  return words
    .map((word) => {
      const quoted = shellWord(word, shell)
      if (quoted === null) throw refusal('bad_request', 'No quoting makes these arguments safe on Windows.')
      return quoted
    })
    .join(' ')
}

const isVariable = (name: string, value: string): boolean =>
  /^[A-Za-z_]\w{0,199}$/.test(name) &&
  name !== '__proto__' &&
  value.length <= MAX_VALUE &&
  !value.includes('\0')
