// What the files of a package manager say about a project: its name, version, dependencies, and what it needs to run.
import { parseJson } from '../../base/parse-json.ts'

export interface ProjectFacts {
  name: string | null
  version: string | null
  description: string | null
  /** What must be installed first: "Python 3.9 or newer". */
  needs: string | null
  /** What it needs when it runs; null if its file was not read for that. */
  dependencies: readonly string[] | null
  /** What only its developers need. */
  developerDependencies: readonly string[]
}

/** The files to read, the most telling first. */
export const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'Cargo.toml',
  'go.mod',
  'composer.json',
  'pom.xml',
] as const

const NOTHING: ProjectFacts = {
  name: null,
  version: null,
  description: null,
  needs: null,
  dependencies: [],
  developerDependencies: [],
}
const MAX_MANIFEST = 200_000
/** A longer line was not written by hand, and some patterns take very long on it. */
const MAX_LINE = 1000
const MAX_DEPENDENCIES = 300

export function projectFacts(file: string, text: string): ProjectFacts {
  const start = text.slice(0, MAX_MANIFEST)
  const bounded = start
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
    .join('\n')
  switch (file) {
    case 'package.json':
    case 'composer.json':
      return fromJson(start)
    case 'pyproject.toml':
      return fromPyproject(bounded)
    case 'Cargo.toml':
      return fromCargo(bounded)
    case 'go.mod':
      return fromGo(bounded)
    case 'setup.cfg':
      return {
        ...NOTHING,
        name: setting(bounded, 'name'),
        version: number(setting(bounded, 'version')),
        dependencies: null,
      }
    case 'pom.xml':
      return fromPom(bounded)
    default:
      return NOTHING
  }
}

function fromJson(text: string): ProjectFacts {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null) return NOTHING
  const fields = value as Record<string, unknown>
  const engines = fields['engines']
  const node =
    typeof engines === 'object' && engines !== null ? (engines as Record<string, unknown>)['node'] : undefined
  return {
    name: words(fields['name']),
    version: words(fields['version']),
    description: words(fields['description']),
    needs: typeof node === 'string' ? `Node ${node}` : null,
    dependencies: keys(fields['dependencies'] ?? fields['require']),
    developerDependencies: keys(fields['devDependencies'] ?? fields['require-dev']),
  }
}

const words = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 500) : null
const keys = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value).slice(0, MAX_DEPENDENCIES) : []

function fromPyproject(text: string): ProjectFacts {
  const project = table(text, 'project') ?? table(text, 'tool.poetry') ?? ''
  const python =
    setting(project, 'requires-python') ?? setting(table(text, 'tool.poetry.dependencies') ?? '', 'python')
  const poetry = names(table(text, 'tool.poetry.dependencies') ?? '').filter((name) => name !== 'python')
  return {
    ...NOTHING,
    name: setting(project, 'name'),
    version: number(setting(project, 'version')),
    description: setting(project, 'description'),
    needs: python === null ? null : `Python ${python.replace(/^>=\s*([\d.]+)$/, '$1 or newer')}`,
    dependencies: [...listed(project, 'dependencies'), ...poetry],
  }
}

function fromCargo(text: string): ProjectFacts {
  const project = table(text, 'package') ?? ''
  return {
    ...NOTHING,
    name: setting(project, 'name'),
    version: number(setting(project, 'version')),
    description: setting(project, 'description'),
    needs: setting(project, 'rust-version') === null ? null : `Rust ${setting(project, 'rust-version')}`,
    dependencies: names(table(text, 'dependencies') ?? ''),
    developerDependencies: names(table(text, 'dev-dependencies') ?? ''),
  }
}

function fromGo(text: string): ProjectFacts {
  const required = [
    ...text.matchAll(/^(?:require[ \t]+|[ \t]+)([^\s/]+\/\S+)[ \t]+v[^\s/]+([ \t]*\/\/ indirect)?/gm),
  ]
  const go = /^go (\d[\d.]*)/m.exec(text)?.[1]
  return {
    ...NOTHING,
    name: /^module\s+(\S+)/m.exec(text)?.[1] ?? null,
    needs: go === undefined ? null : `Go ${go} or newer`,
    dependencies: required
      .filter(([, , indirect]) => !indirect)
      .map(([, name = '']) => name)
      .slice(0, MAX_DEPENDENCIES),
  }
}

/** The lines of a TOML table, up to the next one. */
function table(text: string, name: string): string | null {
  const start = text.search(new RegExp(`^\\[${name.replaceAll('.', '\\.')}\\][ \\t\\r]*$`, 'm'))
  if (start < 0) return null
  const body = text.slice(text.indexOf('\n', start) + 1)
  const end = body.search(/^\[/m)
  return end < 0 ? body : body.slice(0, end)
}

const setting = (text: string, key: string): string | null =>
  new RegExp(`^${key}[ \\t]*=[ \\t]*["']?([^"'\\n#]+)`, 'm').exec(text)?.[1]?.trim() ?? null

const tag = (text: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1]?.trim() ?? null

/** A version may also say where to find it. */
const number = (version: string | null): string | null =>
  version !== null && /^v?\d/.test(version) ? version : null

/** Its own values come after those of the parent. */
function fromPom(text: string): ProjectFacts {
  const parent = text.indexOf('</parent>')
  const own = parent < 0 ? text : text.slice(parent)
  return {
    ...NOTHING,
    name: tag(own, 'artifactId'),
    version: number(tag(own, 'version')),
    description: tag(own, 'description'),
    dependencies: null,
  }
}

/** The names of the packages in a TOML list: `"uvicorn[standard]>=0.3"` is uvicorn. */
function listed(text: string, key: string): string[] {
  const start = new RegExp(`^${key}[ \\t]*=[ \\t]*\\[`, 'm').exec(text)
  const found: string[] = []
  if (!start) return found
  let quote: string | null = null
  let word = ''
  for (const sign of text.slice(start.index + start[0].length)) {
    if (quote === null && sign === ']') break
    if (quote === null) {
      if (sign === '"' || sign === "'") quote = sign
    } else if (sign === quote) {
      const name = /^[A-Za-z0-9][\w.-]*/.exec(word)?.[0]
      if (name !== undefined) found.push(name)
      quote = null
      word = ''
    } else if (word.length < MAX_LINE) word += sign
    if (found.length >= MAX_DEPENDENCIES) break
  }
  return found
}

const names = (text: string): string[] =>
  [...text.matchAll(/^["']?([A-Za-z0-9][\w.-]*)["']?[ \t]*=/gm)]
    .map(([, name = '']) => name)
    .slice(0, MAX_DEPENDENCIES)
