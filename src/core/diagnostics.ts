// What somebody sends along when they ask for help: what runs here, what was chosen, what was logged. No secret, no word that
// was said, no path, no address: of what is written freely it is told whether there is something, and no more.
import { settingChoices, settingKeys, type Settings } from '../shared/settings.ts'
import { parseJson } from './parse-json.ts'

interface Facts {
  about: Record<string, string>
  settings: Settings
  /** Lines of the log, each of them JSON. */
  log: readonly string[]
}

export function diagnosticsText({ about, settings, log }: Facts): string {
  const section = (title: string, lines: readonly string[]): string => [`${title}:`, ...lines].join('\n')
  return `${[
    section(
      'Parley',
      Object.entries(about).map(([name, value]) => `  ${name}: ${value}`),
    ),
    section(
      'Settings',
      settingKeys.map((key) => `  ${key}: ${toldOf(key, settings)}`),
    ),
    section('Log', log.map(withoutWords)),
  ].join('\n\n')}\n`
}

function toldOf(key: keyof Settings, settings: Settings): string {
  const value = settings[key]
  if (typeof value !== 'string' || settingChoices(key).length > 0) return String(value)
  return value === '' ? 'nothing' : 'something'
}

/** Words, code and paths are under one key, which is left out here whatever the settings say. */
function withoutWords(line: string): string {
  const parsed = parseJson(line)
  if (typeof parsed !== 'object' || parsed === null) return '  (a line that cannot be read)'
  const { pii: _, ...open } = parsed as Record<string, unknown>
  return `  ${JSON.stringify(open)}`
}
