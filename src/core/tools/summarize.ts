// Collects what a summary of a folder or a file consists of. A part that cannot be read is left out.
import { z } from 'zod'
import { baseName } from '../../base/base-name.ts'
import { isAsideFile } from '../artifacts/file-language.ts'
import { detailIn } from '../artifacts/tool-fields.ts'
import type { Workspace } from '../ports/workspace.ts'
import { codebaseReport, fileReport } from '../understanding/replies/summary-report.ts'
import type { CodebaseOverview, CodeSymbol, Commit, FileOverview } from './codebase.ts'
import { MAX_LISTED } from './search-files.ts'
import { describePackages, readManifests } from './project-manifests.ts'
import type { RunnableTool } from './tool.ts'

const MAX_COMMITS = 5
/** The summary of a folder lists the declarations of this many files. */
const MAX_OUTLINED = 12
const MAX_SYMBOLS_EACH = 6

const folderArgs = z.object({
  /** The whole workspace when absent. */
  folder: z.string().optional(),
})

export const summarizeFolderTool: RunnableTool<z.infer<typeof folderArgs>, CodebaseOverview> = {
  name: 'SummarizeFolder',
  failure: 'Search failed',
  status: ({ folder }) => ({
    action: 'searching_files',
    detail: typeof folder === 'string' ? `${folder}/**` : '**',
  }),
  args: folderArgs,
  async run({ folder }, { workspace, signal }) {
    const { files, truncated } = await workspace.listFiles({ limit: MAX_LISTED, under: folder, signal })
    const prefix = folder === undefined ? '' : `${folder.replace(/\/+$/, '')}/`
    const readme = files.find((file) => /^readme(?:\.\w+)?$/i.test(file.slice(prefix.length)))
    const whole = prefix === ''
    const [readmeText, manifests, commands, servers, scripts, branch, commits] = await Promise.all([
      textOrNull(workspace, readme),
      readManifests(workspace, files, prefix),
      whole ? orElse(workspace.projectCommands(), []) : [],
      whole ? orElse(workspace.serverCommands(), []) : [],
      whole ? orElse(workspace.projectScripts(), []) : [],
      orElse(workspace.branch(), null),
      recentCommits(workspace, folder),
    ])
    const main = manifests.filter(({ isMain }) => isMain)
    const [needed, forDevelopers] = await Promise.all([
      describePackages(
        workspace,
        main.find(({ dependencies }) => dependencies !== null && dependencies.length > 0)?.dependencies ?? [],
      ),
      describePackages(workspace, (main[0] ?? manifests[0])?.developerDependencies ?? []),
    ])
    return {
      name: whole ? workspace.name : baseName(prefix),
      files,
      truncated,
      readme: readmeText,
      description: main.find(({ description }) => description !== null)?.description ?? null,
      manifest: main[0] ?? null,
      entryPoints: main.flatMap(({ entryPoints }) => entryPoints),
      dependencies: needed,
      developerDependencies: forDevelopers,
      commands,
      servers,
      scripts: scripts.map(({ name }) => name),
      branch,
      commits,
      symbols: await mainSymbols(workspace, files),
    }
  },
  artifact: (overview, { folder }) => ({
    kind: 'markdown',
    title: `Summary: ${overview.name}`,
    query: `summary ${folder ?? ''}`.trim(),
    content: codebaseReport(overview, folder === undefined),
  }),
}

const fileArgs = z.object({ path: z.string() })

export const summarizeFileTool: RunnableTool<z.infer<typeof fileArgs>, FileOverview> = {
  name: 'SummarizeFile',
  failure: 'Not read',
  status: (fields) => ({ action: 'reading_file', detail: detailIn(fields) }),
  args: fileArgs,
  async run({ path }, { workspace }) {
    const { file, text, size } = await workspace.readText(path)
    const [symbols, commits] = await Promise.all([
      orElse(workspace.outline(file), []),
      orElse(workspace.fileLog(file, MAX_COMMITS), []),
    ])
    return { file, text, size, symbols, commits }
  },
  artifact: (overview) => ({
    kind: 'markdown',
    title: `Summary: ${baseName(overview.file)}`,
    query: `summary ${overview.file}`,
    content: fileReport(overview),
  }),
}

async function recentCommits(workspace: Workspace, folder = '.'): Promise<Commit[]> {
  const commits = await orElse(workspace.fileLog(folder, MAX_COMMITS), [])
  if (commits.length > 0) return commits
  const last = await orElse(workspace.lastCommit(), null)
  return last === null ? [] : [last]
}

/** What the files near the top declare at their top level, tests left out. */
async function mainSymbols(workspace: Workspace, files: readonly string[]): Promise<CodeSymbol[]> {
  const likely = files
    .filter((file) => CODE.test(file) && !isAsideFile(file))
    .map((file) => ({ file, weight: (ENTRY.test(file) ? 0 : 10) + file.split('/').length }))
    .sort((a, b) => a.weight - b.weight)
    .slice(0, MAX_OUTLINED)
  const outlines = await Promise.all(likely.map(({ file }) => orElse(workspace.outline(file), [])))
  return outlines.flatMap((symbols) =>
    symbols.filter(({ container }) => container === null).slice(0, MAX_SYMBOLS_EACH),
  )
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|h|cc|cpp|hpp|rb|cs|php|sh|kt|swift)$/i
const ENTRY = /(?:^|\/)(?:index|main|app|server|cli|lib|mod|__init__|__main__)\.\w+$/i

async function textOrNull(workspace: Workspace, file: string | undefined): Promise<string | null> {
  if (file === undefined) return null
  return orElse(
    workspace.readText(file).then(({ text }) => text),
    null,
  )
}

async function orElse<T>(wanted: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await wanted
  } catch {
    return otherwise
  }
}
