// Electron's security checklist: what must never be set, and that the page about it names files that exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|tsx|html)$/.test(path))
  .map((path) => ({ path, text: read(join('src', path)) }))

it.each([
  /webSecurity\s*:\s*false/,
  /allowRunningInsecureContent/,
  /experimentalFeatures/,
  /enableBlinkFeatures/,
  /<webview\b/,
  /allowpopups/i,
  /webviewTag\s*:\s*true/,
  /nodeIntegration\w*\s*:\s*true/,
  /contextIsolation\s*:\s*false/,
  /sandbox\s*:\s*false/,
  /loadFile\(/,
  /dangerouslySetInnerHTML/,
  /\.(?:inner|outer)HTML\s*=/,
  /insertAdjacentHTML/,
])('Parley has no %s', (pattern) => {
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
})

it('One place opens links outside, and it checks them first', () => {
  const opening = sources.filter(({ text }) => /openExternal\(/.test(text)).map(({ path }) => path)
  expect(opening.map((path) => path.replaceAll('\\', '/'))).toEqual(['main/window/guards.ts'])
  expect(read('src/main/window/guards.ts')).toMatch(/isSafeLink\(url\)\) await shell\.openExternal/)
})

it('The page about the checklist has all 20 items, and names only existing files', () => {
  const page = read('docs/security-electron.md')
  const items = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, number]) => Number(number))
  expect(items).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  const named = [...page.matchAll(/`((?:src|build)\/[\w./-]+\.ts)`/g)].map(([, path]) => path ?? '')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const specs = [...page.matchAll(/`([\w.-]+\.spec\.ts)`/g)].map(([, path]) => path ?? '')
  expect(specs.filter((path) => !existsSync(join(root, 'test/e2e', path)))).toEqual([])
})

it('Electron has one exact version, so that a release knows what it ships', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
})
