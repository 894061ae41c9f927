// What pyproject.toml and Cargo.toml say about a project.
import { MAX_DEPENDENCIES, NOTHING, numberOf, type ProjectFacts, requirement } from './project-facts.ts'

type Tables = ReadonlyMap<string, string>

/** The lines of each table of a TOML text by its name, with those of tables of the same name. */
function tablesOf(text: string): Tables {
  const tables = new Map<string, string[]>([['', []]])
  let current: string[] = tables.get('') ?? []
  for (const line of text.split('\n')) {
    const name = /^\[\[?[ \t]*([^[\]]{1,200})\]\]?[ \t\r]*(?:#.*)?$/.exec(line)?.[1]?.trim()
    if (name === undefined) current.push(line)
    else {
      current = tables.get(name) ?? []
      tables.set(name, current)
    }
  }
  return new Map([...tables].map(([name, lines]) => [name, lines.join('\n')]))
}

export function fromPyproject(text: string): ProjectFacts {
  const tables = tablesOf(text)
  const project = tables.get('project')
  const poetry = tables.get('tool.poetry')
  const own = project ?? poetry ?? ''
  const poetryPackages = tables.get('tool.poetry.dependencies')
  const python = setting(own, 'requires-python') ?? setting(poetryPackages ?? '', 'python')
  const isElsewhere = listed(own, 'dynamic').includes('dependencies')
  const required = listed(own, 'dependencies').map(requirement)
  const needed = [...required, ...entries(poetryPackages ?? '').filter(([name]) => name !== 'python')]
  const forDevelopers = [...tables].flatMap(([name, body]) => {
    if (name === 'dependency-groups') {
      return [...body.matchAll(/^([\w-]{1,100})[ \t]*=[ \t]*\[/gm)].flatMap(([, group = '']) =>
        listed(body, group).map(requirement),
      )
    }
    return /^tool\.poetry\.(?:dev-dependencies|group\.[^.]+\.dependencies)$/.test(name) ? entries(body) : []
  })
  return {
    ...NOTHING,
    name: setting(own, 'name'),
    version: numberOf(setting(own, 'version')),
    description: setting(own, 'description'),
    needs: python === null ? null : `Python ${python.replace(/^>=\s*([\d.]+)$/, '$1 or newer')}`,
    // Only `[project]` says by its silence that there are none.
    dependencies:
      isElsewhere || (project === undefined && poetryPackages === undefined) ? null : names(needed),
    developerDependencies: names(forDevelopers),
    versions: new Map([...forDevelopers, ...needed]),
    entryPoints: ['project.scripts', 'project.gui-scripts', 'tool.poetry.scripts'].flatMap((name) =>
      entries(tables.get(name) ?? '').map(([script, place]) => `${script}: ${place}`),
    ),
  }
}

export function fromCargo(text: string): ProjectFacts {
  const tables = tablesOf(text)
  const own = tables.get('package')
  const project = own ?? ''
  const needed =
    own === undefined ? packagesIn(tables, 'workspace.dependencies') : packagesIn(tables, 'dependencies')
  const forDevelopers = packagesIn(tables, 'dev-dependencies')
  const rust = setting(project, 'rust-version')
  return {
    ...NOTHING,
    name: setting(project, 'name'),
    version: numberOf(setting(project, 'version')),
    description: setting(project, 'description'),
    needs: rust === null ? null : `Rust ${rust}`,
    // The members of a workspace say what they need themselves.
    dependencies: own === undefined && needed.length === 0 ? null : names(needed),
    developerDependencies: names(forDevelopers),
    versions: new Map([...forDevelopers, ...needed]),
  }
}

/** Of `[dependencies]`, `[dependencies.serde]` and `[target.'cfg(unix)'.dependencies]`. */
function packagesIn(tables: Tables, kind: string): [name: string, version: string][] {
  return [...tables].flatMap(([name, body]): [string, string][] => {
    const own = name.startsWith('target.') ? (/'\.(.*)$|"\.(.*)$/.exec(name)?.slice(1).join('') ?? '') : name
    if (own === kind) return entries(body)
    return own.startsWith(`${kind}.`)
      ? [[unquoted(own.slice(kind.length + 1)), setting(body, 'version') ?? '']]
      : []
  })
}

const unquoted = (text: string): string => text.replaceAll(/^["']|["']$/g, '')

const names = (packages: readonly [name: string, version: string][]): string[] =>
  [...new Set(packages.map(([name]) => name))].slice(0, MAX_DEPENDENCIES)

const setting = (text: string, key: string): string | null =>
  new RegExp(`^${key}[ \\t]*=[ \\t]*["']?([^"'\\n#]+)`, 'm').exec(text)?.[1]?.trim() ?? null

/** The keys of a table, each with its text or the version in it. */
function entries(text: string): [name: string, value: string][] {
  return [...text.matchAll(/^["']?([A-Za-z0-9][\w.-]*)["']?[ \t]*=[ \t]*(.*)$/gm)]
    .slice(0, MAX_DEPENDENCIES)
    .map(([, name = '', value = '']) => [
      name,
      /^["']([^"']*)["']/.exec(value)?.[1] ?? /\bversion[ \t]*=[ \t]*["']([^"']*)["']/.exec(value)?.[1] ?? '',
    ])
}

const MAX_TEXT = 1000

/** The texts of a list: `key = ["one", 'two']`. */
export function listed(text: string, key: string): string[] {
  const start = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*\\[`, 'm').exec(text)
  const found: string[] = []
  if (!start) return found
  let quote: string | null = null
  let word = ''
  let isComment = false
  for (const sign of text.slice(start.index + start[0].length)) {
    if (isComment) isComment = sign !== '\n'
    else if (quote === null) {
      if (sign === ']') break
      if (sign === '#') isComment = true
      if (sign === '"' || sign === "'") quote = sign
    } else if (sign === quote) {
      if (word !== '') found.push(word)
      quote = null
      word = ''
    } else if (word.length < MAX_TEXT) word += sign
    if (found.length >= MAX_DEPENDENCIES) break
  }
  return found
}
