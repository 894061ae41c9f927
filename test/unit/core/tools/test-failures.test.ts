// Reports as the runners print them.
import { describe, expect, it } from 'vitest'
import { missingProgram } from '../../../../src/core/tools/missing-program.ts'
import { oneTestCommand } from '../../../../src/core/tools/test-command.ts'
import { type TestFailure, testFailures } from '../../../../src/core/tools/test-failures.ts'
import { cpuTime } from '../../../cpu-time.ts'

const lines = (...text: string[]): string => `${text.join('\n')}\n`

/** `runner name @ file:line expected/actual message`, without what is not known. */
const brief = ({ runner, path, file, line, expected, actual, message }: TestFailure): string =>
  `${runner} ${path.join(' > ')} @ ${file}:${line} ${expected === null ? message : `${expected}/${actual}`}`

const reports: [runner: string, output: string, failures: string[]][] = [
  [
    'vitest',
    lines(
      ' ❯ v.test.mjs (3 tests | 2 failed) 11ms',
      '     × adds two numbers 7ms',
      '',
      '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯',
      '',
      ' FAIL  v.test.mjs > the sum > adds two numbers',
      'AssertionError: expected 3 to be 4 // Object.is equality',
      '',
      '- Expected',
      '+ Received',
      '',
      '- 4',
      '+ 3',
      '',
      ' ❯ v.test.mjs:3:50',
      '      3|   test("adds two numbers", () => { expect(1 + 2).toBe(4) })',
      '',
      ' FAIL  v.test.mjs > the sum > throws',
      'Error: boom',
      ' ❯ v.test.mjs:5:32',
      '',
      ' Test Files  1 failed (1)',
      '      Tests  2 failed | 1 passed (3)',
    ),
    [
      'vitest the sum > adds two numbers @ v.test.mjs:3 4/3',
      'vitest the sum > throws @ v.test.mjs:5 Error: boom',
    ],
  ],
  [
    'jest',
    lines(
      'FAIL ./sum.test.js',
      '  the sum',
      '    ✕ adds two numbers (5 ms)',
      '',
      '  ● the sum › adds two numbers',
      '',
      '    expect(received).toBe(expected) // Object.is equality',
      '',
      '    Expected: 4',
      '    Received: 3',
      '',
      '    > 3 |   test("adds two numbers", () => { expect(1 + 2).toBe(4) })',
      '',
      '      at Object.toBe (sum.test.js:3:50)',
      '',
      '  ● the sum › throws',
      '',
      "    TypeError: Cannot read properties of undefined (reading 'x')",
      '',
      '      at Object.x (sum.test.js:5:36)',
    ),
    [
      'jest the sum > adds two numbers @ sum.test.js:3 4/3',
      "jest the sum > throws @ sum.test.js:5 TypeError: Cannot read properties of undefined (reading 'x')",
    ],
  ],
  [
    'mocha',
    lines(
      '  the sum',
      '    1) adds two numbers',
      '',
      '  1 passing (6ms)',
      '  1 failing',
      '',
      '  1) the sum',
      '       adds two numbers:',
      '',
      '      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      '',
      '3 !== 4',
      '',
      '      + expected - actual',
      '',
      '      -3',
      '      +4',
      '      ',
      '      at Context.<anonymous> (test/m.js:3:41)',
    ),
    ['mocha the sum > adds two numbers @ test/m.js:3 4/3'],
  ],
  [
    'node',
    lines(
      '▶ the sum',
      '  ✖ adds two numbers (1.346166ms)',
      '',
      '✖ failing tests:',
      '',
      'test at n.test.mjs:4:3',
      '✖ adds two numbers (1.346166ms)',
      '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      '  ',
      '  3 !== 4',
      '  ',
      '      at TestContext.<anonymous> (file:///work/n.test.mjs:4:43) {',
      '    generatedMessage: true,',
      "    code: 'ERR_ASSERTION',",
      '    actual: 3,',
      '    expected: 4,',
      '  }',
      '',
      'test at n.test.mjs:7:1',
      '✖ throws (0.102694ms)',
      '  Error: boom',
      '      at TestContext.<anonymous> (file:///work/n.test.mjs:7:30)',
    ),
    ['node adds two numbers @ n.test.mjs:4 4/3', 'node throws @ n.test.mjs:7 Error: boom'],
  ],
  [
    'node as TAP',
    lines(
      '    not ok 1 - adds two numbers',
      '      ---',
      "      location: '/work/n.test.mjs:4:3'",
      "      failureType: 'testCodeFailure'",
      '      error: |-',
      '        Expected values to be strictly equal:',
      '      expected: 4',
      '      actual: 3',
      '      ...',
      'not ok 1 - the sum',
      '  ---',
      "  failureType: 'subtestsFailed'",
      '  ...',
      'not ok 2 - throws',
      '  ---',
      "  location: '/work/n.test.mjs:7:1'",
      "  error: 'boom'",
      '  ...',
    ),
    ['node adds two numbers @ /work/n.test.mjs:4 4/3', 'node throws @ /work/n.test.mjs:7 boom'],
  ],
  [
    'pytest',
    lines(
      '=================================== FAILURES ===================================',
      '__________________________________ test_adds ___________________________________',
      '',
      '    def test_adds():',
      '>       assert add(1, 2) == 4',
      'E       assert 3 == 4',
      'E        +  where 3 = add(1, 2)',
      '',
      'test_sum.py:5: AssertionError',
      '______________________________ TestSum.test_boom _______________________________',
      '',
      'self = <test_sum.TestSum object at 0x7f8e82348350>',
      '',
      '    def test_boom(self):',
      '>       raise ValueError("boom")',
      'E       ValueError: boom',
      '',
      'test_sum.py:12: ValueError',
      '=========================== short test summary info ============================',
      'FAILED test_sum.py::test_adds - assert 3 == 4',
    ),
    ['pytest test_adds @ test_sum.py:5 4/3', 'pytest TestSum > test_boom @ test_sum.py:12 ValueError: boom'],
  ],
  [
    'go test',
    lines(
      '--- FAIL: TestAdds (0.00s)',
      '    sum_test.go:7: Add(1, 2) = 3; want 4',
      '    --- FAIL: TestAdds/nested_case (0.00s)',
      '        sum_test.go:9: boom',
      '--- FAIL: TestParts (0.00s)',
      '    --- FAIL: TestParts/one (0.00s)',
      '        sum_test.go:14: got 1, want 2',
      'FAIL',
      'FAIL\texample.com/sum\t0.003s',
    ),
    [
      'go TestAdds @ sum_test.go:7 4/3',
      'go TestAdds > nested_case @ sum_test.go:9 boom',
      'go TestParts > one @ sum_test.go:14 2/1',
    ],
  ],
  [
    'cargo test',
    lines(
      'test tests::adds ... FAILED',
      '',
      '---- tests::adds stdout ----',
      '',
      "thread 'tests::adds' (3326) panicked at src/lib.rs:5:9:",
      'assertion `left == right` failed',
      '  left: 3',
      ' right: 4',
      'stack backtrace:',
      '             at /rustc/59807616e/library/std/src/panicking.rs:689:5',
      '',
      '---- tests::boom stdout ----',
      '',
      "thread 'tests::boom' (3327) panicked at src/lib.rs:10:17:",
      'boom',
      '',
      'error: test failed, to rerun pass `--lib`',
    ),
    ['cargo tests > adds @ src/lib.rs:5 4/3', 'cargo tests > boom @ src/lib.rs:10 boom'],
  ],
  [
    'Maven',
    lines('[ERROR] Failures: ', '[ERROR]   CalcTest.adds:12 expected: <4> but was: <3>'),
    ['maven CalcTest > adds @ CalcTest:12 4/3'],
  ],
  [
    'Gradle',
    lines(
      'CalcTest > adds() FAILED',
      '    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>',
      '        at app//org.junit.jupiter.api.AssertEquals.fail(AssertEquals.java:5)',
      '        at app//CalcTest.adds(CalcTest.java:12)',
    ),
    ['gradle CalcTest > adds @ CalcTest:12 4/3'],
  ],
]

