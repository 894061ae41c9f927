// Runs ripgrep: the same ignore rules everywhere, and no personal configuration.
import path from 'node:path'
import { rgPath } from '@vscode/ripgrep'
import { asarUnpacked } from '../../base/asar-unpacked.ts'
import { FaultError } from '../../shared/errors.ts'
import { isFolder } from './folder-watch.ts'
import { shown } from './resolve-inside.ts'
import { type ProcessEnd, type ProcessOptions, runProcess, SilentProgram } from './run-process.ts'

const program = asarUnpacked(rgPath)

const COMMON = ['--no-config', '--no-require-git', '--no-messages', '--color=never']

interface RipgrepOptions extends ProcessOptions {
  /** By path. It costs ripgrep its threads, but what the user sees must be the same twice. */
  isSorted: boolean
  /** Where to search, below the current folder. */
  places?: readonly string[]
}

/** Searches below the current folder. The folder is explicit, or ripgrep might read its standard input instead. */
export async function runRipgrep(
  flags: readonly string[],
  operands: readonly string[],
  { isSorted, places = ['./'], ...options }: RipgrepOptions,
): Promise<void> {
  let end: ProcessEnd
  try {
    end = await runProcess(
      program,
      [...COMMON, ...(isSorted ? ['--sort=path'] : []), ...flags, '--', ...operands, ...places],
      options,
    )
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    if (error instanceof SilentProgram)
      throw searchFailed('The search gave no answer for two minutes and was stopped.', error)
    if (!isFolder(options.cwd)) throw folderGone(options.cwd, error)
    throw searchFailed('The search program could not be started.', error)
  }
  // 1 means nothing found. 2 may also mean that some folder could not be read, which is no failure; a problem with the
  // pattern itself is written to stderr.
  if (end.code === 2 && end.stderr !== '') {
    throw /regex|literal .* is not allowed/i.test(end.stderr)
      ? badPattern(end.stderr)
      : searchFailed('The search failed.', end.stderr)
  }
}

/** Ripgrep prints the pattern with an arrow below; the last line says what is wrong. */
function badPattern(said: string): FaultError {
  const reason =
    /^error: (.+)$/m.exec(said)?.[1] ??
    (/exceeds size/i.test(said) ? 'it is too large' : 'it cannot be used on lines')
  return new FaultError(
    'bad_pattern',
    `Parley cannot search for that regular expression: ${reason.slice(0, 200)}.`,
    'Correct it, or search for the exact text.',
    { cause: said },
  )
}

/** A program cannot be started in a folder that is not there. */
function folderGone(folder: string, cause: unknown): FaultError {
  return new FaultError(
    'search_failed',
    `The folder ${shown(folder)} is gone, or Parley may not read it.`,
    'Put it back, or open another one.',
    { retryable: true, cause },
  )
}

function searchFailed(message: string, cause: unknown): FaultError {
  return new FaultError('search_failed', message, 'Try another search.', { retryable: true, cause })
}

/** Ripgrep names files relative to the given folder, on Windows with backslashes. */
export function withoutDotSlash(file: string): string {
  const below = file.replace(/^\.[\\/]/, '')
  return path.sep === '/' ? below : below.replaceAll(path.sep, '/')
}
