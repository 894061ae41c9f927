// The scripts of a package.json, run by the project's package manager.
import { parseJson } from '../../base/parse-json.ts'
import type { CommandPurpose, ProjectCommand, ProjectScript } from '../../core/tools/codebase.ts'
import { type Shell, shellWord } from '../../core/tools/shell-word.ts'

/** Usual names of such scripts, the likeliest first. */
const NAMES: Record<CommandPurpose, readonly string[]> = {
  test: ['test', 'tests', 'test:unit', 'unit', 'vitest', 'jest'],
  lint: ['lint', 'eslint', 'check', 'lint:check'],
  build: ['build', 'compile', 'dist', 'bundle'],
}
const LOCKS: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

interface Package {
  scripts: object
  manager: string
}

function packageOf(json: string, has: (name: string) => boolean): Package | null {
  const described = parseJson(json)
  if (typeof described !== 'object' || described === null) return null
  const { scripts, packageManager } = described as { scripts?: unknown; packageManager?: unknown }
  if (typeof scripts !== 'object' || scripts === null) return null
  const named =
    typeof packageManager === 'string' ? /^(npm|pnpm|yarn|bun)@/.exec(packageManager)?.[1] : undefined
  return { scripts, manager: named ?? LOCKS.find(([file]) => has(file))?.[1] ?? 'npm' }
}

export function packageCommands(json: string, has: (name: string) => boolean): ProjectCommand[] {
  const found = packageOf(json, has)
  if (!found) return []
  const { scripts, manager } = found
  return (['test', 'lint', 'build'] as const).flatMap((purpose) => {
    const script = NAMES[purpose].find((name) => isScript(scripts, name))
    if (script === undefined) return []
    // `bun test` would run bun's own test runner instead of the script.
    const command = script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`
    return [{ purpose, command, source: 'package.json' }]
  })
}

/** What runs the app while it is developed, the likeliest first. */
const SERVERS = ['dev', 'start:dev', 'dev:server', 'develop', 'serve', 'start', 'server', 'preview']

export function packageServers(json: string, has: (name: string) => boolean): string[] {
  const found = packageOf(json, has)
  if (!found) return []
  const { scripts, manager } = found
  return SERVERS.filter((name) => isScript(scripts, name)).map((name) => `${manager} run ${name}`)
}

/** Leaves out names that the shell would take for more than a name. */
export function packageScripts(json: string, has: (name: string) => boolean, shell: Shell): ProjectScript[] {
  const found = packageOf(json, has)
  if (!found) return []
  const { scripts, manager } = found
  return Object.keys(scripts).flatMap((name) => {
    const word = shellWord(name, shell)
    return word === null ? [] : [{ name, command: `${manager} run ${word}` }]
  })
}

/** The placeholder of npm init is no test. */
function isScript(scripts: object, name: string): boolean {
  const script: unknown = Object.hasOwn(scripts, name)
    ? (scripts as Record<string, unknown>)[name]
    : undefined
  return typeof script === 'string' && !script.includes('no test specified')
}
