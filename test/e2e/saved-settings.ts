// Reads the settings file. The window shows a choice at once; it survives a restart once it is here.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function savedSettings(profile: string): Promise<Record<string, unknown>> {
  // The file does not exist before the first choice.
  const text = await readFile(join(profile, 'settings.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, unknown>
}
