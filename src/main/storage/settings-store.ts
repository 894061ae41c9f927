// The current settings: a flag wins over a saved value, that over the environment, that over the default.
import { join } from 'node:path'
import { z } from 'zod'
import { createEmitter } from '../../base/emitter.ts'
import type { Fault } from '../../shared/errors.ts'
import {
  defaultSettings,
  settingKeys,
  settings,
  settingsTable,
  type SettingKey,
  type Settings,
} from '../../shared/settings.ts'
import { openProfileFile } from './profile-file.ts'

export interface SettingsStore {
  get(): Settings
  /** Saves these settings and applies them at once. From then on a saved value wins over a flag of this start. */
  save(changed: Partial<Settings>): Promise<Settings>
  onChange(listener: (after: Settings, before: Settings) => void): () => void
}

interface Given {
  flags: Partial<Settings>
  environment: Partial<Settings>
}

export async function openSettings(
  profile: string,
  { flags, environment }: Given,
  onProblem: (fault: Fault) => void = () => {},
): Promise<SettingsStore> {
  const file = await openProfileFile({
    path: join(profile, 'settings.json'),
    what: 'Your settings',
    schema: z.record(z.string(), z.unknown()),
    empty: {},
    onProblem,
  })
  const changes = createEmitter<[after: Settings, before: Settings]>()
  let overrides = flags

  const current = (): Settings => ({
    ...defaultSettings,
    ...environment,
    ...validSettings(file.get()),
    ...overrides,
  })

  return {
    get: current,
    async save(changed) {
      const before = current()
      const valid = validSettings(changed)
      // Values of other versions stay, whether or not this version understands them.
      await file.change((saved) => ({ ...saved, ...valid }))
      overrides = Object.fromEntries(Object.entries(overrides).filter(([key]) => !(key in changed)))
      const after = current()
      changes.emit(after, before)
      return after
    },
    onChange: changes.on,
  }
}

/** The file may come from another version or an editor: each valid value counts, the others are ignored. */
function validSettings(values: Readonly<Record<string, unknown>>): Partial<Settings> {
  const valid = settingKeys.flatMap((key) => {
    const { data } = settings.shape[key].safeParse(savedValue(values, key))
    return data === undefined ? [] : [[key, data]]
  })
  return Object.fromEntries(valid) as Partial<Settings>
}

/** The value of a setting, or the one an earlier version saved under another key. */
function savedValue(values: Readonly<Record<string, unknown>>, key: SettingKey): unknown {
  const keys = [key, ...(settingsTable[key].aliases ?? []).map((alias) => alias.key)]
  const saved = keys.find((name) => Object.hasOwn(values, name))
  return saved === undefined ? undefined : values[saved]
}
