// Diagnostics for bug reports: versions, settings and logs, without secrets, spoken text, paths and addresses. For a setting
// that is typed, only whether it has a value.
import { settingChoices, settingKeys, type Settings } from '../../shared/settings.ts'
import { parseJson } from '../../base/parse-json.ts'

interface Facts {
  about: Record<string, string>
  settings: Settings
  /** What the agent that answers can say about a problem; empty if nothing. */
  agent: string
  /** Lines of JSON. */
  log: readonly string[]
}

export function diagnosticsText({ about, settings, agent, log }: Facts): string {
  const section = (title: string, lines: readonly string[]): string => [`${title}:`, ...lines].join('\n')
  return `${[
    section(
      'Parley',
      Object.entries(about).map(([name, value]) => `  ${name}: ${value}`),
    ),
    section(
      'Settings',
      settingKeys.map((key) => `  ${key}: ${valueText(key, settings)}`),
    ),
    ...(agent === ''
      ? []
      : [
          section(
            'The agent’s error output',
            agent.split('\n').map((line) => `  ${line}`),
          ),
        ]),
    section('Log', log.map(withoutPii)),
  ].join('\n\n')}\n`
}

function valueText(key: keyof Settings, settings: Settings): string {
  const value = settings[key]
  if (typeof value !== 'string' || settingChoices(key).length > 0) return String(value)
  return value === '' ? 'empty' : 'set'
}

/** Leaves out spoken text, code and paths, which are all under one key, whatever the settings say. */
function withoutPii(line: string): string {
  const parsed = parseJson(line)
  if (typeof parsed !== 'object' || parsed === null) return '  (unreadable line)'
  const { pii: _, ...open } = parsed as Record<string, unknown>
  return `  ${JSON.stringify(open)}`
}
