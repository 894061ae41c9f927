// "Which version is this", "what does it depend on": answers from the project's own files.
import { baseName } from '../../../base/base-name.ts'
import { describePackages, type Manifest, readManifests } from '../../../core/tools/project-manifests.ts'
import type { IntentOf } from '../../../core/understanding/intent.ts'
import { placeLink } from '../../../core/understanding/replies/markdown-text.ts'
import { sentenceCase, spokenCount, spokenList } from '../../../core/understanding/replies/spoken-count.ts'
import { packageLines } from '../../../core/understanding/replies/summary-report.ts'
import { answerQuestion } from './answer-question.ts'
import { showFile } from './resolve-file.ts'
import type { Turn } from './turn.ts'

/** The screen lists all of them. */
const MAX_SPOKEN = 4
const MAX_LISTED = 300
/** So many files tell what language a project is in. */
const ENOUGH_FILES = 5000

export async function projectFact(
  { about }: IntentOf<'fact'>,
  question: string,
  turn: Turn,
): Promise<string> {
  const manifests = await manifestsOf(turn)
  switch (about) {
    case 'version':
      return version(manifests, question, turn)
    case 'dependencies':
      return dependencies(manifests, question, turn)
  }
}

async function manifestsOf(turn: Turn): Promise<Manifest[]> {
  const read = await turn.look(async (workspace, signal) => {
    const { files } = await workspace.listFiles({ limit: ENOUGH_FILES, anyOrder: true, signal })
    return readManifests(workspace, files)
  })
  return read.ok ? read.value : []
}

async function version(manifests: readonly Manifest[], question: string, turn: Turn): Promise<string> {
  const asked = /\bversions? of (?:the )?(.+?) (?:is|are|do|does|am)\b/i.exec(question)?.[1]
  if (asked !== undefined && !isProject(asked, manifests, turn)) {
    return versionOfPackage(asked, manifests, question, turn)
  }
  const isPlace = /^where\b/i.test(question)
  const found = manifests.find((one) => one.version !== null)
  if (found && isPlace) await showFile(found.file, {}, turn)
  if (found) return `${found.name ?? 'It'} is at version ${found.version}, says ${found.file}.`
  const declared = await turn.look((workspace, signal) =>
    workspace.search(
      '(?i)^\\s*(?:export )?(?:const|var|let|#define|final|static)?\\s*_*version_*\\s*[:=]*\\s*["\']v?\\d',
      {
        limit: 5,
        regex: true,
        signal,
      },
    ),
  )
  const [hit] = declared.ok ? declared.value.hits : []
  const number = /["'][vV]?(\d[\w.+-]*)["']/.exec(hit?.content ?? '')?.[1]
  if (hit && isPlace) await showFile(hit.file, { line: hit.line }, turn)
  if (hit && number !== undefined) return `It is version ${number}, says ${hit.file}, line ${hit.line}.`
  return answerQuestion(question, turn)
}

/** "It", "this project", or its name. */
function isProject(said: string, manifests: readonly Manifest[], { tools }: Turn): boolean {
  const names = [
    ...manifests.flatMap(({ name }) => (name === null ? [] : [name, shortName(name)])),
    baseName(tools.root ?? ''),
  ]
  return (
    /^(?:it|this|(?:(?:this|our|my) )?(?:project|app|library|package|repo|repository|code))$/i.test(said) ||
    names.some((name) => squash(name) === squash(said))
  )
}

/** "Which version of Python do I need" is about what it needs, "of react" about one of its packages. */
async function versionOfPackage(
  said: string,
  manifests: readonly Manifest[],
  question: string,
  turn: Turn,
): Promise<string> {
  const runtime = manifests.find(
    ({ needs }) => needs !== null && squash(needs.split(' ')[0] ?? '') === squash(said),
  )
  if (runtime) return `It needs ${runtime.needs}. ${sentenceCase(runtime.file)} says so.`
  for (const { file, versions } of manifests) {
    const name = [...versions.keys()].find((one) =>
      [one, shortName(one)].some((known) => squash(known) === squash(said)),
    )
    if (name === undefined) continue
    const wanted = versions.get(name) ?? ''
    const installed = await turn.look((workspace) => workspace.installedPackages([name]))
    const present = installed.ok ? (installed.value[0]?.version ?? null) : null
    const here = present === null ? '' : ` Version ${present} is installed.`
    return wanted === ''
      ? `${sentenceCase(file)} asks for ${name}, in any version.${here}`
      : `It asks for ${name} ${wanted}, says ${file}.${here}`
  }
  const read = manifests.find(({ isMain, dependencies: known }) => isMain && known !== null)
  return read ? `${sentenceCase(read.file)} does not name ${said}.` : answerQuestion(question, turn)
}

const squash = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

/** `github.com/gin-gonic/gin/v2` is gin. */
const shortName = (name: string): string =>
  name.replace(/\/v\d+$|(?<=\/[^/]*)\.v\d+$/, '').replace(/^.*\//, '')

async function dependencies(manifests: readonly Manifest[], question: string, turn: Turn): Promise<string> {
  const hasAny = ({ dependencies: needed, developerDependencies }: Manifest): boolean =>
    (needed ?? []).length + developerDependencies.length > 0
  const readable = manifests.filter((one) => one.dependencies !== null)
  const own = readable.filter(({ isMain }) => isMain)
  const found = own.find(hasAny) ?? own[0] ?? readable.find(hasAny)
  if (!found) return answerQuestion(question, turn)
  if (!hasAny(found)) return `It depends on nothing, says ${found.file}.`
  const { file, isMain, developerDependencies: forDevelopers } = found
  const needed = found.dependencies ?? []
  await showDependencies(found, turn)
  const names = needed.slice(0, MAX_SPOKEN).map(shortName)
  const rest = needed.length - names.length
  const named = rest > 0 ? `${names.join(', ')} and ${spokenCount(rest, 'other')}` : spokenList(names)
  if (needed.length > 0) {
    return `It depends on ${spokenCount(needed.length, 'package')}: ${named}.${forDevelopment(forDevelopers.length, ' more')}`
  }
  return isMain
    ? `It needs nothing to run.${forDevelopment(forDevelopers.length, '')}`
    : `I cannot tell what it needs to run. In ${file},${forDevelopment(forDevelopers.length, '').toLowerCase()}`
}

function forDevelopment(count: number, more: '' | ' more'): string {
  if (count === 0) return ''
  return count === 1
    ? ` One${more} package is only for development.`
    : ` ${count}${more} packages are only for development.`
}

async function showDependencies(
  { file, dependencies: needed, developerDependencies }: Manifest,
  turn: Turn,
): Promise<void> {
  const described = await turn.look((workspace) =>
    Promise.all([
      describePackages(workspace, needed ?? []),
      describePackages(workspace, developerDependencies),
    ]),
  )
  if (!described.ok) return
  const [toRun, toDevelop] = described.value
  turn.show(
    {
      kind: 'markdown',
      title: 'Dependencies',
      query: 'dependencies',
      content: [
        `# Dependencies\n\nFrom ${placeLink(file)}.`,
        ...(toRun.length > 0 ? ['## To run it', packageLines(toRun, MAX_LISTED).join('\n')] : []),
        ...(toDevelop.length > 0 ? ['## To develop it', packageLines(toDevelop, MAX_LISTED).join('\n')] : []),
      ].join('\n\n'),
    },
    'dependencies',
  )
}
