// A command that failed because a program is not installed: says which one, and what to do.
import { plainOutput } from '../understanding/replies/plain-output.ts'
import type { CommandResult } from './codebase.ts'

const NAME = String.raw`([\w.@/+-]{1,60})`
/** What shells say: sh, bash, zsh, fish, make and env, cmd.exe and PowerShell. */
const NOT_FOUND: readonly RegExp[] = [
  String.raw`^(?:/\S+/)?(?:sh|bash|dash|ash)(?:: (?:line )?\d+)?: (?:exec: )?${NAME}: (?:command )?not found$`,
  String.raw`^zsh:(?:\d+:)? command not found: ${NAME}$`,
  String.raw`^fish: Unknown command:? ${NAME}$`,
  String.raw`^(?:g?make)(?:\[\d+\])?: ${NAME}: (?:Command not found|No such file or directory)$`,
  String.raw`^(?:/usr/bin/)?env: [‘'"]?${NAME}[’'"]?: No such file or directory$`,
  String.raw`^'${NAME}' is not recognized as an internal or external command`,
  String.raw`^(?:\S+ : )?The term '${NAME}' is not recognized as `,
].map((form) => new RegExp(form, 'm'))
const NO_MODULE = /^\S*python[\d.]*(?:\.exe)?: No module named ([\w-]{1,60})$/m
const NO_CARGO_COMMAND = /^error: no such (?:sub)?command: [`'"]([\w-]{1,60})[`'"]/m

const withTool = (tool: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, `Install it with ${tool} ${name}.`]))

const comesWith = (what: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, `It comes with ${what}.`]))

/** From the package manager of the system: which one, the user knows. */
const fromSystem = (names: string): Record<string, string> =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [
        name,
        `Install it with your package manager, for example brew install ${name} or apt install ${name}.`,
      ]),
  )

/** How to install what is often missing. Anything else is named without advice. */
const INSTALLS: Readonly<Record<string, string>> = {
  ...withTool(
    'pip install',
    'pytest ruff mypy poetry uv tox black flake8 pylint isort pyright uvicorn gunicorn flask fastapi celery alembic nox pipenv pre-commit',
  ),
  'django-admin': 'Install it with pip install django.',
  ...withTool('npm install --global', 'pnpm yarn bun'),
  ...withTool('gem install', 'rspec rubocop rails rake'),
  bundle: 'Install it with gem install bundler.',
  ...comesWith('Node.js', 'npm npx node corepack'),
  ...comesWith('Rust', 'cargo rustc rustup'),
  rustfmt: 'Install it with rustup component add rustfmt.',
  ...comesWith('Go', 'go gofmt'),
  'golangci-lint': 'Install it with brew install golangci-lint, or from golangci-lint.run.',
  ...comesWith('Python', 'python python3 pip pip3'),
  ...comesWith('Ruby', 'ruby gem'),
  ...comesWith('a JDK', 'java javac'),
  ...comesWith('Docker Desktop or Docker Engine', 'docker docker-compose'),
  ...comesWith('the .NET SDK', 'dotnet'),
  ...comesWith('Elixir', 'mix elixir iex'),
  ...comesWith('Swift, from swift.org', 'swift swiftc'),
  ...comesWith('your system’s build tools', 'make gcc g++ cc c++ clang ld'),
  deno: 'Install it from deno.com.',
  composer: 'Install it from getcomposer.org.',
  ...fromSystem(
    'git jq tree cmake ninja kubectl terraform helm gh maven gradle php ffmpeg redis-server psql sqlite3 htop wget curl shellcheck protoc',
  ),
  mvn: 'Install it with your package manager, for example brew install maven or apt install maven.',
  rg: 'Install it with your package manager, for example brew install ripgrep or apt install ripgrep.',
  aws: 'Install the AWS CLI, from aws.amazon.com/cli.',
  gcloud: 'Install the Google Cloud CLI, from cloud.google.com/sdk.',
}

/** Tools that belong to the project. In a script of its package they are missing because nothing was installed yet. */
const OF_PROJECT = new Set(
  'tsc eslint prettier vitest jest mocha vite webpack rollup esbuild next nuxt nest ng tsx ts-node turbo nx playwright cypress oxlint biome nodemon parcel gulp rimraf astro svelte-kit'.split(
    ' ',
  ),
)
const PACKAGES: Readonly<Record<string, string>> = {
  tsc: 'typescript',
  ng: '@angular/cli',
  nest: '@nestjs/cli',
  biome: '@biomejs/biome',
  playwright: '@playwright/test',
  'svelte-kit': '@sveltejs/kit',
}

const SCRIPT_RUNNERS = /^> .+|^npm |^(?:\$ )|ELIFECYCLE|^yarn run/m

export function missingProgram({
  exitCode,
  output,
}: Pick<CommandResult, 'exitCode' | 'output'>): string | null {
  // 127 is the shell's own; npm reports that of its script, and cmd.exe says 1 or 9009.
  if (exitCode === 0) return null
  const text = plainOutput(output.slice(-20_000))
  const module = NO_MODULE.exec(text)?.[1]
  if (module !== undefined) return `The Python module ${module} is not installed. ${pipAdvice(module)}`.trim()
  const command = NO_CARGO_COMMAND.exec(text)?.[1]
  if (command !== undefined) return `cargo ${command} is not installed. ${cargoAdvice(command)}`.trim()
  for (const form of NOT_FOUND) {
    const program = form.exec(text)?.[1]
    if (program === undefined) continue
    const advice = Object.hasOwn(INSTALLS, program) ? INSTALLS[program] : undefined
    if (advice !== undefined) return `${program} is not installed. ${advice}`
    if (SCRIPT_RUNNERS.test(text))
      return `${program} is not installed. Install the project's dependencies first, for example with npm install.`
    if (OF_PROJECT.has(program))
      return `${program} is not installed. Install it with npm install --save-dev ${PACKAGES[program] ?? program}, or run it with npx.`
    return `${program} is not installed, so the command could not run.`
  }
  return null
}

// Only for names that are known to be what people mean: anybody may publish a package under a name like it.
const pipAdvice = (module: string): string =>
  Object.hasOwn(INSTALLS, module) && INSTALLS[module]?.startsWith('Install it with pip')
    ? INSTALLS[module]
    : ''

const CARGO_COMMANDS = new Set('nextest watch edit audit deny expand llvm-cov outdated'.split(' '))

function cargoAdvice(command: string): string {
  if (command === 'clippy') return 'Install it with rustup component add clippy.'
  if (command === 'fmt') return 'Install it with rustup component add rustfmt.'
  return CARGO_COMMANDS.has(command) ? `Install it with cargo install cargo-${command}.` : ''
}
