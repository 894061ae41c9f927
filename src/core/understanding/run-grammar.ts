// Requests to run something: the project's tests, lint or build, a script, or a command as dictated.
import type { CommandPurpose } from '../tools/codebase.ts'
import { firstMatch, type Intent, type Pattern } from './intent.ts'
import { fileName, isThis } from './named-targets.ts'
import { unquoted } from './strip-politeness.ts'
import { spokenCommandLine } from './spoken-forms.ts'

const RUN = '(?:re-?run|run|execute|start|launch|kick off|fire up|do|try)'
const PROGRAMS =
  'npm|npx|pnpm|yarn|bun|deno|node|tsc|tsx|vitest|jest|mocha|eslint|oxlint|prettier|git|make|cmake|ninja|cargo|rustc|rustfmt|go|gofmt|python|python3|pip|pip3|pytest|tox|ruff|mypy|uv|poetry|ruby|bundle|rake|rspec|gem|java|javac|mvn|gradle|gradlew|dotnet|php|composer|phpunit|docker|docker-compose|kubectl|terraform|ls|cat|echo|pwd|grep|rg|find|wc|head|tail|sort|du|df|ps|env|date|which|mkdir|touch|cp|mv|rm|curl|wget|bash|sh|zsh|sleep|true|false|test|diff|tree|gcc|g\\+\\+|clang|swift|mix|elixir|sudo|seq|printf|sed|awk'
const STARTS_WITH_PROGRAM = new RegExp(
  `^(?:(?:[A-Z_][A-Z0-9_]*=\\S+ )*(?:${PROGRAMS})(?= |$)|\\.{1,2}/\\S|/\\S)`,
)

const purpose = (wanted: CommandPurpose, only?: string): Intent => ({
  kind: 'run',
  purpose: wanted,
  ...(only !== undefined && { only }),
})

const TESTS =
  '(?:(?:all )?(?:of )?(?:the |my |our |all )*(?:unit |integration |whole |full |entire |complete )*(?:tests?|test suite|specs?|unit tests?|suite|unit test suite))'
const LINT = '(?:the |our |my )?(?:lint|linter|linters|lints|linting|lint check|style check|code style check)'
const BUILD = '(?:the |this |our |my |a )?(?:build|compile|compilation|production build|full build)'

