// A command that failed because a program is not installed: says which one, and what to do.
import { plainOutput } from '../understanding/replies/plain-output.ts'
import type { CommandResult } from './codebase.ts'

/** What shells say: sh, bash and zsh, and cmd.exe. */
const NOT_FOUND: readonly RegExp[] = [
  /^(?:\/\S+\/)?(?:sh|bash|dash|ash)(?:: (?:line )?\d+)?: ([\w.@/+-]{1,60}): (?:command )?not found$/m,
  /^zsh:(?:\d+:)? command not found: ([\w.@/+-]{1,60})$/m,
  /^'([\w.@/+-]{1,60})' is not recognized as an internal or external command/m,
]

/** How to install what is often missing. Anything else is named without advice. */
const INSTALLS: Record<string, string> = {
  pytest: 'Install it with pip install pytest.',
  ruff: 'Install it with pip install ruff.',
  mypy: 'Install it with pip install mypy.',
  poetry: 'Install it with pip install poetry.',
  uv: 'Install it with pip install uv.',
  tox: 'Install it with pip install tox.',
  pnpm: 'Install it with npm install --global pnpm.',
  yarn: 'Install it with npm install --global yarn.',
  bun: 'Install it with npm install --global bun.',
  npm: 'It comes with Node.js.',
  node: 'It comes with Node.js.',
  cargo: 'It comes with Rust.',
  go: 'It comes with Go.',
  bundle: 'Install it with gem install bundler.',
  make: 'It comes with your system’s build tools.',
}

const SCRIPT_RUNNERS = /^> .+|^npm |^(?:\$ )|ELIFECYCLE|^yarn run/m

export function missingProgram({
  exitCode,
  output,
}: Pick<CommandResult, 'exitCode' | 'output'>): string | null {
  // 127 is the shell's own; npm reports that of its script, and cmd.exe says 1 or 9009.
  if (exitCode === 0) return null
  const text = plainOutput(output.slice(-20_000))
  for (const form of NOT_FOUND) {
    const program = form.exec(text)?.[1]
    if (program === undefined) continue
    const advice = INSTALLS[program]
    if (advice !== undefined) return `${program} is not installed. ${advice}`
    if (SCRIPT_RUNNERS.test(text))
      return `${program} is not installed. Install the project's dependencies first, for example with npm install.`
    return `${program} is not installed, so the command could not run.`
  }
  return null
}