describe('The failed tests in the output', () => {
  it.each(reports)('of %s are named, with their place and values', (_, output, failures) => {
    expect(testFailures(output).map(brief)).toEqual(failures)
  })

  it('are none where all tests passed, or where the output is something else', () => {
    expect(testFailures('Tests  12 passed (12)\n')).toEqual([])
    expect(testFailures('Error: ENOENT: no such file\n  at open (node:fs:1:2)\n')).toEqual([])
  })

  it('are bounded in number, length and time, whatever a program prints', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ` FAIL  a.test.ts > ${'x'.repeat(2_000)}${n}`)
    expect(testFailures(many.join('\n')).length).toBeLessThanOrEqual(50)
    const names = testFailures(` FAIL  a.test.ts > \u0007${'x'.repeat(2_000)}\n`).flatMap(({ path }) => path)
    expect(names.every((name) => name.length <= 200 && !/\p{C}/u.test(name))).toBe(true)
    const before = cpuTime()
    testFailures(`${'expected '.repeat(30_000)}\n`.repeat(3))
    expect(cpuTime() - before).toBeLessThan(2_000)
  })
})

describe('The command for one failed test', () => {
  const failureIn = (output: string): TestFailure => testFailures(output)[0]!
  const reportOf = (runner: string): string => reports.find(([name]) => name === runner)![1]

  it.each([
    ['vitest', 'npm test', "npm test -- v.test.mjs -t 'adds two numbers'"],
    ['jest', 'yarn test', "yarn test sum.test.js -t 'adds two numbers'"],
    ['mocha', 'npm test', "npm test -- -g 'adds two numbers'"],
    ['node', 'npm test', "node --test '--test-name-pattern=adds two numbers' n.test.mjs"],
    ['pytest', 'pytest', 'pytest test_sum.py::test_adds'],
    ['go test', 'go test ./...', "go test ./... -run '^TestAdds$'"],
    ['cargo test', 'cargo test', 'cargo test tests::adds'],
    ['Maven', 'mvn test', "mvn test '-Dtest=CalcTest#adds'"],
    ['Gradle', './gradlew test', './gradlew test --tests CalcTest.adds'],
  ])('of %s, run by %s, is %s', (runner, command, expected) => {
    expect(oneTestCommand(command, failureIn(reportOf(runner)), 'sh')).toBe(expected)
  })

  it('never lets the name of a test become a part of the command', () => {
    const hostile = failureIn(" FAIL  a.test.ts > it's $(touch pwned); `x` | y\n")
    expect(oneTestCommand('npm test', hostile, 'sh')).toBe(
      "npm test -- a.test.ts -t 'it.s ..touch pwned.; .x. . y'",
    )
  })

  it('is none for a command of several programs', () => {
    expect(oneTestCommand('npm run build && npm test', failureIn(reportOf('vitest')), 'sh')).toBeNull()
  })
})

