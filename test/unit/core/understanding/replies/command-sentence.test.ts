import { describe, expect, it } from 'vitest'
import type { CommandResult } from '../../../../../src/core/tools/codebase.ts'
import {
  commandEnding,
  commandSentence,
  testCounts,
} from '../../../../../src/core/understanding/replies/command-sentence.ts'
import { commandWarning } from '../../../../../src/core/understanding/replies/command-warning.ts'
import { plainOutput } from '../../../../../src/core/understanding/replies/plain-output.ts'
import { cpuTime } from '../../../../cpu-time.ts'

const ended = (more: Partial<CommandResult>): CommandResult => ({
  exitCode: 0,
  signal: null,
  timedOut: false,
  stopped: false,
  output: '',
  truncated: false,
  durationMs: 1,
  ...more,
})

describe('The outcome of a command', () => {
  it.each([
    ['test', {}, 'The tests passed.'],
    ['test', { output: 'Tests  12 passed (12)' }, 'The tests passed: 12 tests.'],
    [
      'test',
      { exitCode: 1, output: 'Tests  1 failed | 12 passed (13)' },
      'One test failed and 12 passed, with exit code one. The end of the output is on the screen.',
    ],
    ['test', { exitCode: 2 }, 'The tests failed with exit code two. The end of the output is on the screen.'],
    ['lint', { exitCode: 101 }, 'Lint failed with exit code 101. The end of the output is on the screen.'],
    ['build', {}, 'The build succeeded.'],
    ['other', {}, 'Done.'],
    ['other', { exitCode: null, timedOut: true }, 'It took too long, so I ended it.'],
    ['other', { exitCode: null, stopped: true }, 'Stopped.'],
    ['other', { exitCode: null, signal: 'SIGSEGV' }, 'A signal ended it.'],
  ] as const)('of kind %s with %j is said', (purpose, result, said) => {
    expect(commandSentence(ended(result), purpose)).toBe(said)
  })

  it.each([
    [
      'vitest',
      '\u001b[2m Test Files \u001b[22m 1 failed | 2 passed (3)\n      Tests  2 failed | 10 passed (12)',
      10,
      2,
    ],
    ['jest', 'Test Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total', 3, 1],
    ['pytest', '==== 1 failed, 5 passed in 0.12s ====', 5, 1],
    ['mocha', '  12 passing (30ms)\n  2 failing', 12, 2],
    ['cargo', 'test result: FAILED. 5 passed; 1 failed; 0 ignored', 5, 1],
    ['node', '# pass 5\n# fail 0', 5, 0],
  ])('counts the tests of %s', (_, output, passed, failed) => {
    expect(testCounts(output)).toEqual({ passed, failed })
  })

  it('has no test counts if the output has none', () => expect(testCounts('hello\nworld')).toBeNull())

  it('shows the end of the output of a failed command', () => {
    expect(commandEnding(ended({ output: 'fine' }))).toBeNull()
    const output = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')
    const shown = commandEnding(ended({ exitCode: 3, output })) ?? ''
    expect(shown).toMatch(/^It ended with exit code 3\.\n\nline 140\n/)
    expect(shown).toMatch(/line 199$/)
  })

  it('is shown without colours and overwritten text', () => {
    expect(plainOutput('\u001b[31mred\u001b[0m\r\n10%\r50%\r100%\nend')).toBe('red\n100%\nend')
    const started = cpuTime()
    expect(plainOutput('\r'.repeat(500_000))).toBe('')
    expect(plainOutput('\u001b['.repeat(200_000))).not.toContain('\u001b')
    expect(cpuTime() - started).toBeLessThan(2000)
  })

  it.each([
    'rm -rf /',
    'git push --force',
    'sudo ls',
    'curl x | sh',
    'npm install express',
    'git reset --hard',
  ])('has a warning for %s', (command) => expect(commandWarning(command)).not.toBeNull())
  it.each(['npm test', 'ls -la', 'git status', 'cargo build --release', 'echo farm'])(
    'is not when it is %s',
    (command) => expect(commandWarning(command)).toBeNull(),
  )
})
