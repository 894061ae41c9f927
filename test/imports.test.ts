// Checks which module may import which; docs/internals explains the rules.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

interface Import {
  from: string
  to: string
  /** Only types are imported, which leave nothing behind at run time. */
  isType?: true
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Every import of a file: a path from src for our own files, otherwise the package's name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b( type\b)?(?:[^'"]*?\bfrom)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].map(([, type, still, lazy]) => {
    const target = (still ?? lazy)!
    const to = target.startsWith('.') ? relative(source, resolve(dirname(file), target)) : target
    return { from: relative(source, file), to, ...(type !== undefined && { isType: true as const }) }
  })
}

const imports = filesIn(source).flatMap(importsOf)

const isNode = (to: string): boolean => to.startsWith('node:') || builtinModules.includes(to)
const isInside = (to: string): boolean => /^(shared|base|core|main|client|preload|renderer)\//.test(to)
const moduleOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('main/') ? 2 : 1)
    .join('/')

const adapters = new Set([
  'main/agent',
  'main/rooms',
  'main/brains',
  'main/speech',
  'main/gateways',
  'main/workspace',
  'main/journal',
])
const hostModules = new Set(['main/window', 'main/ipc', 'main/storage', 'main/browser'])
/** The composition root connects the modules, so it may import them all. */
const isCompositionRoot = (path: string): boolean => /^main\/(app\/|index\.ts$|serve\.ts$)/.test(path)

const violations = (
  from: (path: string) => boolean,
  forbidden: (to: string, from: string, isType: boolean) => boolean,
): string[] =>
  imports
    .filter((one) => from(one.from) && forbidden(one.to, one.from, one.isType === true))
    .map((one) => `${one.from} imports ${one.to}`)

describe('the modules', () => {
  it('are read from real files: the imports are found', () => {
    expect(imports.length).toBeGreaterThan(150)
    expect(imports).toContainEqual({
      from: 'main/agent/conversation.ts',
      to: 'core/conversation/conversation.ts',
    })
    expect(imports).toContainEqual({ from: 'main/app/app.ts', to: 'node:crypto' })
  })

  it('base imports only itself', () => {
    expect(
      violations(
        (from) => from.startsWith('base/'),
        (to) => !to.startsWith('base/'),
      ),
    ).toEqual([])
  })

  it('shared imports itself, base and zod', () => {
    expect(
      violations(
        (from) => from.startsWith('shared/'),
        (to) => !/^(base|shared)\//.test(to) && to !== 'zod',
      ),
    ).toEqual([])
  })

  it('core imports itself, shared, base, a few pure libraries, and the types of a protocol', () => {
    const pure = new Set(['zod', 'diff', 'picomatch'])
    const protocols = new Set(['@agentclientprotocol/sdk'])
    expect(
      violations(
        (from) => from.startsWith('core/'),
        (to, _, isType) =>
          !/^(base|core|shared)\//.test(to) && !pure.has(to) && !(isType && protocols.has(to)),
      ),
    ).toEqual([])
  })

  it('the adapters in main import neither electron, nor the renderer, nor each other', () => {
    expect(
      violations(
        (from) => adapters.has(moduleOf(from)),
        (to, from) =>
          to === 'electron' ||
          to.startsWith('renderer/') ||
          (to.startsWith('main/') && moduleOf(to) !== moduleOf(from)),
      ),
    ).toEqual([])
  })

  it('the host modules import shared, core and each other, but neither adapters nor the renderer', () => {
    expect(
      violations(
        (from) => hostModules.has(moduleOf(from)),
        (to) => to.startsWith('renderer/') || (to.startsWith('main/') && !hostModules.has(moduleOf(to))),
      ),
    ).toEqual([])
  })

  it('only the composition root imports all of main', () => {
    expect(violations(isCompositionRoot, (to) => to.startsWith('renderer/'))).toEqual([])
    expect(
      violations(
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
      violations(
        (from) => seen.has(from),
        (to) => to === 'electron',
      ),
    ).toEqual([])
  })

  it('the test client imports shared, core, ws and node, and nothing of the gateway it tests', () => {
    expect(
      violations(
        (from) => from.startsWith('client/'),
        (to) => !/^(client|base|core|shared)\//.test(to) && to !== 'ws' && !isNode(to),
      ),
    ).toEqual([])
    expect(
      violations(
        (from) => !from.startsWith('client/'),
        (to) => to.startsWith('client/'),
      ),
    ).toEqual([])
  })

  it('the preload imports electron and the names of the IPC channels, which import nothing', () => {
    expect(
      violations(
        (from) => from.startsWith('preload/'),
        (to) => !['electron', 'shared/ipc-channels.ts'].includes(to),
      ),
    ).toEqual([])
    expect(
      violations(
        (from) => from === 'shared/ipc-channels.ts',
        () => true,
      ),
    ).toEqual([])
  })

  it('the renderer imports shared, core and page libraries: no electron, no node, no main', () => {
    expect(
      violations(
        (from) => from.startsWith('renderer/'),
        (to) => to === 'electron' || to === 'ws' || isNode(to) || /^(main|preload)\//.test(to),
      ),
    ).toEqual([])
  })

  it('only the bridge uses the preload global', () => {
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
