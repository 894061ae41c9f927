// The command line and the environment of a start. Every setting has a flag and an environment variable.
import { parseArgs } from 'node:util'
import {
  settingChoices,
  settingFromText,
  settingKeys,
  settingsTable,
  type SettingKey,
  type Settings,
} from '../../shared/settings.ts'

/** What matters at the start only, and is not a setting. */
const launchTable = {
  workspace: { flag: '--workspace', env: 'PARLEY_WORKSPACE', value: 'DIR', describe: 'the folder to open' },
  profile: {
    flag: '--profile',
    env: 'PARLEY_PROFILE',
    value: 'DIR',
    describe: 'the folder for settings, journals and logs',
  },
  port: {
    flag: '--port',
    env: 'PARLEY_PORT',
    value: 'N',
    describe: 'the port of browser mode; 0 for any free port',
  },
  // Not a setting: only the person who starts the app may allow clients without a token.
  gatewayOpen: {
    flag: '--gateway-open',
    env: 'PARLEY_GATEWAY_OPEN',
    value: null,
    describe: 'let programs on this computer connect to the gateway without a token',
  },
  trust: {
    flag: '--trust',
    env: 'PARLEY_TRUST',
    value: null,
    describe: 'trust the folder given at this start, for this start only',
  },
} as const

type LaunchKey = keyof typeof launchTable
const launchKeys = Object.keys(launchTable) as LaunchKey[]

export interface CommandLine {
  launch: {
    workspace: string | null
    profile: string | null
    port: number
    /** Trusts the folder given at this start, for this start only. */
    trust: boolean
    gatewayOpen: boolean
    /** A folder or a link without a flag, if the options allow one. */
    named: string | null
  }
  /** Settings given by flag: they win over saved values. */
  flags: Partial<Settings>
  /** Settings given by environment: saved values win over them. */
  environment: Partial<Settings>
}

export type ParsedCommandLine =
  { tag: 'run'; commandLine: CommandLine } | { tag: 'help' } | { tag: 'refused'; message: string }

interface Options {
  /** Electron has its own switches on the same line, so the desktop app ignores those it does not know. */
  ignoreUnknown: boolean
  /** Whether an argument without a flag names what to open, as after the command `parley`. */
  takesName?: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

class Refusal extends Error {}

export function parseCommandLine(
  argv: readonly string[],
  env: Environment,
  options: Options,
): ParsedCommandLine {
  try {
    const args = readArguments(argv, options)
    if (args === 'help') return { tag: 'help' }
    return {
      tag: 'run',
      commandLine: {
        launch: { ...launchOf(args.given, env), named: args.named },
        flags: settingsFrom('flag', (flag) => args.given.get(flag)),
        environment: settingsFrom('env', (name) => env[name]),
      },
    }
  } catch (error) {
    if (error instanceof Refusal) return { tag: 'refused', message: error.message }
    throw error
  }
}

/** Each flag, with whether it may stand without a value. */
const flagTypes = new Map<string, 'boolean' | 'string'>([
  ...launchKeys.map((key) => [launchTable[key].flag, typeFor(launchTable[key].value === null)] as const),
  ...settingKeys.flatMap((key) => {
    const { flag, aliases = [], default: usual } = settingsTable[key]
    return [flag, ...aliases.map((alias) => alias.flag)].map(
      (name) => [name, typeFor(typeof usual === 'boolean')] as const,
    )
  }),
])

function typeFor(isSwitch: boolean): 'boolean' | 'string' {
  return isSwitch ? 'boolean' : 'string'
}

interface Arguments {
  given: Map<string, string>
  named: string | null
}

function readArguments(argv: readonly string[], { ignoreUnknown, takesName }: Options): Arguments | 'help' {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Array.from(flagTypes, ([flag, type]) => [flag.slice(2), { type }])),
    strict: false,
    tokens: true,
  })
  const given = new Map<string, string>()
  let named: string | null = null
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      // The value of a switch, as in `--trust false`, belongs to the switch.
      const before = tokens[i - 1]
      if (isSwitchValue(token.value) && before?.kind === 'option' && isOpenSwitch(before)) continue
      if (takesName) named ??= token.value
      else if (!ignoreUnknown) throw noSuchOption(token.value)
      continue
    }
    const flag = token.rawName
    if (['--help', '-h'].includes(argv[token.index]!)) return 'help'
    const type = flagTypes.get(flag)
    if (type === undefined) {
      if (!ignoreUnknown) throw noSuchOption(argv[token.index]!)
      continue
    }
    if (token.value !== undefined) {
      if (!token.inlineValue && token.value.startsWith('--')) throw new Refusal(`${flag} needs a value.`)
      given.set(flag, token.value)
    } else if (type === 'string') throw new Refusal(`${flag} needs a value.`)
    else {
      const next = tokens[i + 1]
      given.set(flag, next?.kind === 'positional' && isSwitchValue(next.value) ? next.value : 'true')
    }
  }
  return { given, named }
}