describe('A program that is not installed', () => {
  it.each([
    [
      'sh: 1: vitest: not found',
      'vitest is not installed. Install it with npm install --save-dev vitest, or run it with npx.',
    ],
    ['sh: 1: frobnicate: not found', 'frobnicate is not installed, so the command could not run.'],
    [
      'sh: 1: exec: docker: not found',
      'docker is not installed. It comes with Docker Desktop or Docker Engine.',
    ],
    [
      'make: jq: No such file or directory',
      'jq is not installed. Install it with your package manager, for example brew install jq or apt install jq.',
    ],
    ['/usr/bin/env: ‘python3’: No such file or directory', 'python3 is not installed. It comes with Python.'],
    [
      'fish: Unknown command: kubectl',
      'kubectl is not installed. Install it with your package manager, for example brew install kubectl or apt install kubectl.',
    ],
    [
      "The term 'deno' is not recognized as the name of a cmdlet",
      'deno is not installed. Install it from deno.com.',
    ],
    [
      '/usr/bin/python3: No module named pytest',
      'The Python module pytest is not installed. Install it with pip install pytest.',
    ],
    // Anybody may publish a package of this name.
    ['/usr/bin/python3: No module named pytset', 'The Python module pytset is not installed.'],
    [
      'error: no such command: `clippy`',
      'cargo clippy is not installed. Install it with rustup component add clippy.',
    ],
    [
      '> app@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found',
      "vitest is not installed. Install the project's dependencies first, for example with npm install.",
    ],
    [
      'bash: line 1: pytest: command not found',
      'pytest is not installed. Install it with pip install pytest.',
    ],
    ['zsh:1: command not found: cargo', 'cargo is not installed. It comes with Rust.'],
    [
      "'pnpm' is not recognized as an internal or external command,",
      'pnpm is not installed. Install it with npm install --global pnpm.',
    ],
  ])('%j is said with what to do', (output, said) => {
    expect(missingProgram({ exitCode: 127, output })).toBe(said)
  })

  it('is not looked for in a command that succeeded', () => {
    expect(missingProgram({ exitCode: 0, output: 'sh: 1: vitest: not found' })).toBeNull()
  })
})
