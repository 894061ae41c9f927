// The workspace as tools: the same questions, answered as a brain would be answered, with failure as an outcome.
import { baseName } from '../../core/base-name.ts'
import { summarizeDiff } from '../../core/replies/diff-summary.ts'
import { commandEnding } from '../../core/replies/command-ending.ts'
import { clearlyBest, rankFiles } from '../../core/intents/rank-files.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { WorkspaceTools } from '../../core/workspace-tools.ts'
import { createEditTools } from './tool-edits.ts'
import { createReadTool } from './tool-reading.ts'
import { createMeasureTools } from './tool-measures.ts'
import { glanceAt, glanceAtFile } from './tool-glances.ts'
import { attemptWith, plainOutcome } from './tool-outcome.ts'

const MAX_HITS = 500
const MAX_FILES = 100
const MAX_SYMBOLS = 50
const MAX_COMMITS = 50
const MAX_LISTED = 50_000

/** A null workspace is one that nobody has opened yet: every tool says so. */
export function createWorkspaceTools(workspace: Workspace | null): WorkspaceTools {
  const attempt = attemptWith(workspace)

  return {
    root: workspace?.root ?? null,
    ...createReadTool(attempt),
    ...createEditTools(attempt),
    ...createMeasureTools(attempt),

    grep: (text, { regex, include, title, quiet, onHits, signal } = {}) =>
      attempt(signal, async (opened) => {
        const found = await opened.search(text, {
          limit: MAX_HITS,
          ...(regex !== undefined && { regex }),
          ...(include !== undefined && { globs: { include } }),
          ...(onHits && { onHits }),
          ...(signal && { signal }),
        })
        const { hits, truncated } = found
        const lines = hits.map(({ file, line, content }) => `${file}:${line}:${content}`)
        const details = {
          results: hits,
          truncated,
          ...(title !== undefined && { title }),
          ...(quiet && { quiet }),
        }
        return { output: { text: lines.join('\n'), details }, value: found }
      }),

    glob: (name, { signal } = {}) =>
      attempt(signal, async (opened) => {
        // One more than is shown, to know whether there are more.
        const found = await opened.findFiles(name, { limit: MAX_FILES + 1, ...(signal && { signal }) })
        const files = found.slice(0, MAX_FILES)
        const best = clearlyBest(rankFiles(files, name, 2))
        const results = files.map((file) => ({ file, line: 1, content: '' }))
        const details = { results, truncated: found.length > files.length, ...(best !== null && { best }) }
        return { output: { text: files.join('\n'), details }, value: { files, best } }
      }),

    symbols: (name, { file, signal } = {}) =>
      attempt(signal, async (opened) => {
        const { symbols } = await opened.symbols(name, { limit: MAX_SYMBOLS, file, signal })
        const lines = symbols.map((one) => `${one.file}:${one.startLine}:${one.signature}`)
        return { output: { text: lines.join('\n'), details: { quiet: true } }, value: symbols }
      }),

    outline: (path) =>
      attempt(undefined, async (opened) => {
        const symbols = await opened.outline(path)
        return {
          output: { text: symbols.map(({ signature }) => signature).join('\n'), details: { quiet: true } },
          value: symbols,
        }
      }),

    changes: async ({ file, staged, signal } = {}) =>
      plainOutcome(
        await attempt(signal, async (opened) => {
          const { diff, truncated } = await opened.workingChanges({
            signal,
            ...(file !== undefined && { file }),
            ...(staged && { staged }),
          })
          const { files } = summarizeDiff(diff)
          const [only] = files
          const title = staged ? 'Staged changes' : 'Working changes'
          const details = {
            diff,
            truncated,
            title: file === undefined ? title : `${title}: ${baseName(file)}`,
            ...(only !== undefined && files.length === 1 && { file: only }),
          }
          return { output: { text: diff, details }, value: null }
        }),
      ),

    compare: (from, to, { file, signal } = {}) =>
      attempt(signal, async (opened) => {
        const compared = await opened.compare(from, to, { file, signal })
        const { files } = summarizeDiff(compared.diff)
        const [only] = files
        const details = {
          diff: compared.diff,
          truncated: compared.truncated,
          title: compared.to === null ? `Since ${compared.from}` : `${compared.from} and ${compared.to}`,
          ...(only !== undefined && files.length === 1 && { file: only }),
        }
        return { output: { text: compared.diff, details }, value: { from: compared.from, to: compared.to } }
      }),

    branch: () =>
      attempt(undefined, async (opened) => {
        const value = await opened.branch()
        return { output: { text: value ?? '' }, value }
      }),

    status: ({ signal } = {}) =>
      attempt(signal, async (opened) => {
        const value = await opened.gitStatus({ signal })
        return { output: { text: value.files.map(({ file }) => file).join('\n') }, value }
      }),

    lastCommit: ({ signal } = {}) =>
      attempt(signal, async (opened) => {
        const commit = await opened.lastCommit({ signal })
        if (commit === null) return { output: { text: '' }, value: null }
        const { files } = summarizeDiff(commit.diff)
        const [only] = files
        const details = {
          diff: commit.diff,
          truncated: commit.truncated,
          title: `Last commit: ${commit.subject}`,
          ...(only !== undefined && files.length === 1 && { file: only }),
        }
        return { output: { text: commit.diff, details }, value: commit }
      }),

    blame: (path, line, { signal } = {}) =>
      attempt(signal, async (opened) => {
        const blamed = await opened.blameLine(path, line, { signal })
        const { commit, text } = blamed
        const said = commit === null ? 'Not committed yet' : `${commit.hash} ${commit.author} ${commit.date}`
        return { output: { text: `${said} ${text}` }, value: blamed }
      }),

    log: (path, { signal } = {}) =>
      attempt(signal, async (opened) => {
        const commits = await opened.fileLog(path, MAX_COMMITS, { signal })
        const lines = commits.map(({ hash, author, subject }) => `${hash} ${author} ${subject}`)
        return { output: { text: lines.join('\n') }, value: commits }
      }),

    folders: ({ signal } = {}) =>
      attempt(signal, async (opened) => {
        const { files } = await opened.listFiles({ limit: MAX_LISTED, signal })
        const value = foldersOf(files)
        return { output: { text: value.join('\n') }, value }
      }),

    glance: ({ under, signal } = {}) =>
      attempt(signal, async (opened) => {
        const value = await glanceAt(opened, under, signal)
        return { output: { text: value.files.join('\n'), details: { quiet: true } }, value }
      }),

    glanceAtFile: (path, { signal } = {}) =>
      attempt(signal, async (opened) => {
        const value = await glanceAtFile(opened, path)
        return { output: { text: value.text, details: { quiet: true } }, value }
      }),

    commands: () =>
      attempt(undefined, async (opened) => {
        const [commands, scripts] = await Promise.all([opened.projectCommands(), opened.projectScripts()])
        return {
          output: { text: commands.map(({ command }) => command).join('\n') },
          value: { commands, scripts },
        }
      }),

    async run(command, { onOutput, signal } = {}) {
      const ran = await attempt(signal, async (opened) => {
        const value = await opened.runCommand(command, { onOutput, signal })
        return { output: { text: value.output }, value }
      })
      if (!ran.ok) return { ...ran, result: null }
      const failure = commandEnding(ran.value)
      return failure === null
        ? { ok: true, output: ran.output, result: ran.value }
        : { ok: false, message: failure, result: ran.value }
    },
  }
}

function foldersOf(files: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) folders.add(file.slice(0, at))
  }
  return [...folders].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
}