const isSwitchValue = (text: string): boolean => text === 'true' || text === 'false'

const isOpenSwitch = ({ rawName, value }: { rawName: string; value: string | undefined }): boolean =>
  flagTypes.get(rawName) === 'boolean' && value === undefined

const noSuchOption = (text: string): Refusal =>
  new Refusal(`There is no option ${text}. See --help for all options.`)

function settingsFrom(source: 'flag' | 'env', read: (name: string) => string | undefined): Partial<Settings> {
  const found: [SettingKey, Settings[SettingKey]][] = []
  for (const key of settingKeys) {
    const entry = settingsTable[key]
    for (const { [source]: name } of [entry, ...(entry.aliases ?? [])]) {
      const text = read(name)
      if (text === undefined || text === '') continue
      const value = settingFromText(key, text)
      if (value === undefined) throw new Refusal(`${name} must be ${expected(key)}.`)
      found.push([key, value])
      break
    }
  }
  return Object.fromEntries(found) as Partial<Settings>
}

const expected = (key: SettingKey): string =>
  settingsTable[key].expects ?? (settingChoices(key).join(' or ') || 'a name or an address')

function launchOf(
  given: ReadonlyMap<string, string>,
  env: Environment,
): Omit<CommandLine['launch'], 'named'> {
  const text = (key: LaunchKey): string | null =>
    given.get(launchTable[key].flag) ?? env[launchTable[key].env] ?? null
  const port = text('port') ?? '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Refusal('--port must be a whole number from 0 to 65535.')
  return {
    workspace: text('workspace') || null,
    profile: text('profile') || null,
    port: Number(port),
    gatewayOpen: switchOf('gatewayOpen', text('gatewayOpen')),
    trust: switchOf('trust', text('trust')),
  }
}

function switchOf(key: 'gatewayOpen' | 'trust', text: string | null): boolean {
  if (text === 'true' || text === '1') return true
  if (text === null || ['', 'false', '0'].includes(text)) return false
  throw new Refusal(`${launchTable[key].flag} and ${launchTable[key].env} must be true or false.`)
}

/** The help text: one line per option, with its environment variable and default. */
export function helpText(command: string): string {
  const rows = [
    ...launchKeys.map((key) => {
      const { flag, value, env, describe } = launchTable[key]
      return [value === null ? flag : `${flag} ${value}`, `${describe} (${env})`] as const
    }),
    ...settingKeys.map((key) => {
      const { flag, env, describe, default: usual, placeholder } = settingsTable[key]
      return [
        `${flag} ${placeholder ?? settingChoices(key).join('|')}`,
        `${describe} (${env}; ${String(usual)})`,
      ] as const
    }),
    ['--help', 'show this list'] as const,
  ]
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    `usage: ${command} [options]`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
  ].join('\n')
}
