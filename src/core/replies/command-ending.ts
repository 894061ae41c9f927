// How a command ended, for the screen: null where it ended well, else why not and the end of what it said.
import type { CommandResult } from '../codebase.ts'
import { plainOutput } from './plain-output.ts'

const TAIL_LINES = 60
const TAIL_CHARACTERS = 8000

export function commandEnding(result: CommandResult): string | null {
  const why = reason(result)
  if (why === null) return null
  const tail = plainOutput(result.output)
    .slice(-TAIL_CHARACTERS)
    .trimEnd()
    .split('\n')
    .slice(-TAIL_LINES)
    .join('\n')
  return tail === '' ? why : `${why}\n\n${tail}`
}

function reason({ exitCode, signal, timedOut, stopped }: CommandResult): string | null {
  if (timedOut) return 'It took too long and was ended.'
  if (stopped) return 'It was stopped.'
  if (exitCode === 0) return null
  return exitCode === null
    ? `It was ended by ${signal ?? 'a signal'}.`
    : `It ended with exit code ${exitCode}.`
}
