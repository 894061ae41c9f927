// How ripgrep is run here: the same ignore rules everywhere, a steady order, nobody's personal configuration.
import path from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { besideArchive } from '../../core/beside-archive.ts'
import { FaultError } from '../../shared/errors.ts'
import { type ProcessEnd, type ProcessOptions, runProcess } from './run-process.ts'

const program = besideArchive(rgPath)

/** The order costs ripgrep its threads, but the same question must give the same answer twice. */
const COMMON = ['--no-config', '--no-require-git', '--no-messages', '--color=never', '--sort=path']

/** Runs below the current folder. The folder is named, or ripgrep might read its standard input instead. */
export async function runRipgrep(
  flags: readonly string[],
  operands: readonly string[],
  options: ProcessOptions,
): Promise<void> {
  let end: ProcessEnd
  try {
    end = await runProcess(program, [...COMMON, ...flags, '--', ...operands, './'], options)
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw searchFailed('The search program could not be started.', error)
  }
  // 1 means nothing found. 2 is also the end of a search that could not read some folder, which is not worth a word;
  // what is wrong with the question itself is written to stderr.
  if (end.code === 2 && end.stderr !== '') {
    throw /regex|literal .* is not allowed/i.test(end.stderr)
      ? badPattern(end.stderr)
      : searchFailed('The search did not work.', end.stderr)
  }
}

/** Ripgrep draws the pattern with an arrow below; the last line says in words what is wrong with it. */
function badPattern(said: string): FaultError {
  const reason =
    /^error: (.+)$/m.exec(said)?.[1] ??
    (/exceeds size/i.test(said) ? 'it is too large' : 'it cannot be used on lines')
  return new FaultError(
    'bad_pattern',
    `That is not a regular expression that can be searched for: ${reason.slice(0, 200)}.`,
    'Correct it, or search for the text as it stands.',
    { cause: said },
  )
}

function searchFailed(message: string, cause: unknown): FaultError {
  return new FaultError('search_failed', message, 'Try again with other words.', { retryable: true, cause })
}

/** Ripgrep names files as below the folder it was given, on Windows with backslashes. */
export function withoutDotSlash(file: string): string {
  const below = file.replace(/^\.[\\/]/, '')
  return path.sep === '/' ? below : below.replaceAll(path.sep, '/')
}
