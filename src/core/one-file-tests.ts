// The tests of one file alone, by what runs all of them. Each runner has its own way to be told, and some have none:
// a path that means something else to them would run nothing and look like success.
import type { ProjectCommand } from './codebase.ts'
import { shellWord } from './shell-word.ts'

type Way = readonly [runner: RegExp, files: RegExp, only: (command: string, file: string) => string]

const SCRIPTS = /\.[cm]?[jt]sx?$|\.(?:vue|svelte)$/i
const afterIt = (command: string, file: string): string => `${command} ${shellWord(file)}`
const withoutEnding = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '')

const WAYS: readonly Way[] = [
  [/^npm /, SCRIPTS, (command, file) => `${command} -- ${shellWord(file)}`],
  [/^composer /, /\.php$/i, (command, file) => `${command} -- ${shellWord(file)}`],
  // These hand on what follows as it is, two dashes included.
  [/^(?:pnpm|yarn|bun) /, SCRIPTS, afterIt],
  [/^(?:uv run |poetry run )?(?:pytest|python -m unittest)$/, /\.py$/i, afterIt],
  [/^go test\b/, /\.go$/i, (_, file) => `go test ${shellWord(`./${folderOf(file)}`)}`],
  // Any other path would be taken for a part of a test's name. Only a file of its own is a target of its own.
  [
    /^cargo test$/,
    /^tests\/[^/]+\.rs$/,
    (command, file) => `${command} --test ${shellWord(withoutEnding(file))}`,
  ],
  [/^(?:bundle exec )?(?:rspec|rails test)$/, /\.rb$/i, afterIt],
  [/^(?:bundle exec )?rake test$/, /\.rb$/i, (command, file) => `${command} TEST=${shellWord(file)}`],
  [/^vendor\/bin\/phpunit$/, /\.php$/i, afterIt],
  [
    /^(?:\.\/mvnw|mvn) test$/,
    /\.(?:java|kt)$/i,
    (command, file) => `${command} -Dtest=${shellWord(withoutEnding(file))}`,
  ],
  [
    /^(?:\.\/gradlew|gradle) test$/,
    /\.(?:java|kt|groovy)$/i,
    (command, file) => `${command} --tests ${shellWord(withoutEnding(file))}`,
  ],
]

function folderOf(file: string): string {
  const at = file.lastIndexOf('/')
  return at === -1 ? '' : file.slice(0, at)
}

/** The command for the tests of that file, by the first of these that can be told so; null where none can. */
export function oneFileTests(commands: readonly ProjectCommand[], file: string): string | null {
  for (const { purpose, command } of commands) {
    if (purpose !== 'test') continue
    const way = WAYS.find(([runner, files]) => runner.test(command) && files.test(file))
    if (way) return way[2](command, file)
  }
  return null
}
