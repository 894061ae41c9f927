// The failed tests in the output of a test runner: name, place, and the expected and actual values. Each runner starts
// the report of a failure with a line of its own; what follows is read the same way for all of them.
import { plainOutput } from '../understanding/replies/plain-output.ts'

export type TestRunner =
  'vitest' | 'jest' | 'mocha' | 'node' | 'pytest' | 'go' | 'cargo' | 'maven' | 'gradle' | 'unittest'

export interface TestFailure {
  runner: TestRunner
  /** The names of its groups and its own, outermost first. */
  path: readonly string[]
  file: string | null
  line: number | null
  expected: string | null
  actual: string | null
  /** The first line of the report. */
  message: string | null
}

const MAX_OUTPUT = 200_000
const MAX_FAILURES = 50
const MAX_LINES = 80
const MAX_LINE = 400
const MAX_VALUE = 80

type Start = Pick<TestFailure, 'runner' | 'path'> & Partial<TestFailure>

/** Reads the line at `at`, and those after it if a name goes on there. */
type StartOf = (lines: readonly string[], at: number) => Start | null

const matched =
  (form: RegExp, make: (parts: string[], next: string) => Start | null): StartOf =>
  (lines, at) => {
    const found = form.exec(lines[at] ?? '')
    return found && make(found.slice(1), lines[at + 1] ?? '')
  }

const STARTS: readonly StartOf[] = [
  matched(/^ ?FAIL {2}(?:\|[^|]+\| )?(\S+) > (.+)$/, ([file = '', name = '']) => ({
    runner: 'vitest',
    path: name.split(' > '),
    file,
  })),
  matched(/^ {2}● (?!Console$|Test suite failed)(.+)$/, ([name = '']) => ({
    runner: 'jest',
    path: name.split(' › '),
  })),
  mochaStart,
  matched(/^test at (.+):(\d+):\d+$/, ([file = '', line], next) => {
    const name = /^✖ (.+) \([\d.]+m?s\)$/.exec(next)?.[1]
    return name === undefined ? null : { runner: 'node', path: [name], file, line: Number(line) }
  }),
  matched(/^\s*not ok \d+ - (.+)$/, ([name = '']) => ({ runner: 'node', path: [name] })),
  matched(/^_{3,} (.+?) _{3,}$/, ([name = '']) => ({ runner: 'pytest', path: name.split('.') })),
  matched(/^(?:FAIL|ERROR): (\w+) \((.+)\)$/, ([name = '', group = '']) => ({
    runner: 'unittest',
    path: [group.replace(new RegExp(`\\.${name}$`), ''), name],
  })),
  matched(/^\s*--- FAIL: (\S+) \([\d.]+s\)$/, ([name = '']) => ({ runner: 'go', path: name.split('/') })),
  matched(/^---- (\S+) stdout ----$/, ([name = '']) => ({ runner: 'cargo', path: name.split('::') })),
  matched(
    /^\[ERROR\] {2,}([\w$.]+)\.(\w+):(\d+)(?:->\S+)? (.+)$/,
    ([group = '', name = '', line, message]) => ({
      runner: 'maven',
      path: [group, name],
      file: classOf(group),
      line: Number(line),
      message: message ?? null,
    }),
  ),
  matched(/^([\w$.]+) > (.+?)(?:\(\))? FAILED$/, ([group = '', name = '']) => ({
    runner: 'gradle',
    path: [group, ...name.split(' > ')],
    file: classOf(group),
  })),
]

/** A file on the Java platform has the name of its class. */
const classOf = (group: string): string => group.replace(/^.*\.|\$.*$/g, '')

/** Mocha lists failures with a number, and indents the names of the inner groups and of the test below. */
function mochaStart(lines: readonly string[], at: number): Start | null {
  const first = /^ {2}\d+\) (.+)$/.exec(lines[at] ?? '')?.[1]
  if (first === undefined) return null
  const path = [first]
  for (let next = at + 1; next < at + 10; next++) {
    const inner = /^ {7,}(\S.*?)(:?)$/.exec(lines[next] ?? '')
    if (!inner) break
    path.push(inner[1] ?? '')
    if (inner[2] === ':') return { runner: 'mocha', path }
  }
  return first.endsWith(':') ? { runner: 'mocha', path: [first.slice(0, -1)] } : null
}

export function testFailures(output: string): TestFailure[] {
  const lines = plainOutput(output.slice(-MAX_OUTPUT))
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE))
  const starts: { at: number; start: Start }[] = []
  for (let at = 0; at < lines.length && starts.length < 2 * MAX_FAILURES; at++) {
    for (const startOf of STARTS) {
      const start = startOf(lines, at)
      if (!start) continue
      starts.push({ at, start })
      break
    }
  }
  const failures = new Map<string, TestFailure>()
  for (const [n, { at, start }] of starts.entries()) {
    const end = Math.min(starts[n + 1]?.at ?? lines.length, at + MAX_LINES)
    const failure = readFailure(start, lines.slice(at + 1, end))
    const key = failure?.path.join('\n') ?? ''
    // A runner may list its failures again at the end.
    if (failure && !failures.has(key)) failures.set(key, failure)
  }
  return withoutParents([...failures.values()]).slice(0, MAX_FAILURES)
}

