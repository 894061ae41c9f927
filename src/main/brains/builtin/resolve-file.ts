// Finds the file or folder the user means: the one they look at, the only one that fits a name, or the one they choose.
// Then shows it.
import { readTool } from '../../../core/tools/read-file.ts'
import { globTool, MAX_LISTED, type FoundFiles } from '../../../core/tools/search-files.ts'
import type { Named, Scope } from '../../../core/understanding/intent.ts'
import { faultSentence } from '../../../core/understanding/replies/fault-sentence.ts'
import { spokenFiles, whichOne } from '../../../core/understanding/replies/spoken-choices.ts'
import { spokenName } from '../../../core/understanding/replies/spoken-name.ts'
import type { Turn } from './turn.ts'

export const NO_FILE_SHOWN = 'You are not looking at a file. Open one first, or name it.'

type WithFile = (file: string, turn: Turn) => Promise<string>

export async function withFile(named: Named, turn: Turn, then: WithFile): Promise<string> {
  if (named === 'this') {
    const file = shownFile(turn)
    return file === null ? NO_FILE_SHOWN : then(file, turn)
  }
  // Reading a path outside the workspace says plainly that it is outside.
  if (leadsElsewhere(named.name)) return then(named.name, turn)

  const found = await findFiles(named.name, turn)
  if (typeof found === 'string') return found
  if (found.best !== null) return then(found.best, turn)
  if (found.files.length === 0) return (await turn.searchInstead()) ?? noFile(named.name)
  return askWhichFile(found.files, found.truncated, turn, then)
}

/** The file the user looks at, or the last one the brain showed. */
export const shownFile = ({ view, dialogue }: Turn): string | null => view.file ?? dialogue.lastFile

/** The folder of that file; empty for the root. */
export function shownFolder(turn: Turn): string {
  const file = shownFile(turn)
  return file === null || !file.includes('/') ? '' : file.slice(0, file.lastIndexOf('/'))
}

export const noFile = (name: string): string =>
  `I found no file called ${spokenName(name)}. Try another name, or part of it.`

/** The files a name may mean, or the reply if the search fails. */
export async function findFiles(name: string, turn: Turn): Promise<FoundFiles | string> {
  const found = await turn.use(globTool, { pattern: name })
  return found.ok ? found.value : faultSentence(found.fault?.code)
}

/** The only file that a name can mean. */
export async function fileNamed(name: string, turn: Turn): Promise<string | null> {
  const found = await turn.use(globTool, { pattern: name }, { hide: 'all' })
  return found.ok ? found.value.best : null
}

/** The list is on the screen already; `then` goes on with the file that the user chooses. */
export function askWhichFile(
  files: readonly string[],
  truncated: boolean,
  turn: Turn,
  then: WithFile,
): string {
  const labels = spokenFiles(files)
  turn.dialogue.listed = files.map((file, at) => ({
    label: labels[at] ?? 'the file',
    file,
    take: (next) => then(file, next),
  }))
  turn.dialogue.asked = true
  return whichOne(labels, truncated)
}

export const leadsElsewhere = (target: string): boolean =>
  /^(?:[\\/~]|[a-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i.test(target)

/**
 * "In this folder", "in python files", "in client.ts" as globs, or the reply if there is no such place. `rest` is what
 * turned out to be no place at all.
 */
export async function scopeGlobs(
  scope: Scope,
  turn: Turn,
): Promise<{ include?: readonly string[]; rest?: string } | string> {
  if (scope.include) return { include: scope.include }
  if (scope.folder !== undefined) {
    const folder = scope.folder === 'this' ? shownFolder(turn) : await folderNamed(scope.folder.name, turn)
    if (folder === null) return 'I found no folder of that name. Try another, or leave it out.'
    return folder === '' ? {} : { include: [folderGlob(folder)] }
  }
  if (scope.file !== undefined) {
    const file = scope.file === 'this' ? shownFile(turn) : await fileNamed(scope.file.name, turn)
    if (file !== null) return { include: [pathGlob(file)] }
    return scope.file === 'this' ? NO_FILE_SHOWN : noFile(scope.file.name)
  }
  if (scope.perhaps === undefined) return {}
  const file = await fileNamed(scope.perhaps, turn)
  if (file !== null) return { include: [pathGlob(file)] }
  const folder = await folderNamed(scope.perhaps, turn)
  return folder === null ? { rest: scope.perhaps } : { include: [folderGlob(folder)] }
}

/** The folder of that name that is nearest to the root. */
export async function folderNamed(name: string, turn: Turn): Promise<string | null> {
  const found = await turn.look((workspace, signal) =>
    workspace.listFiles({ limit: MAX_LISTED, anyOrder: true, signal }),
  )
  const wanted = squash(name)
  if (!found.ok || wanted === '') return null
  const folders = foldersOf(found.value.files)
  return (
    folders.find((folder) => squash(folder) === wanted) ??
    folders.find((folder) => squash(folder.slice(folder.lastIndexOf('/') + 1)) === wanted) ??
    null
  )
}

function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) folders.add(file.slice(0, at))
  }
  return [...folders].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
}

const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** From the root, with the special characters of globs escaped. */
export const pathGlob = (path: string): string => `/${path.replace(/[*?[{]/g, '[$&]')}`
const folderGlob = (folder: string): string => `${pathGlob(folder)}/**`

/** Shows a file, or some of its lines. */
export async function showFile(
  path: string,
  { line, endLine }: { line?: number | undefined; endLine?: number | undefined },
  turn: Turn,
): Promise<string> {
  const read = await turn.use(readTool, { path, line, endLine })
  if (!read.ok) return faultSentence(read.fault?.code)
  const result = read.value
  if (result.kind === 'unreadable') return faultSentence(result.code)
  const { file = path, startLine, focusLine, endLine: last, partial } = result
  turn.dialogue.lastFile = file
  if (partial) return `That file is too large to show whole. Here are lines ${startLine} to ${last}.`
  const name = spokenName(path)
  if (focusLine === undefined) return `Here is ${name}.`
  if (last === undefined) return `Here is ${name}, line ${focusLine}.`
  return focusLine === last
    ? `Here is line ${focusLine} of ${name}.`
    : `Here are lines ${focusLine} to ${last} of ${name}.`
}
