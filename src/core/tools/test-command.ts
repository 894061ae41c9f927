// The command for the tests of one file. Each runner takes a file in its own way, and some cannot: a path that means
// something else to them would run nothing and look like success.
import type { ProjectCommand } from './codebase.ts'
import { type Shell, shellWord } from './shell-word.ts'
import type { TestFailure, TestRunner } from './test-failures.ts'

interface Runner {
  command: RegExp
  files: RegExp
  /** The command for one file; the word is quoted for the shell. */
  only(command: string, word: string): string
  /** What the runner takes for the file: its path unless given. */
  wordOf?(file: string): string
}

const SCRIPTS = /\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/i
const appended = (command: string, word: string): string => `${command} ${word}`
const afterDashes = (command: string, word: string): string => `${command} -- ${word}`
const folderOf = (file: string): string => `./${file.slice(0, Math.max(0, file.lastIndexOf('/')))}`
const stemOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '')

const RUNNERS: readonly Runner[] = [
  { command: /^npm /, files: SCRIPTS, only: afterDashes },
  { command: /^composer /, files: /\.php$/i, only: afterDashes },
  // These pass on everything that follows, two dashes included.
  { command: /^(?:pnpm|yarn|bun) /, files: SCRIPTS, only: appended },
  { command: /^(?:uv run |poetry run )?(?:pytest|python -m unittest)$/, files: /\.py$/i, only: appended },
  { command: /^go test\b/, files: /\.go$/i, only: (_, word) => `go test ${word}`, wordOf: folderOf },
  {
    command: /^cargo test$/,
    // Cargo takes any other path for a part of a test's name. Only a file in tests/ is a target by itself.
    files: /^tests\/[^/]+\.rs$/,
    only: (command, word) => `${command} --test ${word}`,
    wordOf: stemOf,
  },
  { command: /^(?:bundle exec )?(?:rspec|rails test)$/, files: /\.rb$/i, only: appended },
  {
    command: /^(?:bundle exec )?rake test$/,
    files: /\.rb$/i,
    only: (command, word) => `${command} TEST=${word}`,
  },
  { command: /^vendor\/bin\/phpunit$/, files: /\.php$/i, only: appended },
  {
    command: /^(?:\.\/mvnw|mvn) test$/,
    files: /\.(?:java|kt)$/i,
    only: (command, word) => `${command} -Dtest=${word}`,
    wordOf: stemOf,
  },
  {
    command: /^(?:\.\/gradlew|gradle) test$/,
    files: /\.(?:java|kt|groovy)$/i,
    only: (command, word) => `${command} --tests ${word}`,
    wordOf: stemOf,
  },
]

/** The command for the tests of that file, by the first command that can take one; null if none can. */
export function testCommand(commands: readonly ProjectCommand[], file: string, shell: Shell): string | null {
  for (const { purpose, command } of commands) {
    if (purpose !== 'test') continue
    const runner = RUNNERS.find((one) => one.command.test(command) && one.files.test(file))
    if (!runner) continue
    const word = shellWord(runner.wordOf?.(file) ?? file, shell)
    return word === null ? null : runner.only(command, word)
  }
  return null
}

/** How each runner takes the name of one test. */
const ONE_TEST: Record<TestRunner, (failure: TestFailure) => OneTest | null> = {
  vitest: ({ file, path }) => ({ words: [...fileWords(file), '-t', pattern(path)], isScript: true }),
  jest: ({ file, path }) => ({ words: [...fileWords(file), '-t', pattern(path)], isScript: true }),
  mocha: ({ path }) => ({ words: ['-g', pattern(path)], isScript: true }),
  // Its options come before its files, so they cannot be added to the end of a command.
  node: ({ file, path }) =>
    file === null ? null : { command: 'node --test', words: [`--test-name-pattern=${pattern(path)}`, file] },
  pytest: ({ file, path }) => (file === null ? null : { words: [[file, ...path].join('::')] }),
  unittest: ({ path }) => ({ words: [path.join('.')] }),
  go: ({ path }) => ({ words: ['-run', path.map((name) => `^${name}$`).join('/')] }),
  cargo: ({ path }) => ({ words: [path.join('::')] }),
  maven: ({ file, path }) => ({ words: [`-Dtest=${file}#${path.at(-1)}`] }),
  gradle: ({ path }) => ({ words: ['--tests', path.join('.')] }),
}

interface OneTest {
  /** Instead of the command that ran all tests. */
  command?: string
  words: string[]
  /** The runner is usually started by a script of package.json. */
  isScript?: boolean
}

const fileWords = (file: string | null): string[] => (file === null ? [] : [file])

/** The name as a regular expression without escapes, which shells treat differently. */
const pattern = (path: readonly string[]): string =>
  (path.at(-1) ?? '').replaceAll(/[\\^$.*+?()[\]{}|"'`%!]/g, '.')

/** The command for one test alone, given the command that ran it among others; null if that is not possible. */
export function oneTestCommand(command: string, failure: TestFailure, shell: Shell): string | null {
  const one = ONE_TEST[failure.runner](failure)
  if (one === null || /[|&;<>]/.test(command)) return null
  const words = one.words.map((word) => shellWord(word, shell))
  if (words.includes(null)) return null
  // Npm takes what comes before the dashes for itself.
  const dashes =
    one.isScript && /^npm (?:run |t$|test$)/.test(command) && !command.includes(' -- ') ? ['--'] : []
  return [one.command ?? command, ...dashes, ...words].join(' ')
}
