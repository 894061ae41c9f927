// The generated parts of docs/user: settings, examples of requests, and keyboard shortcuts. Each part is between two
// marks on a page that is otherwise written by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sayings } from '../src/core/understanding/replies/help-page.ts'
import { commands, paletteCommands } from '../src/core/commands/commands.ts'
import { settingChoices, settingKeys, settingsTable, type SettingKey } from '../src/shared/settings.ts'
import { code, table, withGenerated } from './markdown.ts'
import { repository } from './repository.ts'

interface SettingEntry {
  name: string
  flag: string
  env: string
  default: boolean | number | string
  describe: string
  placeholder?: string
  /** Names of earlier versions, which still work. */
  aliases?: readonly { flag: string; env: string }[]
}

function settingRow(key: SettingKey): string[] {
  const entry: SettingEntry = settingsTable[key]
  const isSwitch = typeof entry.default === 'boolean'
  const value = isSwitch ? '' : ` ${entry.placeholder ?? settingChoices(key).join('|')}`
  const earlier = entry.aliases?.map(({ flag, env }) => `${code(flag)}, ${code(env)}`).join(', ')
  return [
    entry.name,
    code(`${entry.flag}${value}`),
    code(entry.env),
    entry.default === '' ? '' : code(String(entry.default)),
    earlier === undefined ? entry.describe : `${entry.describe} (earlier names: ${earlier})`,
  ]
}

function settingsTables(): string {
  const groups = [...new Set(settingKeys.map((key) => settingsTable[key].group))]
  return groups
    .map((group) => {
      const rows = settingKeys.filter((key) => settingsTable[key].group === group).map(settingRow)
      return `### ${group}\n\n${table(['Setting', 'Flag', 'Environment', 'Default', 'What it does'], rows)}`
    })
    .join('\n\n')
}

const phrasesTable = (): string =>
  table(
    ['To', 'Say, for example'],
    sayings.map(({ for: purpose, say }) => [purpose, say.map((phrase) => `“${phrase}”`).join(', ')]),
  )

const keysTable = (): string =>
  table(
    ['Keys', 'Command'],
    paletteCommands(commands)
      .filter(({ keys }) => keys.length > 0)
      .map(({ title, keys }) => [keys.map(code).join(', '), title]),
  )

const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/user/settings.md': { settings: settingsTables },
  'docs/user/commands.md': { phrases: phrasesTable, keys: keysTable },
}

/** Every page with generated parts: its path from the root of the repository, and its text. */
export const userDocs = (): [string, string][] =>
  Object.entries(pages).map(([file, parts]) => {
    const written = readFileSync(join(repository, file), 'utf8').replaceAll('\r\n', '\n')
    const text = Object.entries(parts).reduce(
      (page, [part, render]) => withGenerated(page, part, render()),
      written,
    )
    return [file, text]
  })