const WHY =
  /^why(?: (?:did|does|is|was) (?:it|that|this|the tests?|the build|they)(?: (?:fail|failing|failed|break|broken|red|go wrong))?| (?:it|that|they) failed)?$|^(?:what|which tests?|which one) (?:failed|broke|went wrong)$|^what(?:'s| is) (?:the (?:failure|problem)|wrong)(?: with (?:it|that|the tests?))?$|^what did it (?:expect|say)$/i

const PATTERNS: readonly Pattern[] = [
  { form: WHY, make: () => ({ kind: 'why_failed' }) },
  {
    form: /^(?:open|show(?: me)?|go to|jump to|take me to|see|view) (?:the |that )?(?:failed|failing|broken) (?:tests?|one)(?: file)?$|^(?:open|show(?: me)?|go to|jump to|take me to) (?:the |that )?(?:test|one) (?:that|which) (?:failed|fails|is failing|broke)$/i,
    make: () => ({ kind: 'open_failure' }),
  },
  {
    form: new RegExp(
      `^${RUN} (?:just|only) (?:that|this|the)(?: (?:one|test|(?:failed|failing|broken|first) (?:one|test)))$|^${RUN} (?:that|the (?:failed|failing|broken|first)) (?:one|test)(?: (?:again|alone|only|once more))?$`,
      'i',
    ),
    make: () => ({ kind: 'run_again', only: 'failed' }),
  },
  {
    form: /^(?:re-?run|run|try|do|start) (?:it|that|them) (?:again|once more|one more time)$|^re-?run(?: (?:it|that|them))?$|^(?:again|try again|once more)$/i,
    make: () => ({ kind: 'run_again' }),
  },
  {
    form: new RegExp(`^${RUN} (?:the )?(?:command|shell command|terminal command):? (.+)$`, 'i'),
    make: ([line = '']) => command(line),
  },
  {
    form: /^(?:in (?:the|a) )?(?:terminal|shell|command line):? (?:run )?(.+)$/i,
    make: ([line = '']) => command(line),
  },
  { form: /^\$ ?(.+)$/, make: ([line = '']) => ({ kind: 'command', command: line.trim() }) },
  {
    form: new RegExp(`^${RUN} ${TESTS} (?:for|in|of|from|on) (.+)$`, 'i'),
    make: ([only = '']) =>
      EVERYTHING.test(only) ? purpose('test') : purpose('test', isThis(only) ? 'this' : fileName(only)),
  },
  {
    form: new RegExp(`^${RUN} (?:the )?(\\S+(?: \\S+){0,3}) tests?$`, 'i'),
    make: ([only = '']) =>
      /^(?:the|all|my|our|unit|integration|whole|full|entire|of|npm|yarn|pnpm|go|cargo|make|bun|deno)\b/i.test(
        only,
      )
        ? null
        : purpose('test', fileName(only)),
  },
  {
    form: new RegExp(
      `^(?:${RUN} )?${TESTS}(?: (?:once more|one more time|suite|please|now))*$|^test (?:it|this|everything|the (?:code|project|app))$|^(?:do|are|will|did) (?:all )?(?:the |my |our )?tests (?:still )?(?:pass|passing|green|work)(?: now)?$|^check (?:that |if |whether )?(?:the |my )?tests (?:still )?pass$|^see if (?:the )?tests (?:still )?pass$`,
      'i',
    ),
    make: () => purpose('test'),
  },
  {
    form: new RegExp(
      `^(?:${RUN} )${LINT}$|^lint(?: (?:it|this|everything|the (?:code|project|repo)))?$|^check (?:the )?(?:code )?style$|^(?:the )?linter$`,
      'i',
    ),
    make: () => purpose('lint'),
  },
  {
    form: new RegExp(
      `^(?:${RUN} )${BUILD}$|^(?:build|compile)(?: (?:it|this|everything|the (?:code|project|app|repo|thing)|this project))?$|^does (?:it|this|the project) (?:still )?(?:build|compile)$`,
      'i',
    ),
    make: () => purpose('build'),
  },
  {
    form: new RegExp(
      `^${RUN} (?:the )?(.+?) (?:script|task|target)$|^${RUN} (?:the )?(?:script|task|target)(?: called| named)? (.+)$`,
      'i',
    ),
    make: ([a, b]) => script(a ?? b ?? ''),
  },
  { form: /^test this file$/i, make: () => purpose('test', 'this') },
  { form: /^test (\S+(?:\.| dot )\w+)$/i, make: ([only = '']) => purpose('test', fileName(only)) },
  // Typed as in a terminal. The agent asks before it runs it, as for any other command.
  {
    form: /^((?:npm|npx|pnpm|yarn|cargo|pytest|tsc|eslint|docker|kubectl|mvn|gradle|dotnet)(?: (?!files?\b|code\b|scripts?\b).+)?|go (?:test|build|vet|run)\b.*)$/i,
    make: ([line = '']) => command(line),
  },
  {
    form: /^(?:re-?run|run|execute) (.+)$/i,
    make: ([said = '']) => {
      const line = unquoted(spokenCommandLine(said))
      if (STARTS_WITH_PROGRAM.test(line) || said !== unquoted(said)) return command(said)
      const bare = said.replace(/^(?:the|my|our|a) /i, '')
      if (isThis(bare)) return null
      // A few words may name a script; more ask for something else.
      return bare.split(' ').length <= 3 ? script(bare) : null
    },
  },
]
const EVERYTHING =
  /^(?:everything|all|(?:this|the|the whole) (?:project|repo|repository|workspace|codebase))$/i

const command = (said: string): Intent | null => {
  const line = said === unquoted(said) ? spokenCommandLine(said).trim() : unquoted(said)
  return line === '' ? null : { kind: 'command', command: line }
}

const script = (name: string): Intent | null =>
  name.trim() === '' ? null : { kind: 'script', name: name.trim() }

export const parseRunRequest = (asked: string): Intent | null => firstMatch(PATTERNS, asked)
