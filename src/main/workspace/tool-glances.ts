// What a summary is made of: looked up in one go, with whatever is not there left out.
import { baseName } from '../../core/base-name.ts'
import type { CodeSymbol } from '../../core/codebase.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { CodebaseGlance, FileGlance } from '../../core/workspace-tools.ts'

const MAX_FILES = 20_000
const MAX_COMMITS = 5
/** Files whose declarations are looked at for the summary of a folder. */
const MAX_OUTLINED = 12
const MAX_SYMBOLS_EACH = 6

export async function glanceAt(
  workspace: Workspace,
  under: string | undefined,
  signal: Parameters<Workspace['listFiles']>[0]['signal'],
): Promise<CodebaseGlance> {
  const { files, truncated } = await workspace.listFiles({ limit: MAX_FILES, under, signal })
  const prefix = under === undefined ? '' : `${under.replace(/\/+$/, '')}/`
  const readme = files.find((file) => /^readme(?:\.\w+)?$/i.test(file.slice(prefix.length)))
  const manifest = files.find((file) => file === `${prefix}package.json`)
  const [readmeText, manifestText, commands, branch, commits] = await Promise.all([
    readme === undefined ? null : textOrNull(workspace, readme),
    manifest === undefined ? null : textOrNull(workspace, manifest),
    prefix === '' ? orElse(workspace.projectCommands(), []) : [],
    orElse(workspace.branch(), null),
    recentCommits(workspace, under),
  ])
  return {
    name: prefix === '' ? workspace.name : baseName(prefix),
    files,
    truncated,
    readme: readmeText,
    manifest: manifestText,
    commands,
    branch,
    commits,
    symbols: await mainSymbols(workspace, files),
  }
}

export async function glanceAtFile(workspace: Workspace, path: string): Promise<FileGlance> {
  const { file, text, size } = await workspace.readText(path)
  const [symbols, commits] = await Promise.all([
    orElse(workspace.outline(file), []),
    orElse(workspace.fileLog(file, MAX_COMMITS), []),
  ])
  return { file, text, size, symbols, commits }
}

async function recentCommits(
  workspace: Workspace,
  under: string | undefined,
): Promise<CodebaseGlance['commits']> {
  const commits = await orElse(workspace.fileLog(under ?? '.', MAX_COMMITS), [])
  if (commits.length > 0) return commits
  const last = await orElse(workspace.lastCommit(), null)
  return last === null
    ? []
    : [{ hash: last.hash, subject: last.subject, author: last.author, date: last.date }]
}

/** Of the files near the top that are not tests, the outermost things they declare. */
async function mainSymbols(workspace: Workspace, files: readonly string[]): Promise<CodeSymbol[]> {
  const likely = files
    .filter((file) => CODE.test(file) && !ASIDE.test(file))
    .map((file) => ({ file, weight: (ENTRY.test(file) ? 0 : 10) + file.split('/').length }))
    .sort((a, b) => a.weight - b.weight)
    .slice(0, MAX_OUTLINED)
  const outlines = await Promise.all(likely.map(({ file }) => orElse(workspace.outline(file), [])))
  return outlines.flatMap((symbols) =>
    symbols.filter(({ container }) => container === null).slice(0, MAX_SYMBOLS_EACH),
  )
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|sh|kt|swift)$/i
const ASIDE =
  /(?:^|\/)(?:tests?|spec|__tests__|fixtures?|vendor|examples?|scripts?|build|bench)\/|[._-](?:test|spec)\./i
const ENTRY = /(?:^|\/)(?:index|main|app|server|cli|lib|mod|__init__|__main__)\.\w+$/i

async function textOrNull(workspace: Workspace, file: string): Promise<string | null> {
  return orElse(
    workspace.readText(file).then(({ text }) => text),
    null,
  )
}

/** A summary without one of its parts is still a summary. */
async function orElse<T>(wanted: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await wanted
  } catch {
    return otherwise
  }
}
