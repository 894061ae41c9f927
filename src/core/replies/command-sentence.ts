// What came of a command, in a sentence: whether it went well, and how many tests did where its output says so plainly.
import type { CommandPurpose, CommandResult } from '../codebase.ts'
import { plainOutput } from './plain-output.ts'
import { numberWord, sentenceCase, spokenCount } from './spoken-count.ts'

interface Wording {
  good: string
  /** How it is spoken of, with the verb that goes with it. */
  tookTooLong: string
  failed: string
  ended: string
}

const WORDINGS: Record<CommandPurpose | 'other', Wording> = {
  test: {
    good: 'The tests passed',
    tookTooLong: 'The tests took too long, so I ended them.',
    failed: 'The tests failed',
    ended: 'The tests were ended from outside.',
  },
  lint: {
    good: 'Lint has nothing to say',
    tookTooLong: 'Lint took too long, so I ended it.',
    failed: 'Lint failed',
    ended: 'Lint was ended from outside.',
  },
  build: {
    good: 'The build worked',
    tookTooLong: 'The build took too long, so I ended it.',
    failed: 'The build failed',
    ended: 'The build was ended from outside.',
  },
  other: {
    good: 'Done',
    tookTooLong: 'It took too long, so I ended it.',
    failed: 'It failed',
    ended: 'It was ended from outside.',
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
  const code = `with exit code ${numberWord(result.exitCode)}. The end of it is on the screen.`
  if (counts === null || counts.failed === 0) return `${failed} ${code}`
  const passed = counts.passed > 0 ? ` and ${counts.passed} passed` : ''
  return `${sentenceCase(spokenCount(counts.failed, 'test'))} failed${passed}, ${code}`
}

interface Counts {
  passed: number
  failed: number
}

const LINES = 80
/** The last line that counts decides: runners sum up at the end. */
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
