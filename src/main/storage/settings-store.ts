// The settings in force: a flag wins over what was saved, that over the environment, that over the default.
import { join } from 'node:path'
import { z } from 'zod'
import { defaultSettings, settingKeys, settings, type Settings } from '../../shared/settings.ts'
import { readJson, writeJson } from './json-file.ts'

export interface SettingsStore {
  get(): Settings
  /** Saves these and puts them in force; a saved value wins over a flag of this start from now on. */
  save(changed: Partial<Settings>): Promise<Settings>
}

interface Given {
  flags: Partial<Settings>
  environment: Partial<Settings>
}

export async function openSettings(profile: string, { flags, environment }: Given): Promise<SettingsStore> {
  const path = join(profile, 'settings.json')
  let saved = fitting((await readJson(path, z.record(z.string(), z.unknown()))) ?? {})
  let overrides = flags
  let saving = Promise.resolve()

  const current = (): Settings => ({ ...defaultSettings, ...environment, ...saved, ...overrides })

  return {
    get: current,
    async save(changed) {
      saved = { ...saved, ...fitting(changed) }
      overrides = Object.fromEntries(Object.entries(overrides).filter(([key]) => !(key in changed)))
      const value = saved
      saving = saving.catch(() => {}).then(() => writeJson(path, value))
      await saving
      return current()
    },
  }
}

/** Saved by an older or newer version, or by hand: each value that still fits counts, the others do not. */
function fitting(values: Readonly<Record<string, unknown>>): Partial<Settings> {
  const kept = settingKeys
    .map((key) => [key, settings.shape[key].safeParse(values[key])] as const)
    .filter(([, parsed]) => parsed.success)
  return Object.fromEntries(kept.map(([key, parsed]) => [key, parsed.data]))
}
