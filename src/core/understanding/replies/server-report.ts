// What the agent says and shows about the project's server.
import type { CommandResult } from '../../tools/codebase.ts'
import { missingProgram } from '../../tools/missing-program.ts'
import { isPortTaken } from '../../tools/server-address.ts'
import { plainOutput } from './plain-output.ts'
import { numberWord, spokenCount } from './spoken-count.ts'

/** "localhost:5173": people do not say the rest. */
export const spokenAddress = (address: string): string =>
  address.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** Why a server that nobody stopped has ended. */
export function serverEnded(result: CommandResult): string {
  const { exitCode, output } = result
  if (exitCode === 0) return 'It ended by itself, without an error.'
  const missing = missingProgram(result)
  if (missing !== null) return missing
  if (isPortTaken(output)) return 'Its port is in use already, perhaps by another server.'
  return exitCode === null ? 'A signal ended it.' : `It ended with exit code ${numberWord(exitCode)}.`
}

export function runningFor(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes < 120 ? spokenCount(minutes, 'minute') : spokenCount(Math.floor(minutes / 60), 'hour')
}

const SHOWN_LINES = 40
const SHOWN_CHARACTERS = 8000

/** The page of a running server: its link, its command, and what it printed last. */
export function serverPage(command: string, address: string | null, output: string): string {
  const printed = plainOutput(output).slice(-SHOWN_CHARACTERS).trimEnd().split('\n').slice(-SHOWN_LINES)
  return [
    '# Dev server',
    address === null ? 'It has printed no address so far.' : `[${address}](${address})`,
    'Say “stop the server” to stop it. It also stops when you close this folder or Parley.',
    indented(`$ ${command}\n\n${printed.join('\n')}`.trimEnd()),
  ].join('\n\n')
}

/** As code, whatever it contains: a fence could be closed by the output itself. */
const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
