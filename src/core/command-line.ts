// What was asked for on the command line and in the environment. Every setting has a flag and an environment name.
import {
  settingChoices,
  settingFromText,
  settingKeys,
  settingsTable,
  type SettingKey,
  type Settings,
} from '../shared/settings.ts'

/** What only matters at the start, and is not kept as a setting. */
const launchTable = {
  workspace: { flag: '--workspace', env: 'PARLEY_WORKSPACE', value: 'DIR', describe: 'the folder to open' },
  profile: {
    flag: '--profile',
    env: 'PARLEY_PROFILE',
    value: 'DIR',
    describe: 'where settings and session logs are kept',
  },
  port: {
    flag: '--port',
    env: 'PARLEY_PORT',
    value: 'N',
    describe: 'the port of browser mode, 0 for any that is free',
  },
} as const

type LaunchKey = keyof typeof launchTable
const launchKeys = Object.keys(launchTable) as LaunchKey[]

export interface CommandLine {
  launch: {
    workspace: string | null
    profile: string | null
    port: number
    /** What stands by itself: a folder or a link to open. Only where it was said to be looked for. */
    named: string | null
  }
  /** Settings given by flag: they win over what was saved. */
  flags: Partial<Settings>
  /** Settings given by environment: what was saved wins over them. */
  environment: Partial<Settings>
}

export type ParsedCommandLine =
  { tag: 'run'; commandLine: CommandLine } | { tag: 'help' } | { tag: 'refused'; message: string }

interface Options {
  /** Electron has switches of its own on the same line, so the desktop passes over what it does not know. */
  ignoreUnknown: boolean
  /** Whether a word by itself names what to open, as after the command `parley`. */
  takesName?: boolean
}

export function parseCommandLine(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { ignoreUnknown, takesName = false }: Options,
): ParsedCommandLine {
  const given = new Map<string, string>()
  let named: string | null = null
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (word === '--help' || word === '-h') return { tag: 'help' }
    const [flag, inline] = split(word)
    if (!isKnown(flag)) {
      if (takesName && !word.startsWith('-')) named ??= word
      if (ignoreUnknown) continue
      return { tag: 'refused', message: `There is no option ${word}. --help lists those there are.` }
    }
    const next = argv[i + 1]
    const isSwitch = settingKeys.some((key) => settingsTable[key].flag === flag && isYesOrNo(key))
    if (inline !== undefined) given.set(flag, inline)
    else if (isSwitch && next !== 'true' && next !== 'false') given.set(flag, 'true')
    else if (next === undefined || next.startsWith('--'))
      return { tag: 'refused', message: `${flag} needs a value.` }
    else {
      given.set(flag, next)
      i++
    }
  }

  const flags: Partial<Settings> = {}
  const environment: Partial<Settings> = {}
  for (const key of settingKeys) {
    const entry = settingsTable[key]
    for (const [target, name, text] of [
      [flags, entry.flag, given.get(entry.flag)],
      [environment, entry.env, env[entry.env]],
    ] as const) {
      if (text === undefined || text === '') continue
      const value = settingFromText(key, text)
      if (value === undefined) return { tag: 'refused', message: `${name} must be ${fitting(key)}.` }
      Object.assign(target, { [key]: value })
    }
  }

  const launch = Object.fromEntries(
    launchKeys.map((key) => [key, given.get(launchTable[key].flag) ?? env[launchTable[key].env] ?? null]),
  ) as Record<LaunchKey, string | null>
  const port = launch.port === null ? 0 : Number(launch.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || launch.port === '') {
    return { tag: 'refused', message: '--port must be a whole number from 0 to 65535.' }
  }
  const { workspace, profile } = launch
  return {
    tag: 'run',
    commandLine: {
      launch: { workspace: workspace || null, profile: profile || null, port, named },
      flags,
      environment,
    },
  }
}

function split(word: string): [string, string | undefined] {
  const equals = word.indexOf('=')
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

const isYesOrNo = (key: SettingKey): boolean => typeof settingsTable[key].default === 'boolean'

const isKnown = (flag: string): boolean =>
  launchKeys.some((key) => launchTable[key].flag === flag) ||
  settingKeys.some((key) => settingsTable[key].flag === flag)

function fitting(key: SettingKey): string {
  if (key === 'openclawPort') return 'a whole number from 1 to 65535'
  if (key === 'gatewayPort') return 'a whole number from 0 to 65535'
  if (key === 'voiceRate') return 'a whole number from 50 to 200'
  if (key === 'earsUrl' || key === 'voiceUrl' || key === 'livekitTokenUrl')
    return 'an address that begins with http:// or https://'
  if (key === 'livekitUrl') return 'an address that begins with ws:// or wss://'
  return settingChoices(key).join(' or ') || 'a name or an address'
}

/** The help text: one line per option, with its environment name and default. */
export function helpText(command: string): string {
  const rows = [
    ...launchKeys.map((key) => {
      const { flag, value, env, describe } = launchTable[key]
      return [`${flag} ${value}`, `${describe} (${env})`] as const
    }),
    ...settingKeys.map((key) => {
      const { flag, env, describe, default: usual, placeholder } = settingsTable[key]
      return [
        `${flag} ${placeholder ?? settingChoices(key).join('|')}`,
        `${describe} (${env}; ${String(usual)})`,
      ] as const
    }),
    ['--help', 'this list'] as const,
  ]
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    `usage: ${command} [options]`,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
  ].join('\n')
}