/** A test of Go fails when one of its parts does; only the part says why. */
function withoutParents(failures: readonly TestFailure[]): TestFailure[] {
  return failures.filter(
    ({ path, message }) =>
      message !== null ||
      !failures.some(
        (other) => other.path.length > path.length && path.every((name, n) => other.path[n] === name),
      ),
  )
}

function readFailure(start: Start, lines: readonly string[]): TestFailure | null {
  const block = lines.join('\n')
  // Node reports the group of a failed test as failed too.
  if (/failureType: 'subtestsFailed'/.test(block)) return null
  const { expected, actual } = valuesIn(start.message ?? block)
  const place = start.file === undefined ? placeIn(block) : null
  return {
    runner: start.runner,
    path: start.path.map(clean),
    file: start.file ?? place?.file ?? null,
    line: start.line ?? place?.line ?? (start.file == null ? null : lineOf(block, start.file)),
    expected,
    actual,
    message: start.message == null ? messageIn(lines) : clean(start.message),
  }
}

const clean = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)

const value = (text: string | undefined): string | null => {
  const cleaned = clean(text ?? '').replace(/,$/, '')
  return cleaned === '' || cleaned.length > MAX_VALUE || /[[{(]$/.test(cleaned) ? null : cleaned
}

/** In the order of how much they say; each names the expected value and the actual one. */
const VALUES: readonly RegExp[] = [
  /^\s*Expected: *(?<expected>.+)\n\s*Received: *(?<actual>.+)$/m,
  /^- Expected.*\n\+ Received.*\n\n- (?<expected>[^\n]+)\n\+ (?<actual>[^\n]+)\n(?![-+ ])/m,
  /^\s*\+ expected - actual\n\n\s*-(?<actual>[^\n]+)\n\s*\+(?<expected>[^\n]+)$/m,
  /^\s*actual: (?<actual>.+?),?\n\s*expected: (?<expected>.+?),?$/m,
  /^\s*expected: (?<expected>.+?)\n\s*actual\s*: (?<actual>.+?)$/m,
  /^E\s+assert (?<actual>.+?) == (?<expected>.+)$/m,
  /AssertionError: (?<actual>.+?) != (?<expected>.+)$/m,
  /^\s*left: (?<actual>.+)\n\s*right: (?<expected>.+)$/m,
  /expected: ?<(?<expected>.*?)> but was: ?<(?<actual>.*?)>/,
  /\bgot:? (?<actual>.+?)[,;] (?:but )?want(?:ed)?:? (?<expected>.+)$/m,
  /= (?<actual>.+?)[,;] want (?<expected>.+)$/m,
  /expected (?<actual>.+?) to (?:be|equal|strictly equal|deeply equal) (?<expected>.+?)(?: \/\/ .*)?$/m,
]

function valuesIn(block: string): Pick<TestFailure, 'expected' | 'actual'> {
  for (const form of VALUES) {
    const found = form.exec(block)?.groups
    const expected = value(found?.['expected'])
    const actual = value(found?.['actual'])
    if (expected !== null && actual !== null) return { expected, actual }
  }
  return { expected: null, actual: null }
}

const PLACES: readonly RegExp[] = [
  /^(\S+\.py):(\d+): /m,
  /location: '(.+?):(\d+):\d+'/,
  /panicked at (\S+?):(\d+):\d+:/,
  /^\s+File "(.+?)", line (\d+), in /m,
  /^\s*(?:at |❯ |Error Trace:\s*)(?:.*\()?(?:file:\/\/)?((?!node:)[^\s():]+\.\w+):(\d+)/m,
  /^\s+(\S+_test\.go):(\d+): /m,
]

function placeIn(block: string): { file: string; line: number } | null {
  for (const form of PLACES) {
    const found = form.exec(block)
    if (found?.[1] !== undefined && !/node_modules|^\/rustc\//.test(found[1]))
      return { file: found[1], line: Number(found[2]) }
  }
  return null
}

/** The line of the first place in that file. */
function lineOf(block: string, file: string): number | null {
  const at = block.search(
    new RegExp(`(?<![\\w$])${file.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:\\.\\w+)?:\\d`),
  )
  const line = at < 0 ? undefined : /:(\d+)/.exec(block.slice(at + file.length))?.[1]
  return line === undefined ? null : Number(line)
}

const NO_MESSAGE =
  /^(?:---|self = |def |class |thread '|[_=⎯-]+$|✖ |duration_ms|location:|failureType:|error: \||at |❯ )/

function messageIn(lines: readonly string[]): string | null {
  const error = lines.find((line) =>
    /^(?:E\s+|\s*error: ')\S|^\s+error: [^|'\s]|^\s*(?:\w*Error|\w+Exception)\b.*: /.test(line),
  )
  const first = error ?? lines.find((line) => line.trim() !== '' && !NO_MESSAGE.test(line.trim()))
  const text = clean(
    (first ?? '').replace(/^E\s+|^\s*error: |^\s*\S+_test\.go:\d+: /, '').replace(/^'|'$/g, ''),
  )
  return text === '' || /^--- FAIL|^FAIL\b/.test(text) ? null : text
}
