// The README and the user guide describe the app as it is.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withGenerated } from '../build/markdown.ts'
import { parseFaults } from '../src/client/faults.ts'
import { parseClientCommand } from '../src/client/options.ts'
import { helpText } from '../src/main/app/command-line.ts'
import { secretNames } from '../src/shared/secret-names.ts'
import { settingsTable } from '../src/shared/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')
/** A page without its generated parts. */
const written = (file: string): string =>
  read(file).replaceAll(/<!-- prettier-ignore-start -->[^]*?<!-- prettier-ignore-end -->/g, '')
const userPages = readdirSync(join(root, 'docs/user')).map((name) => `docs/user/${name}`)

describe('the README', () => {
  it('has at most 150 lines of at most 120 characters', () => {
    const lines = read('README.md').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(150)
    expect(lines.filter((line) => line.length > 120)).toEqual([])
  })

  it('has one screenshot', () => {
    expect([...read('README.md').matchAll(/!\[/g)]).toHaveLength(1)
  })
})

describe('the user guide', () => {
  const flags = new Set(Array.from(helpText('parley').matchAll(/--[a-z-]+/g), ([flag]) => flag))

  it('names only flags that exist', () => {
    const foreign = new Set(['--client'])
    for (const page of ['README.md', ...userPages].filter((file) => !file.endsWith('test-client.md'))) {
      const named = [...written(page).matchAll(/(?<=`)--[a-z][a-z-]+|(?<=-- )--[a-z][a-z-]+/g)].map(
        ([flag]) => flag,
      )
      expect(
        named.filter((flag) => !flags.has(flag) && !foreign.has(flag)),
        page,
      ).toEqual([])
    }
  })

  it('quotes text on screen as the window shows it', () => {
    const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(read).join('\n').replaceAll(/\s+/g, ' ')
    for (const page of userPages) {
      // Bold text is on screen, except for the first words of a paragraph, which end in a full stop.
      const shown = Array.from(read(page).matchAll(/\*\*([^*]+)\*\*/g), ([, text]) =>
        text!.replaceAll(/\s+/g, ' '),
      ).filter((text) => !text.endsWith('.'))
      expect(
        shown.filter((text) => !sources.includes(text)),
        page,
      ).toEqual([])
    }
  })

  it('lists every start option and every secret beside the generated settings', () => {
    const page = read('docs/user/settings.md')
    for (const flag of flags) expect(page.includes(`\`${flag}`) || flag === '--help', flag).toBe(true)
    for (const name of secretNames) expect(page).toContain(`\`${name}\``)
  })

  it('has every setting with its flag and environment variable', () => {
    const page = read('docs/user/settings.md')
    for (const { flag, env } of Object.values(settingsTable)) {
      expect(page).toContain(`\`${flag}`)
      expect(page).toContain(`\`${env}\``)
    }
  })

  it('shows commands of the test client that the client understands', () => {
    const page = read('docs/user/test-client.md')
    const typed = [...page.matchAll(/^npm run client -- ([^#\n]+)/gm)].map(([, line]) =>
      Array.from(line!.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!),
    )
    expect(typed.length).toBeGreaterThan(5)
    for (const args of typed)
      expect(parseClientCommand(args, {}).tag).toBe(args[0] === 'conform' ? 'conform' : 'speak')
    expect(parseFaults(/--faults (\S+?)`/.exec(page)![1]!)).not.toBeNull()
  })
})

describe('generated parts', () => {
  const page =
    'a\n<!-- keys:begin -->\n<!-- prettier-ignore-start -->\nold\n<!-- prettier-ignore-end -->\nb\n'

  it('replace what stands between their marks and nothing else', () => {
    const once = withGenerated(page, 'keys', 'new $& text')
    expect(once).toBe(
      'a\n<!-- keys:begin -->\n<!-- prettier-ignore-start -->\n\nnew $& text\n\n<!-- prettier-ignore-end -->\nb\n',
    )
    expect(withGenerated(once, 'keys', 'new $& text')).toBe(once)
  })

  it('need their marks', () => {
    expect(() => withGenerated(page, 'phrases', '')).toThrow('phrases')
  })
})
