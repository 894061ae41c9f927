// Keeps the rules of the house: which room may import which. The table is README's.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

interface Import {
  from: string
  to: string
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Every import of a file: inside the house as a path from src, outside it as the package's name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b(?:[^'"]*?\bfrom)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].map(([, still, lazy]) => {
    const target = (still ?? lazy)!
    const to = target.startsWith('.') ? relative(source, resolve(dirname(file), target)) : target
    return { from: relative(source, file), to }
  })
}

const imports = filesIn(source).flatMap(importsOf)

const isNode = (to: string): boolean => to.startsWith('node:') || builtinModules.includes(to)
const isInside = (to: string): boolean => /^(shared|core|main|client|preload|renderer)\//.test(to)
const roomOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('main/') ? 2 : 1)
    .join('/')

const carriers = new Set([
  'main/agent',
  'main/rooms',
  'main/brains',
  'main/speech',
  'main/gateways',
  'main/workspace',
  'main/journal',
])
const electronsHands = new Set(['main/window', 'main/ipc', 'main/storage', 'main/browser'])
/** They put the rooms together, so they may know them all. */
const builders = new Set(['index', 'serve', 'app', 'guests', 'sessions'].map((name) => `main/${name}.ts`))

const breaches = (
  from: (path: string) => boolean,
  forbidden: (to: string, from: string) => boolean,
): string[] =>
  imports
    .filter((one) => from(one.from) && forbidden(one.to, one.from))
    .map((one) => `${one.from} imports ${one.to}`)

describe('the rooms of the house', () => {
  it('are walked for real: the imports are found', () => {
    expect(imports.length).toBeGreaterThan(150)
    expect(imports).toContainEqual({ from: 'main/agent/agent.ts', to: 'core/conversation.ts' })
    expect(imports).toContainEqual({ from: 'main/app.ts', to: 'node:crypto' })
  })

  it('shared imports itself and zod', () => {
    expect(
      breaches(
        (from) => from.startsWith('shared/'),
        (to) => !to.startsWith('shared/') && to !== 'zod',
      ),
    ).toEqual([])
  })

  it('core imports shared and itself, nothing else', () => {
    expect(
      breaches(
        (from) => from.startsWith('core/'),
        (to) => !/^(core|shared)\//.test(to),
      ),
    ).toEqual([])
  })

  it('the rooms of main import neither electron, nor the renderer, nor each other', () => {
    expect(
      breaches(
        (from) => carriers.has(roomOf(from)),
        (to, from) =>
          to === 'electron' ||
          to.startsWith('renderer/') ||
          (to.startsWith('main/') && roomOf(to) !== roomOf(from)),
      ),
    ).toEqual([])
  })

  it('Electron’s hands import shared, core and each other, never the rooms they show', () => {
    expect(
      breaches(
        (from) => electronsHands.has(roomOf(from)),
        (to) => to.startsWith('renderer/') || (to.startsWith('main/') && !electronsHands.has(roomOf(to))),
      ),
    ).toEqual([])
  })

  it('only the builders know all of main', () => {
    expect(
      breaches(
        (from) => builders.has(from),
        (to) => to.startsWith('renderer/'),
      ),
    ).toEqual([])
    expect(
      breaches(
        (from) => !from.startsWith('main/'),
        (to) => to.startsWith('main/'),
      ),
    ).toEqual([])
  })

  it('browser mode starts without Electron: nothing serve.ts reaches imports it', () => {
    const seen = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const { from, to } of imports) if (from === file && isInside(to)) visit(to)
    }
    visit('main/serve.ts')
    expect(seen.size).toBeGreaterThan(30)
    expect(
      breaches(
        (from) => seen.has(from),
        (to) => to === 'electron',
      ),
    ).toEqual([])
  })

  it('the client for testing imports shared, core, ws and node: of the gateway it knows the documents alone', () => {
    expect(
      breaches(
        (from) => from.startsWith('client/'),
        (to) => !/^(client|core|shared)\//.test(to) && to !== 'ws' && !isNode(to),
      ),
    ).toEqual([])
    expect(
      breaches(
        (from) => !from.startsWith('client/'),
        (to) => to.startsWith('client/'),
      ),
    ).toEqual([])
  })

  it('the preload imports the IPC table and electron', () => {
    expect(
      breaches(
        (from) => from.startsWith('preload/'),
        (to) => !['electron', 'shared/ipc.ts'].includes(to),
      ),
    ).toEqual([])
    expect(
      breaches(
        (from) => from === 'shared/ipc.ts',
        (to) => !to.startsWith('shared/'),
      ),
    ).toEqual([])
  })

  it('the renderer imports shared, core and page libraries: no electron, no node, no main', () => {
    expect(
      breaches(
        (from) => from.startsWith('renderer/'),
        (to) => to === 'electron' || to === 'ws' || isNode(to) || /^(main|preload)\//.test(to),
      ),
    ).toEqual([])
  })

  it('only the bridge touches what the preload put on the window', () => {
    const touching = filesIn(join(source, 'renderer')).filter((file) =>
      /\bwindow\.parley\b/.test(readFileSync(file, 'utf8')),
    )
    expect(touching.map((file) => relative(source, file))).toEqual(['renderer/bridge.ts'])
  })

  it('no file is called utils, helpers, manager or misc, and none is a barrel', () => {
    const names = filesIn(source).map((file) => relative(source, file))
    expect(names.filter((name) => /(^|[-/])(utils?|helpers?|manager|misc)\.tsx?$/.test(name))).toEqual([])
    expect(names.filter((name) => /(^|\/)index\.tsx?$/.test(name)).sort()).toEqual([
      'main/index.ts',
      'preload/index.ts',
    ])
  })
})

describe('the tools', () => {
  it('run on the Node that the project pins, not on the system’s', () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
  })
})
