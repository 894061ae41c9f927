// Reads what the files of a package manager say about a project: its name, version, dependencies, and what it needs to run.
import { parseJson } from '../../base/parse-json.ts'
import {
  MAX_DEPENDENCIES,
  NOTHING,
  numberOf,
  type ProjectFacts,
  requirement,
  withPackages,
} from './project-facts.ts'
import { fromCargo, fromPyproject, listed } from './toml-facts.ts'

/** The files to read, the most telling first. */
export const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'composer.json',
  'pom.xml',
] as const

const MAX_MANIFEST = 200_000
/** A longer line was not written by hand, and some patterns take very long on it. */
const MAX_LINE = 1000

export function projectFacts(file: string, text: string): ProjectFacts {
  const start = text.slice(0, MAX_MANIFEST)
  const bounded = start
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
    .join('\n')
  switch (file) {
    case 'package.json':
      return fromPackage(start)
    case 'composer.json':
      return fromComposer(start)
    case 'pyproject.toml':
      return fromPyproject(bounded)
    case 'Cargo.toml':
      return fromCargo(bounded)
    case 'go.mod':
      return fromGo(bounded)
    case 'setup.cfg':
      return fromSetupConfig(bounded)
    case 'setup.py':
      return fromSetupScript(bounded)
    case 'requirements.txt':
      return withPackages(NOTHING, bounded.split('\n').map(requirement))
    case 'pom.xml':
      return fromPom(bounded)
    default:
      return NOTHING
  }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

function fromPackage(text: string): ProjectFacts {
  const fields = fieldsOf(parseJson(text))
  if (fields === null) return NOTHING
  const node = fieldsOf(fields['engines'])?.['node']
  const { main, bin } = fields
  // The packages of a workspace say what they need themselves.
  const isSilent = fields['dependencies'] === undefined && fields['workspaces'] !== undefined
  return {
    ...fromJson(fields, 'dependencies', 'devDependencies'),
    needs: typeof node === 'string' ? `Node ${node.slice(0, 100)}` : null,
    ...(isSilent && { dependencies: null }),
    entryPoints: [main, ...(typeof bin === 'string' ? [bin] : Object.values(fieldsOf(bin) ?? {}))]
      .filter((entry) => typeof entry === 'string')
      .slice(0, MAX_ENTRY_POINTS),
  }
}

const MAX_ENTRY_POINTS = 20

function fromComposer(text: string): ProjectFacts {
  const fields = fieldsOf(parseJson(text))
  if (fields === null) return NOTHING
  const facts = fromJson(fields, 'require', 'require-dev')
  const php = facts.versions.get('php')
  return {
    ...facts,
    needs: php === undefined ? null : `PHP ${php}`,
    // PHP itself and its extensions are no packages.
    dependencies: (facts.dependencies ?? []).filter((name) => name.includes('/')),
  }
}

function fromJson(fields: Fields, needed: string, forDevelopers: string): ProjectFacts {
  const packages = fieldsOf(fields[needed]) ?? {}
  const others = fieldsOf(fields[forDevelopers]) ?? {}
  return {
    ...NOTHING,
    name: words(fields['name']),
    version: words(fields['version']),
    description: words(fields['description']),
    dependencies: Object.keys(packages).slice(0, MAX_DEPENDENCIES),
    developerDependencies: Object.keys(others).slice(0, MAX_DEPENDENCIES),
    versions: new Map(
      [...Object.entries(others), ...Object.entries(packages)]
        .slice(0, 2 * MAX_DEPENDENCIES)
        .map(([name, version]) => [name, typeof version === 'string' ? version.slice(0, 100) : '']),
    ),
  }
}

const words = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 500) : null

function fromGo(text: string): ProjectFacts {
  const name = /^module[ \t]+(\S+)/m.exec(text)?.[1] ?? null
  const required = [
    ...text.matchAll(/^(?:require[ \t]+|[ \t]+)([^\s/]+\/\S+)[ \t]+(v[^\s/]+)([ \t]*\/\/ indirect)?/gm),
  ].filter(([, , , indirect]) => !indirect)
  const go = /^go (\d[\d.]*)/m.exec(text)?.[1]
  const facts = { ...NOTHING, name, needs: go === undefined ? null : `Go ${go} or newer` }
  return name === null
    ? facts
    : withPackages(
        facts,
        required.map(([, path = '', version = '']) => [path, version]),
      )
}

function fromSetupConfig(text: string): ProjectFacts {
  const facts = { ...NOTHING, name: setting(text, 'name'), version: numberOf(setting(text, 'version')) }
  const required = /^install_requires[ \t]*=([^\n]*(?:\n[ \t]+[^\n]*)*)/m.exec(text)?.[1]
  return required === undefined ? facts : withPackages(facts, required.split('\n').map(requirement))
}

function fromSetupScript(text: string): ProjectFacts {
  const facts = {
    ...NOTHING,
    name: argument(text, 'name'),
    version: numberOf(argument(text, 'version')),
    description: argument(text, 'description'),
  }
  return /^[ \t]*install_requires[ \t]*=[ \t]*\[/m.test(text)
    ? withPackages(facts, listed(text, 'install_requires').map(requirement))
    : facts
}

/** Of `setup(name="harbour")`, if it is a text. */
const argument = (text: string, name: string): string | null =>
  new RegExp(`^[ \\t]*(?:setup\\()?${name}[ \\t]*=[ \\t]*["']([^"'\\n]{1,500})["']`, 'm').exec(text)?.[1] ??
  null

const setting = (text: string, key: string): string | null =>
  new RegExp(`^${key}[ \\t]*=[ \\t]*([^\\n#]+)`, 'm').exec(text)?.[1]?.trim() ?? null

/** Its own values come after those of the parent. */
function fromPom(text: string): ProjectFacts {
  const parent = text.indexOf('</parent>')
  const own = parent < 0 ? text : text.slice(parent)
  return {
    ...NOTHING,
    name: tag(own, 'artifactId'),
    version: numberOf(tag(own, 'version')),
    description: tag(own, 'description'),
  }
}

const tag = (text: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(text)?.[1]?.trim() ?? null
