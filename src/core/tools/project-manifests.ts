// The files of package managers in a project, and what its packages are for.
import { baseName } from '../../base/base-name.ts'
import type { DescribedPackage } from './codebase.ts'
import { languageOfFile } from '../artifacts/file-language.ts'
import type { Workspace } from '../ports/workspace.ts'
import { MANIFESTS, projectFacts } from '../understanding/manifests.ts'
import { purposeOfPackage } from '../understanding/package-purposes.ts'
import type { ProjectFacts } from '../understanding/project-facts.ts'

export interface Manifest extends ProjectFacts {
  file: string
  text: string
  /** It is for the language that most of the code is in: a Python project may have a package.json for its formatter. */
  isMain: boolean
}

/** More are not described. */
const MAX_DESCRIBED = 60

const FAMILIES: readonly (readonly [manifests: readonly string[], languages: readonly string[]])[] = [
  [['package.json'], ['typescript', 'javascript', 'vue', 'svelte', 'coffeescript']],
  [['pyproject.toml', 'setup.cfg', 'setup.py', 'requirements.txt'], ['python']],
  [['Cargo.toml'], ['rust']],
  [['go.mod'], ['go']],
  [['composer.json'], ['php']],
  [['pom.xml'], ['java', 'kotlin', 'scala', 'groovy']],
  // Parley reads no file of their package managers.
  ...['ruby', 'csharp', 'c', 'cpp', 'swift', 'dart', 'elixir', 'erlang', 'haskell', 'lua', 'perl', 'zig'].map(
    (language) => [[], [language]] as const,
  ),
]

/** Those for the main language of the files first. */
export async function readManifests(
  workspace: Workspace,
  files: readonly string[],
  under = '',
): Promise<Manifest[]> {
  const main = mainManifests(files)
  const read = await Promise.all(
    MANIFESTS.map(async (file): Promise<Manifest[]> => {
      const path = `${under}${file}`
      const text = await workspace.readText(path).then(
        (found) => found.text,
        () => null,
      )
      const isMain = main === null || main.includes(file)
      return text === null ? [] : [{ ...projectFacts(file, text), file: path, text, isMain }]
    }),
  )
  const manifests = read.flat()
  return [...manifests.filter(({ isMain }) => isMain), ...manifests.filter(({ isMain }) => !isMain)]
}

/** The manifests of the language that most files are in; null if none of them is code. */
function mainManifests(files: readonly string[]): readonly string[] | null {
  const counts = FAMILIES.map(() => 0)
  for (const file of files) {
    // `setup.py` and `eslint.config.js` are no code of the project.
    if (/(?:^|\/)(?:setup\.py|[^/]+\.config\.\w+|\.[^/]+)$/.test(file)) continue
    const language = languageOfFile(baseName(file)) ?? ''
    const at = FAMILIES.findIndex(([, languages]) => languages.includes(language))
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
  }
  const most = Math.max(...counts)
  return most === 0 ? null : (FAMILIES[counts.indexOf(most)]?.[0] ?? null)
}

/** What they say about themselves where they are installed, otherwise what they are known for. */
export async function describePackages(
  workspace: Workspace,
  names: readonly string[],
): Promise<DescribedPackage[]> {
  const installed = await workspace.installedPackages(names.slice(0, MAX_DESCRIBED)).catch(() => [])
  return names.map((name) => ({
    name,
    purpose: installed.find((one) => one.name === name)?.description ?? purposeOfPackage(name),
  }))
}
