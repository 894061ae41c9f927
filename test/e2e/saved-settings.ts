// What is on disk of the settings. The window shows a choice at once; it outlives the app as soon as it is here.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function savedSettings(profile: string): Promise<Record<string, unknown>> {
  // There is no such file until something was chosen.
  const text = await readFile(join(profile, 'settings.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, unknown>
}
