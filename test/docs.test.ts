// The documentation holds together: links, anchors, files, commands, pictures and decisions.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')
const exists = (path: string): boolean => existsSync(join(root, path))
const pages = globSync(['*.md', 'docs/**/*.md', '.github/*.md'], { cwd: root }).map((page) =>
  page.replaceAll('\\', '/'),
)

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'x')

/** The fragments GitHub gives the headings of a page. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [
      ...read(page)
        .replaceAll(/^```[^]*?^```/gm, '')
        .matchAll(/^#{1,6} (.+)$/gm),
    ].map(([, title]) =>
      title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

describe.each(pages)('%s', (page) => {
  it('links only to files and headings that exist', () => {
    const broken = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path, anchor] = target.split('#')
        const file = path === '' ? page : join(dirname(page), path!).replaceAll('\\', '/')
        if (!exists(file)) return true
        return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(file).has(anchor))
      })
    expect(broken).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = new Set(Object.keys(scripts))
    const named = [...read(page).matchAll(/npm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short!,
    )
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it('names only files of this repository that exist', () => {
    const named = Array.from(
      read(page).matchAll(
        /`((?:src|build|test|bench|docs|base|core|main|shared|renderer|client)\/[\w./-]+)`/g,
      ),
      ([, path]) => path!.replace(/^(?=base|core|main|shared|renderer|client)/, 'src/'),
    )
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  it('names protocols, not documents outside this repository', () => {
    expect(read(page)).not.toMatch(/\bdocuments? 00\d|\brulings? \d/i)
  })
})

it('every picture is shown on some page', () => {
  const shown = new Set(
    pages.flatMap((page) =>
      [...read(page).matchAll(/!\[[^\]]*\]\(([^)]+\.png)\)/g)].map(([, path]) =>
        join(dirname(page), path!).replaceAll('\\', '/'),
      ),
    ),
  )
  const stored = globSync('docs/**/*.png', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  expect(stored.filter((path) => !shown.has(path))).toEqual([])
  expect(stored.filter((path) => statSync(join(root, path)).size > 400_000)).toEqual([])
})

it('decisions are numbered, listed, and say context, decision and consequences', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name))
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, at) => at + 1))
  const index = read('docs/decisions/README.md')
  for (const file of files) {
    expect(index).toContain(`](${file})`)
    const text = read(`docs/decisions/${file}`)
    expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)} `))
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text, file).toContain(`**${part}.**`)
  }
})

it('ten typical changes touch at most three files each', () => {
  const page = read('docs/internals/changes.md')
  const rows = [...page.matchAll(/^\| \[[^\]]+\]\(#[\w-]+\) +\|[^|]*\| (.+?) +\|$/gm)]
  expect(rows).toHaveLength(10)
  for (const [row, files] of rows) expect(files!.split(' · ').length, row).toBeLessThanOrEqual(3)
})
