// Every setting in one table: what it is for, where it can be set, what it is when nobody sets it.
// A flag wins over what was saved in the app, that over the environment, that over the default.
import { z } from 'zod'
import { busyPolicies } from './conversation.ts'
import { OPENCLAW_HOST, OPENCLAW_PORT } from './wire/openclaw.ts'

export const settings = z.object({
  brain: z.enum(['builtin', 'openclaw']),
  openclawHost: z.string().trim().min(1).max(255),
  openclawPort: z.number().int().min(1).max(65_535),
  keepSecrets: z.enum(['keychain', 'file']),
  gangliaDialect: z.enum(['flat', 'enveloped']),
  whenBusy: z.enum(busyPolicies),
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'normal', 'high']),
  diffLayout: z.enum(['side-by-side', 'unified']),
  searchPreview: z.enum(['shown', 'hidden']),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']),
  logPii: z.boolean(),
})
export type Settings = z.infer<typeof settings>
export type SettingKey = keyof Settings

interface SettingEntry<K extends SettingKey> {
  flag: string
  env: string
  default: Settings[K]
  describe: string
  /** What it is called on the settings page, and its values where their own names say too little. */
  name: string
  choices?: Partial<Record<`${Settings[K]}`, string>>
  group: 'Agent' | 'OpenClaw' | 'Appearance' | 'Logs'
  /** For what is written rather than chosen: what stands for it in help texts. */
  placeholder?: string
}

export const settingsTable: { [K in SettingKey]: SettingEntry<K> } = {
  brain: {
    flag: '--brain',
    env: 'PARLEY_BRAIN',
    default: 'builtin',
    describe: 'builtin works offline, openclaw asks an OpenClaw gateway',
    name: 'Who answers',
    group: 'Agent',
    choices: { builtin: 'The built-in agent', openclaw: 'An OpenClaw gateway' },
  },
  openclawHost: {
    flag: '--openclaw-host',
    env: 'OPENCLAW_HOST',
    default: OPENCLAW_HOST,
    describe: 'where the OpenClaw gateway is: a name or an address, with wss:// before it for one with TLS',
    name: 'Gateway',
    group: 'OpenClaw',
    placeholder: 'HOST',
  },
  openclawPort: {
    flag: '--openclaw-port',
    env: 'OPENCLAW_PORT',
    default: OPENCLAW_PORT,
    describe: 'the port of the OpenClaw gateway',
    name: 'Port',
    group: 'OpenClaw',
    placeholder: 'N',
  },
  keepSecrets: {
    flag: '--keep-secrets',
    env: 'PARLEY_KEEP_SECRETS',
    default: 'keychain',
    describe:
      'where tokens and the key of this device are kept: in the system’s keychain, or in a file only you can read',
    name: 'Tokens are kept in',
    group: 'OpenClaw',
    choices: { keychain: 'The keychain', file: 'A file' },
  },
  gangliaDialect: {
    flag: '--ganglia-dialect',
    env: 'PARLEY_GANGLIA_DIALECT',
    default: 'flat',
    describe: 'how status and artifacts are written on the ganglia-events topic',
    name: 'Dialect of events',
    group: 'Agent',
    choices: { flat: 'Flat', enveloped: 'Enveloped' },
  },
  whenBusy: {
    flag: '--when-busy',
    env: 'PARLEY_WHEN_BUSY',
    default: 'interrupt',
    describe:
      'what new words do while the agent works: interrupt it, wait as a follow-up, or steer what it is doing',
    name: 'New words while it works',
    group: 'Agent',
    choices: { interrupt: 'Interrupt it', followup: 'Wait as a follow-up', steer: 'Steer it' },
  },
  theme: {
    flag: '--theme',
    env: 'PARLEY_THEME',
    default: 'system',
    describe: 'the colours of the window',
    name: 'Theme',
    group: 'Appearance',
    choices: { system: 'As the system', light: 'Light', dark: 'Dark' },
  },
  contrast: {
    flag: '--contrast',
    env: 'PARLEY_CONTRAST',
    default: 'system',
    describe: 'how strongly text and lines stand out; high is for those who need it',
    name: 'Contrast',
    group: 'Appearance',
    choices: { system: 'As the system', normal: 'Normal', high: 'High' },
  },
  diffLayout: {
    flag: '--diff-layout',
    env: 'PARLEY_DIFF_LAYOUT',
    default: 'side-by-side',
    describe: 'how changes are drawn',
    name: 'Changes',
    group: 'Appearance',
    choices: { 'side-by-side': 'Side by side', unified: 'One column' },
  },
  searchPreview: {
    flag: '--search-preview',
    env: 'PARLEY_SEARCH_PREVIEW',
    default: 'shown',
    describe: 'whether the lines around a search result are shown beside the list',
    name: 'Search results',
    group: 'Appearance',
    choices: { shown: 'With a preview', hidden: 'The list alone' },
  },
  logLevel: {
    flag: '--log-level',
    env: 'PARLEY_LOG_LEVEL',
    default: 'info',
    describe: 'the least important thing that is logged',
    name: 'Log level',
    group: 'Logs',
    choices: { debug: 'Debug', info: 'Info', warn: 'Warnings', error: 'Errors' },
  },
  logPii: {
    flag: '--log-pii',
    env: 'PARLEY_LOG_PII',
    default: false,
    describe: 'whether logs may hold spoken words, code and paths',
    name: 'Words, code and paths in logs',
    group: 'Logs',
  },
}

export const settingKeys = Object.keys(settingsTable) as SettingKey[]

export const defaultSettings: Settings = Object.fromEntries(
  settingKeys.map((key) => [key, settingsTable[key].default]),
) as Settings

/** The values a setting may have, for help texts and choices on screen; none where it is written freely. */
export function settingChoices(key: SettingKey): readonly string[] {
  const schema = settings.shape[key]
  if (schema instanceof z.ZodEnum) return schema.options
  return schema instanceof z.ZodBoolean ? ['true', 'false'] : []
}

/** A setting from its text, as it stands on a command line or in a box; undefined where it does not fit. */
export function settingFromText(key: SettingKey, text: string): Settings[SettingKey] | undefined {
  const schema = settings.shape[key]
  const isSwitch = schema instanceof z.ZodBoolean && (text === 'true' || text === 'false')
  const isNumber = schema instanceof z.ZodNumber && text.trim() !== ''
  const parsed = schema.safeParse(isSwitch ? text === 'true' : isNumber ? Number(text) : text)
  return parsed.success ? parsed.data : undefined
}
