// What Parley knows of a project from the files of its package managers, and how these write a required package.

export interface ProjectFacts {
  name: string | null
  version: string | null
  description: string | null
  /** What must be installed first: "Python 3.9 or newer". */
  needs: string | null
  /** What it needs when it runs; null if its file does not say that. */
  dependencies: readonly string[] | null
  /** What only its developers need. */
  developerDependencies: readonly string[]
  /** The versions it asks for, by package; empty if any will do. */
  versions: ReadonlyMap<string, string>
  /** Where it starts, as its file says: a file, or a command and what it calls. */
  entryPoints: readonly string[]
}

export const NOTHING: ProjectFacts = {
  name: null,
  version: null,
  description: null,
  needs: null,
  dependencies: null,
  developerDependencies: [],
  versions: new Map(),
  entryPoints: [],
}
export const MAX_DEPENDENCIES = 300
const MAX_LINE = 1000

/** A version may also say where to find it. */
export const numberOf = (version: string | null): string | null =>
  version !== null && /^v?\d/.test(version) ? version : null

/** `"uvicorn[standard]>=0.3; python_version > '3'"` is uvicorn, >=0.3. Anything else has an empty name. */
export function requirement(said: string): [name: string, version: string] {
  const [, name = '', version = ''] =
    /^[ \t]*([A-Za-z0-9][\w.-]*)[ \t]*(?:\[[^\]]*\])?[ \t]*(?=$|[<>=!~;#@,(])(?:@.*|([^;#]*))/.exec(
      said.slice(0, MAX_LINE).replace(/[ \t]--.*$|\\$/, ''),
    ) ?? []
  return [name, version.trim().slice(0, 100)]
}

export function withPackages(
  facts: ProjectFacts,
  packages: readonly (readonly [name: string, version: string])[],
): ProjectFacts {
  const versions = new Map(packages.filter(([name]) => name !== '').slice(0, MAX_DEPENDENCIES))
  return { ...facts, dependencies: [...versions.keys()], versions }
}
