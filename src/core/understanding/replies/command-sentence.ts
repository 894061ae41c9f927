// How a command ended: a sentence to speak, with test counts if its output has them, and the details for the screen.
import type { CommandPurpose, CommandResult } from '../../tools/codebase.ts'
import { plainOutput } from './plain-output.ts'
import { numberWord, sentenceCase, spokenCount } from './spoken-count.ts'
import { missingProgram } from '../../tools/missing-program.ts'
import { type TestFailure, testFailures } from '../../tools/test-failures.ts'

interface Wording {
  good: string
  tookTooLong: string
  failed: string
  ended: string
}

const WORDINGS: Record<CommandPurpose | 'other', Wording> = {
  test: {
    good: 'The tests passed',
    tookTooLong: 'The tests took too long, so I ended them.',
    failed: 'The tests failed',
    ended: 'A signal ended the tests.',
  },
  lint: {
    good: 'Lint found no problems',
    tookTooLong: 'Lint took too long, so I ended it.',
    failed: 'Lint failed',
    ended: 'A signal ended lint.',
  },
  build: {
    good: 'The build succeeded',
    tookTooLong: 'The build took too long, so I ended it.',
    failed: 'The build failed',
    ended: 'A signal ended the build.',
  },
  other: {
    good: 'Done',
    tookTooLong: 'It took too long, so I ended it.',
    failed: 'It failed',
    ended: 'A signal ended it.',
  },
}

export function commandSentence(result: CommandResult, purpose: CommandPurpose | 'other'): string {
  const { good, tookTooLong, failed, ended } = WORDINGS[purpose]
  if (result.timedOut) return tookTooLong
  if (result.stopped) return 'Stopped.'
  if (result.exitCode === null) return ended
  const counts = purpose === 'test' || purpose === 'other' ? testCounts(result.output) : null
  if (result.exitCode === 0) {
    return counts && counts.passed > 0 && counts.failed === 0
      ? `${good}: ${spokenCount(counts.passed, 'test')}.`
      : `${good}.`
  }
  const missing = missingProgram(result)
  if (missing !== null) return missing
  const failures = purpose === 'test' || purpose === 'other' ? testFailures(result.output) : []
  const [first] = failures
  if (first !== undefined) return failuresSentence(first, failures.length, counts)
  const code = `with exit code ${numberWord(result.exitCode)}. The end of the output is on the screen.`
  if (counts === null || counts.failed === 0) return `${failed} ${code}`
  const passed = counts.passed > 0 ? ` and ${counts.passed} passed` : ''
  return `${sentenceCase(spokenCount(counts.failed, 'test'))} failed${passed}, ${code}`
}

/** "One test failed and 12 passed: adds two numbers. It expected 4 and got 3." */
function failuresSentence(first: TestFailure, known: number, counts: Counts | null): string {
  const failed = Math.max(known, counts?.failed ?? 0)
  const passed = counts && counts.passed > 0 ? ` and ${counts.passed} passed` : ''
  const name = first.path.at(-1) ?? ''
  const head = `${sentenceCase(spokenCount(failed, 'test'))} failed${passed}`
  const named = failed === 1 ? `${head}: ${name}.` : `${head}. The first is ${name}.`
  return `${named} ${failureReason(first)}`.trim()
}

export function failureReason({ expected, actual, message }: TestFailure): string {
  if (expected !== null && actual !== null) return `It expected ${expected} and got ${actual}.`
  return message === null ? '' : `It says ${message.replace(/[.:]$/, '')}.`
}

interface Counts {
  passed: number
  failed: number
}

const LINES = 80
/** Test runners print totals at the end, so later lines overrule earlier ones. */
const FORMS: readonly ((line: string) => Partial<Counts> | null)[] = [
  // vitest, jest, pytest, cargo, bun: "Tests  2 failed | 10 passed", "1 failed, 3 passed in 0.1s", "5 passed; 0 failed"
  (line) => {
    if (/^\s*(?:test files|test suites|snapshots)\b/i.test(line)) return null
    const passed = /\b(\d{1,7}) pass(?:ed|ing)?\b/i.exec(line)?.[1]
    const failed = /\b(\d{1,7}) fail(?:ed|ing|ures?)?\b/i.exec(line)?.[1]
    if (passed === undefined && failed === undefined) return null
    return {
      ...(passed !== undefined && { passed: Number(passed) }),
      ...(failed !== undefined && { failed: Number(failed) }),
    }
  },
  // node --test: "# pass 5"
  (line) => {
    const found = /^\s*(?:#|ℹ) (pass|fail) (\d{1,7})\s*$/.exec(line)
    return found ? { [found[1] === 'pass' ? 'passed' : 'failed']: Number(found[2]) } : null
  },
]

export function testCounts(output: string): Counts | null {
  const lines = plainOutput(output.slice(-40_000)).split('\n').slice(-LINES)
  const counts: Partial<Counts> = {}
  for (const line of lines) {
    for (const form of FORMS) {
      const found = form(line.slice(0, 400))
      if (found) Object.assign(counts, found)
    }
  }
  if (counts.passed === undefined && counts.failed === undefined) return null
  return { passed: counts.passed ?? 0, failed: counts.failed ?? 0 }
}

const TAIL_LINES = 60
const TAIL_CHARACTERS = 8000

/** For the screen: null if the command succeeded, otherwise why not and the end of its output. */
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
  if (timedOut) return 'It took too long, so Parley ended it.'
  if (stopped) return 'It was stopped.'
  if (exitCode === 0) return null
  return exitCode === null ? `${signal ?? 'A signal'} ended it.` : `It ended with exit code ${exitCode}.`
}
