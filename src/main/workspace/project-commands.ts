// How to test, lint and build a project, from its own files.
import { readdir } from 'node:fs/promises'
import type { CommandPurpose, ProjectCommand, ProjectScript } from '../../core/tools/codebase.ts'
import { parseJson } from '../../base/parse-json.ts'
import { FaultError } from '../../shared/errors.ts'
import { packageCommands, packageScripts } from './package-commands.ts'
import { readText } from './read-file.ts'

/** The folder: the names in it, and the text of its files. */
export interface Project {
  has(name: string): boolean
  /** The name of a matching file or folder. */
  like(pattern: RegExp): string | undefined
  text(name: string): Promise<string>
}

type Finder = (project: Project) => Promise<ProjectCommand[]>

/** The most reliable first: what a project defines itself comes before the conventions of its language. */
const finders: readonly Finder[] = [
  fromPackage,
  fromMakefile,
  fromCargo,
  fromGo,
  fromPython,
  fromJvm,
  fromPhp,
  fromRuby,
  fromDotnet,
]

export async function projectCommands(root: string): Promise<ProjectCommand[]> {
  const project = await projectAt(root)
  const found = await Promise.all(finders.map((find) => find(project)))
  return found.flat()
}

export async function projectScripts(root: string): Promise<ProjectScript[]> {
  const { has, text } = await projectAt(root)
  return packageScripts(await text('package.json'), has, process.platform === 'win32' ? 'cmd' : 'sh')
}

export async function projectAt(root: string): Promise<Project> {
  const names = await readdir(root).catch((): string[] => [])
  return {
    has: (name) => names.includes(name),
    like: (pattern) => names.toSorted().find((name) => pattern.test(name)),
    async text(name) {
      if (!names.includes(name.split('/')[0] ?? '')) return ''
      try {
        return (await readText(root, name)).text
      } catch (error) {
        // Too large, not text or a link to elsewhere: no information.
        if (error instanceof FaultError) return ''
        throw error
      }
    },
  }
}

const commands = (source: string, table: Partial<Record<CommandPurpose, string | false>>): ProjectCommand[] =>
  (['test', 'lint', 'build'] as const).flatMap((purpose) => {
    const command = table[purpose]
    return command ? [{ purpose, command, source }] : []
  })

async function fromPackage({ has, text }: Project): Promise<ProjectCommand[]> {
  return packageCommands(await text('package.json'), has)
}

async function fromMakefile({ has, text }: Project): Promise<ProjectCommand[]> {
  const file = makefileOf(has)
  if (file === undefined) return []
  const made = await text(file)
  return commands(file, {
    test: makeTarget(made, 'test', 'tests', 'check'),
    lint: makeTarget(made, 'lint'),
    build: makeTarget(made, 'build', 'all'),
  })
}

export const makefileOf = (has: Project['has']): string | undefined =>
  ['GNUmakefile', 'makefile', 'Makefile'].find(has)

/** The first of the targets that a makefile has. */
export function makeTarget(made: string, ...names: string[]): string | false {
  const found = names.find((name) => new RegExp(`^${name}\\s*:(?!=)`, 'm').test(made))
  return found !== undefined && `make ${found}`
}

async function fromCargo({ has }: Project): Promise<ProjectCommand[]> {
  if (!has('Cargo.toml')) return []
  return commands('Cargo.toml', { test: 'cargo test', lint: 'cargo clippy', build: 'cargo build' })
}

async function fromGo({ has, like }: Project): Promise<ProjectCommand[]> {
  if (!has('go.mod')) return []
  const lint = like(/^\.golangci\.(?:ya?ml|toml|json)$/) === undefined ? 'go vet ./...' : 'golangci-lint run'
  return commands('go.mod', { test: 'go test ./...', lint, build: 'go build ./...' })
}

