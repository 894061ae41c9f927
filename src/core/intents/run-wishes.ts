// Wishes to run something: the project's own tests, lint and build, one of its scripts, or a command word for word.
import type { CommandPurpose } from '../codebase.ts'
import { firstWish, type Intent, type Wish } from './intent.ts'
import { fileName, isThis } from './named-things.ts'
import { unquoted } from './plain-request.ts'
import { spokenCommand } from './spoken-forms.ts'

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

const WISHES: readonly Wish[] = [
  {
    form: new RegExp(`^${RUN} (?:the )?(?:command|shell command|terminal command):? (.+)$`, 'i'),
    make: ([words = '']) => command(words),
  },
  {
    form: /^(?:in (?:the|a) )?(?:terminal|shell|command line):? (?:run )?(.+)$/i,
    make: ([words = '']) => command(words),
  },
  { form: /^\$ ?(.+)$/, make: ([words = '']) => ({ kind: 'command', command: words.trim() }) },
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
  // Typed as in a terminal, without a word of what to do with it. It is asked about like any other.
  {
    form: /^((?:npm|npx|pnpm|yarn|cargo|pytest|tsc|eslint|docker|kubectl|mvn|gradle|dotnet)(?: (?!files?\b|code\b|scripts?\b).+)?|go (?:test|build|vet|run)\b.*)$/i,
    make: ([words = '']) => command(words),
  },
  {
    form: /^(?:re-?run|run|execute) (.+)$/i,
    make: ([words = '']) => {
      const line = unquoted(spokenCommand(words))
      if (STARTS_WITH_PROGRAM.test(line) || words !== unquoted(words)) return command(words)
      const bare = words.replace(/^(?:the|my|our|a) /i, '')
      if (isThis(bare)) return null
      // One or two words may be the name of a script; more are a wish for something else.
      return bare.split(' ').length <= 3 ? script(bare) : null
    },
  },
]
const EVERYTHING =
  /^(?:everything|all|(?:this|the|the whole) (?:project|repo|repository|workspace|codebase))$/i

const command = (words: string): Intent | null => {
  const line = words === unquoted(words) ? spokenCommand(words).trim() : unquoted(words)
  return line === '' ? null : { kind: 'command', command: line }
}

const script = (name: string): Intent | null =>
  name.trim() === '' ? null : { kind: 'script', name: name.trim() }

export const asRunWish = (asked: string): Intent | null => firstWish(WISHES, asked)
