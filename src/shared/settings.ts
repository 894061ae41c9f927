// Every setting in one table: what it is for, where it can be set, what it is when nobody sets it.
// A flag wins over what was saved in the app, that over the environment, that over the default.
import { z } from 'zod'
import { busyPolicies } from './conversation.ts'

export const settings = z.object({
  brain: z.enum(['builtin', 'openclaw']),
  gangliaDialect: z.enum(['flat', 'enveloped']),
  whenBusy: z.enum(busyPolicies),
  theme: z.enum(['system', 'light', 'dark']),
  diffLayout: z.enum(['side-by-side', 'unified']),
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
}

export const settingsTable: { [K in SettingKey]: SettingEntry<K> } = {
  brain: {
    flag: '--brain',
    env: 'PARLEY_BRAIN',
    default: 'builtin',
    describe: 'who answers: builtin works offline, openclaw asks an OpenClaw gateway',
  },
  gangliaDialect: {
    flag: '--ganglia-dialect',
    env: 'PARLEY_GANGLIA_DIALECT',
    default: 'flat',
    describe: 'how status and artifacts are written on the ganglia-events topic',
  },
  whenBusy: {
    flag: '--when-busy',
    env: 'PARLEY_WHEN_BUSY',
    default: 'interrupt',
    describe: 'what new words do while the agent works: interrupt it, or wait as a follow-up',
  },
  theme: {
    flag: '--theme',
    env: 'PARLEY_THEME',
    default: 'system',
    describe: 'the colours of the window',
  },
  diffLayout: {
    flag: '--diff-layout',
    env: 'PARLEY_DIFF_LAYOUT',
    default: 'side-by-side',
    describe: 'how changes are drawn',
  },
  logLevel: {
    flag: '--log-level',
    env: 'PARLEY_LOG_LEVEL',
    default: 'info',
    describe: 'the least important thing that is logged',
  },
  logPii: {
    flag: '--log-pii',
    env: 'PARLEY_LOG_PII',
    default: false,
    describe: 'whether logs may hold spoken words, code and paths',
  },
}

export const settingKeys = Object.keys(settingsTable) as SettingKey[]

export const defaultSettings: Settings = Object.fromEntries(
  settingKeys.map((key) => [key, settingsTable[key].default]),
) as Settings

/** The values a setting may have, for help texts and choices on screen. */
export function settingChoices(key: SettingKey): readonly string[] {
  const schema = settings.shape[key]
  return schema instanceof z.ZodEnum ? schema.options : ['true', 'false']
}
