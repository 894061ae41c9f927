// What the README tells of the app is what the app has.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseFaults } from '../src/client/faults.ts'
import { parseClientCommand } from '../src/client/options.ts'
import { sayings } from '../src/core/replies/help-page.ts'
import { actionTable } from '../src/renderer/actions/shortcuts.ts'
import { settingChoices, settingKeys, settingsTable } from '../src/shared/settings.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
/** The cells of every row of every table. */
const rows = textOf('README.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

it('The README has what can be said', () => {
  for (const { for: what, say } of sayings) {
    const row = rows.find(([, first]) => first === what)
    expect(row?.[2]).toBe(say.map((words) => `“${words}”`).join(', '))
  }
})

it('The README has every key', () => {
  for (const { title, keys } of Object.values(actionTable)) {
    if (keys.length === 0) continue
    const row = rows.find(([, , what]) => what === title)
    expect(row?.[1]).toBe(keys.map((key) => `\`${key}\``).join(', '))
  }
})

it('The README has every setting, with its values and what it is when nobody sets it', () => {
  for (const key of settingKeys) {
    const { flag, env, default: usual, placeholder } = settingsTable[key]
    const row = rows.find(([, , name]) => name === `\`${env}\``)
    const values = placeholder ?? settingChoices(key).join('\\|')
    const choices = typeof usual === 'boolean' ? '' : ` ${values}`
    expect([row?.[1], row?.[3]]).toEqual([`\`${flag}${choices}\``, usual === '' ? '' : `\`${usual}\``])
  }
})

it('Every picture of a view is shown in docs/views.md, and none that is not there', () => {
  const shown = [...textOf('docs/views.md').matchAll(/\(views\/([^)]+)\)/g)].map(([, file]) => file)
  expect(new Set(shown)).toEqual(new Set(readdirSync(join(root, 'docs/views'))))
})

it('What the README says to type at the client is understood by it', () => {
  const typed = [...textOf('README.md').matchAll(/^npm run client -- ([^#\n]+)/gm)].map(([, line]) =>
    Array.from(line!.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!),
  )
  expect(typed.length).toBeGreaterThan(5)
  for (const words of typed)
    expect(parseClientCommand(words, {}).tag).toBe(words[0] === 'conform' ? 'conform' : 'speak')
  expect(parseFaults(/--faults (\S+?)`/.exec(textOf('README.md'))![1]!)).not.toBeNull()
})