async function fromPython({ has, like, text }: Project): Promise<ProjectCommand[]> {
  const [pyproject, setup, tox] = await Promise.all([
    text('pyproject.toml'),
    text('setup.cfg'),
    text('tox.ini'),
  ])
  const source = ['pyproject.toml', 'tox.ini', 'pytest.ini', 'setup.cfg', 'setup.py', 'noxfile.py'].find(has)
  if (source === undefined) return []
  const runner = has('uv.lock') ? 'uv run ' : has('poetry.lock') ? 'poetry run ' : ''
  const pytest =
    has('pytest.ini') || /\bpytest\b/.test(pyproject + setup + tox) || like(/^conftest\.py$/) !== undefined
  const test =
    has('tox.ini') && /^\[testenv/m.test(tox) && !pytest ? 'tox' : pytest ? 'pytest' : 'python -m unittest'
  const linter =
    /\[tool\.ruff\b/.test(pyproject) || like(/^\.?ruff\.toml$/)
      ? 'ruff check'
      : has('.flake8') || /^\[flake8\]/m.test(setup + tox)
        ? 'flake8'
        : /\bpylint\b/.test(pyproject) || has('.pylintrc')
          ? 'pylint .'
          : undefined
  return commands(source, {
    test: test === 'tox' ? 'tox' : runner + test,
    lint: linter !== undefined && runner + linter,
    build:
      /^\[build-system\]/m.test(pyproject) &&
      (runner === 'uv run ' ? 'uv build' : runner === 'poetry run ' ? 'poetry build' : 'python -m build'),
  })
}

async function fromJvm({ has }: Project): Promise<ProjectCommand[]> {
  if (has('pom.xml')) {
    const maven = has('mvnw') ? './mvnw' : 'mvn'
    return commands('pom.xml', { test: `${maven} test`, build: `${maven} package` })
  }
  const source = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].find(has)
  if (source === undefined) return []
  const gradle = has('gradlew') ? './gradlew' : 'gradle'
  return commands(source, { test: `${gradle} test`, lint: `${gradle} check`, build: `${gradle} build` })
}

async function fromPhp({ has, like, text }: Project): Promise<ProjectCommand[]> {
  if (!has('composer.json')) return []
  const scripts = scriptsOf(await text('composer.json'))
  const script = (name: string): string | false => scripts.includes(name) && `composer ${name}`
  return commands('composer.json', {
    test:
      script('test') || (like(/^phpunit\.(?:dist\.)?xml(?:\.dist)?$/) !== undefined && 'vendor/bin/phpunit'),
    lint:
      script('lint') ||
      (like(/^phpstan\.(?:dist\.)?neon(?:\.dist)?$/) !== undefined && 'vendor/bin/phpstan analyse'),
    build: script('build'),
  })
}

async function fromRuby({ has, text }: Project): Promise<ProjectCommand[]> {
  const rakefile = ['Rakefile', 'rakefile', 'Rakefile.rb'].find(has)
  const gemfile = has('Gemfile')
  const source = gemfile ? 'Gemfile' : rakefile
  if (source === undefined) return []
  const [gems, tasks] = await Promise.all([text('Gemfile'), rakefile === undefined ? '' : text(rakefile)])
  const bundled = gemfile ? 'bundle exec ' : ''
  const rspec = has('spec') && (has('.rspec') || /\brspec\b/.test(gems))
  const rails = has('bin') && /^\s*gem\s+["']rails["']/m.test(gems)
  const tested = rspec ? 'rspec' : rails ? 'rails test' : rakefile !== undefined && 'rake test'
  return commands(source, {
    test: tested && bundled + tested,
    lint: (has('.rubocop.yml') || /\brubocop\b/.test(gems)) && `${bundled}rubocop`,
    build: /\btask\s+:?build\b|["']bundler\/gem_tasks["']/.test(tasks) && `${bundled}rake build`,
  })
}

async function fromDotnet({ like }: Project): Promise<ProjectCommand[]> {
  const source = like(/\.(?:slnx?|csproj)$/)
  return source === undefined
    ? []
    : commands(source, {
        test: 'dotnet test',
        lint: 'dotnet format --verify-no-changes',
        build: 'dotnet build',
      })
}

export function scriptsOf(json: string): string[] {
  const described = parseJson(json)
  const scripts =
    typeof described === 'object' && described !== null && 'scripts' in described && described.scripts
  return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []
}
