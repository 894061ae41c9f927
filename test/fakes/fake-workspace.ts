// A workspace in memory, for tests that need files and no disk.
import type {
  CodeSymbol,
  CommandResult,
  Commit,
  CommitChanges,
  InstalledPackage,
  ProjectCommand,
} from '../../src/core/tools/codebase.ts'
import { createEmitter } from '../../src/base/emitter.ts'
import { rankFiles } from '../../src/core/understanding/rank-files.ts'
import { unifiedDiff } from '../../src/core/artifacts/unified-diff.ts'
import type { AbortSignalLike } from '../../src/core/ports/clock.ts'
import type { RunCommandOptions, Workspace } from '../../src/core/ports/workspace.ts'
import { applyHunks, parsePatch } from '../../src/main/workspace/patch.ts'
import { globFilter } from '../../src/core/tools/glob-filter.ts'
import { lineEndingOf, withLineEnding } from '../../src/main/workspace/text-encoding.ts'
import { FaultError } from '../../src/shared/errors.ts'

export interface FakeWorkspaceOptions {
  root?: string
  /** Contents by path. A content of bytes is a binary file. Writing changes it. */
  files: Record<string, string | Uint8Array>
  /** The files of the last commit; null without a repository. */
  committed?: Record<string, string> | null
  branch?: string
  /** Files larger than this are refused. */
  maxSize?: number
  /** The symbols of the files; the fake parses no code. */
  symbols?: readonly CodeSymbol[]
  /** All commits, newest first. */
  commits?: readonly Commit[]
  /** The result of each command. A command that is not listed succeeds without output. */
  commands?:
    | Record<string, Partial<CommandResult>>
    | ((command: string, options: RunCommandOptions) => Promise<Partial<CommandResult>>)
  projectCommands?: readonly ProjectCommand[]
}

export function createFakeWorkspace(options: FakeWorkspaceOptions): Workspace {
  const root = options.root ?? '/fake/project'
  const { files, committed = null } = options
  const names = (): string[] => Object.keys(files).sort()
  const touched = createEmitter<[]>()

  function inside(path: string): string {
    const parts: string[] = []
    const relative = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
    if (relative.startsWith('/')) throw fault('outside_workspace', path)
    for (const part of relative.split('/')) {
      if (part === '..' && parts.pop() === undefined) throw fault('outside_workspace', path)
      if (part !== '..' && part !== '.' && part !== '') parts.push(part)
    }
    return parts.join('/')
  }

  function contentOf(path: string): { file: string; content: string | Uint8Array } {
    const file = inside(path)
    const content = Object.hasOwn(files, file) ? files[file] : undefined
    if (content === undefined) throw fault('file_not_found', path)
    return { file, content }
  }

  function textOf(path: string): { file: string; text: string } {
    const { file, content } = contentOf(path)
    if (typeof content !== 'string') throw fault('file_binary', path)
    return { file, text: content }
  }

  function repository(): Record<string, string> {
    if (committed === null) throw fault('not_a_repository', root)
    return committed
  }

  function diffOf(file: string, before: string | null, after: string | null): string {
    if (before === after) return ''
    const mode =
      before === null ? 'new file mode 100644\n' : after === null ? 'deleted file mode 100644\n' : ''
    const changes = unifiedDiff(file, before ?? '', after ?? '')
      .replace(/^--- .*/, (old) => (before === null ? '--- /dev/null' : old))
      .replace(/^\+\+\+ .*/m, (is) => (after === null ? '+++ /dev/null' : is))
    return `diff --git a/${file} b/${file}\n${mode}${changes}`
  }

  const lastCommit = (): Commit | null => options.commits?.[0] ?? null

  return {
    root,
    name: root.slice(root.lastIndexOf('/') + 1),
    async readText(path) {
      const { content } = contentOf(path)
      if (content.length > (options.maxSize ?? 5 * 1024 * 1024)) throw fault('file_too_large', path)
      const { file, text } = textOf(path)
      const size = new TextEncoder().encode(text).length
      return { file, text, size, encoding: 'utf8', lineEnding: lineEndingOf(text) }
    },
    async readLines(path, { line, around }) {
      const { file, text } = textOf(path)
      const all = text.replace(/\n$/, '').split('\n')
      if (line > 1 && line > all.length) throw fault('file_changed', path)
      const startLine = Math.max(1, line - around)
      return { file, startLine, lines: text === '' ? [] : all.slice(startLine - 1, line + around) }
    },
    async readImage(path) {
      const { content } = contentOf(path)
      if (typeof content === 'string') throw fault('file_binary', path)
      return { dataUrl: `data:image/png;base64,${Buffer.from(content).toString('base64')}` }
    },
    async search(text, { limit, signal, regex, globs, onHits }) {
      await refuseAborted(signal)
      if (text.trim() === '') throw fault('bad_request', 'nothing to search for')
      const flags = text === text.toLowerCase() ? 'i' : ''
      const pattern = patternOf(regex ? text : text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags)
      const hits = names()
        .filter(globFilter(globs ?? {}))
        .flatMap((file) => {
          const content = files[file]
          if (typeof content !== 'string') return []
          return content
            .split('\n')
            .flatMap((line, at) => (pattern.test(line) ? [{ file, line: at + 1, content: line }] : []))
        })
      if (hits.length > 0) onHits?.(hits.slice(0, limit))
      return { hits: hits.slice(0, limit), truncated: hits.length > limit }
    },
    async lineCounts({ globs, signal } = {}) {
      await refuseAborted(signal)
      return names()
        .filter(globFilter(globs ?? {}))
        .flatMap((file) => {
          const content = files[file]
          if (typeof content !== 'string') return []
          const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
          return [{ file, lines: content === '' ? 0 : lines }]
        })
    },
    async passages(question, { limit, signal }) {
      await refuseAborted(signal)
      const words = question.toLowerCase().split(/\W+/)
      const passages = (options.symbols ?? [])
        .filter(({ name, doc }) => words.some((word) => `${name} ${doc ?? ''}`.toLowerCase().includes(word)))
        .slice(0, limit)
        .map(({ file, name, startLine, endLine }) => ({
          file,
          kind: 'symbol' as const,
          name,
          startLine,
          endLine,
          coverage: 1,
        }))
      return { passages, complete: true }
    },
    symbolsNamed: async (wanted) => (options.symbols ?? []).filter(({ name }) => wanted.includes(name)),
    async longestFunctions({ limit, include, signal }) {
      await refuseAborted(signal)
      const length = ({ startLine, endLine }: CodeSymbol): number => endLine - startLine
      const symbols = (options.symbols ?? [])
        .filter(({ kind, file }) => /^(?:function|method)$/.test(kind) && globFilter({ include })(file))
        .toSorted((a, b) => length(b) - length(a))
        .slice(0, limit)
        .map((symbol) => ({ ...symbol, exact: false }))
      return { symbols, complete: true }
    },
    async findFiles(name, { limit, signal }) {
      await refuseAborted(signal)
      return rankFiles(names(), name, limit).map(({ file }) => file)
    },
    async listFiles({ limit, under, signal }) {
      await refuseAborted(signal)
      const prefix = under === undefined || inside(under) === '' ? '' : `${inside(under)}/`
      const all = names().filter((file) => file.startsWith(prefix))
      if (prefix !== '' && all.length === 0) throw fault('file_not_found', prefix)
      return { files: all.slice(0, limit), truncated: all.length > limit }
    },

    startIndex: () => {},
    indexState: () => ({
      tag: 'ready',
      files: names().length,
      symbols: options.symbols?.length ?? 0,
      truncated: false,
      durationMs: 0,
      watchProblem: null,
    }),
    onIndexState: () => () => {},
    async symbols(query, { limit, file, kind, signal }) {
      await refuseAborted(signal)
      const squashed = squash(query)
      if (squashed === '') return { symbols: [], complete: true }
      const found = (options.symbols ?? [])
        .filter((symbol) => kind === undefined || symbol.kind === kind)
        .filter((symbol) => file === undefined || symbol.file === inside(file))
        .filter((symbol) => squash(symbol.name).includes(squashed))
        .map((symbol) => ({ ...symbol, exact: squash(symbol.name) === squashed }))
        .sort((a, b) => Number(b.exact) - Number(a.exact) || a.name.length - b.name.length)
      return { symbols: found.slice(0, limit), complete: true }
    },
    symbolNames: async (limit) =>
      [...new Set((options.symbols ?? []).map(({ name }) => name))].slice(0, limit),
    async outline(path) {
      const { file } = textOf(path)
      return (options.symbols ?? []).filter((symbol) => symbol.file === file)
    },
    /** Of the symbols it was given, those whose declaration is in the text. */
    async outlineOf(path, text) {
      const file = inside(path)
      return (options.symbols ?? []).filter(
        (symbol) => symbol.file === file && text.includes(symbol.signature),
      )
    },

    async diffTexts(file, before, after, { signal } = {}) {
      await refuseAborted(signal)
      return diffOf(inside(file), before, after)
    },
    async workingChanges({ file, staged = false, signal } = {}) {
      await refuseAborted(signal)
      const before = repository()
      const only = file === undefined ? null : inside(file)
      const all = [...new Set([...Object.keys(before), ...names()])]
        .filter((name) => only === null || name === only || name.startsWith(`${only}/`))
        .sort()
      const diff = all.map((name) => {
        const now = files[name] ?? null
        return diffOf(name, before[name] ?? null, now instanceof Uint8Array ? '(binary)\n' : now)
      })
      // Nothing is ever staged here.
      return { diff: staged ? '' : diff.join(''), truncated: false }
    },
    /** There is one branch, with the committed files. */
    async compare(from, to, { file, signal } = {}) {
      await refuseAborted(signal)
      const before = repository()
      const known = options.branch ?? 'main'
      for (const name of [from, to ?? known]) if (name !== known) throw fault('bad_request', name)
      const only = file === undefined ? null : inside(file)
      const changed = Object.keys(before).filter((name) => only === null || name === only)
      const diff = changed.map((name) => {
        const now = files[name] ?? null
        return diffOf(name, before[name] ?? null, now instanceof Uint8Array ? '(binary)\n' : now)
      })
      return { diff: to === null ? diff.join('') : '', truncated: false, from, to }
    },
    branchNames: async (limit) => (committed === null ? [] : [options.branch ?? 'main'].slice(0, limit)),
    branch: async () => (committed === null ? null : (options.branch ?? 'main')),
    onBranch(listener) {
      queueMicrotask(() => listener(committed === null ? null : (options.branch ?? 'main')))
      return () => undefined
    },
    onChange: touched.on,
    async gitStatus({ signal } = {}) {
      await refuseAborted(signal)
      const before = repository()
      const all = [...new Set([...Object.keys(before), ...names()])].sort()
      const changed = all.flatMap((file) => {
        if (before[file] === files[file]) return []
        const unstaged =
          before[file] === undefined ? 'untracked' : files[file] === undefined ? 'deleted' : 'modified'
        return [{ file, staged: null, unstaged } as const]
      })
      return {
        branch: options.branch ?? 'main',
        head: lastCommit()?.hash ?? 'f'.repeat(40),
        upstream: null,
        ahead: 0,
        behind: 0,
        files: changed,
        truncated: false,
      }
    },
    async lastCommit({ signal } = {}): Promise<CommitChanges | null> {
      await refuseAborted(signal)
      const commit = lastCommit() ?? fakeCommit
      const diff = Object.entries(repository()).map(([file, text]) => diffOf(file, null, text))
      return { ...commit, body: '', diff: diff.join(''), truncated: false }
    },
    async blameLine(path, line, { signal } = {}) {
      await refuseAborted(signal)
      const before = repository()
      const { file, text } = textOf(path)
      const content = text.split('\n')[line - 1]
      if (content === undefined || line < 1) throw fault('bad_request', `line ${line}`)
      if (before[file] === undefined) throw fault('file_not_found', path)
      const uncommitted = !before[file].split('\n').includes(content)
      const commit = uncommitted ? null : (lastCommit() ?? fakeCommit)
      return { file, line, text: content, uncommitted, commit }
    },
    async fileLog(path, limit, { signal } = {}) {
      await refuseAborted(signal)
      const before = repository()
      return before[inside(path)] === undefined ? [] : (options.commits ?? [fakeCommit]).slice(0, limit)
    },

    serverCommands: async () => [],
    async openInEditor({ file }) {
      return { editor: 'VS Code', file: contentOf(file).file }
    },
    async runCommand(command, run = {}) {
      await refuseAborted(run.signal)
      if (run.cwd !== undefined) inside(run.cwd)
      const { commands = {} } = options
      const given = typeof commands === 'function' ? await commands(command, run) : commands[command]
      if (given?.output !== undefined && typeof commands !== 'function') run.onOutput?.(given.output)
      return {
        exitCode: 0,
        signal: null,
        timedOut: false,
        stopped: false,
        output: '',
        truncated: false,
        durationMs: 1,
        ...given,
      }
    },
    projectCommands: async () => [...(options.projectCommands ?? [])],
    projectScripts: async () => [],
    installedPackages: async (asked) =>
      asked.flatMap((name) => {
        const content = files[`node_modules/${name}/package.json`]
        if (typeof content !== 'string') return []
        const { version = null, description = null } = JSON.parse(content) as Partial<InstalledPackage>
        return [{ name, version, description }]
      }),

    async writeText(path, text, { expect } = {}) {
      const file = inside(path)
      const before = Object.hasOwn(files, file) ? textOf(file).text : null
      if (file === '') throw fault('file_not_written', path)
      if (expect !== undefined && expect !== before) throw fault('file_changed', path)
      const after = before === null ? text : withLineEnding(text, lineEndingOf(before))
      files[file] = after
      touched.emit()
      return { file, created: before === null, deleted: false, before, after, encoding: 'utf8' }
    },
    async deleteFile(path, { expect } = {}) {
      const { file, content } = contentOf(path)
      if (expect !== undefined && expect !== content) throw fault('file_changed', path)
      delete files[file]
      touched.emit()
    },
    async applyPatch(patch, { reverse = false } = {}) {
      const steps = parsePatch(patch).map(({ oldFile, newFile, hunks }) => {
        const [from, to] = reverse ? [newFile, oldFile] : [oldFile, newFile]
        const file = inside((from ?? to) as string)
        const before = from === null ? null : textOf(from).text
        const after = applyHunks(before ?? '', hunks, reverse)
        if (
          after.tag !== 'applied' ||
          (from === null && Object.hasOwn(files, file)) ||
          (to === null && after.text !== '')
        )
          throw fault('file_changed', file)
        return {
          file,
          created: from === null,
          deleted: to === null,
          before,
          after: to === null ? null : after.text,
          encoding: 'utf8' as const,
        }
      })
      for (const { file, after } of steps) {
        if (after === null) delete files[file]
        else files[file] = after
      }
      touched.emit()
      return steps
    },
    close: async () => {},
  }
}

const fakeCommit: Commit = {
  hash: 'f'.repeat(40),
  subject: 'As it was',
  author: 'Test',
  date: '2026-01-01T00:00:00+00:00',
}

const squash = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')

function patternOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch {
    throw fault('bad_pattern', source)
  }
}

/** Like the real one, it answers asynchronously, and not after an abort. */
async function refuseAborted(signal: AbortSignalLike | undefined): Promise<void> {
  await Promise.resolve()
  if (signal?.aborted) throw Object.assign(new Error('Stopped.'), { name: 'AbortError' })
}

function fault(code: ConstructorParameters<typeof FaultError>[0], about: string): FaultError {
  return new FaultError(code, `The fake says ${code} about ${about}.`, 'Look at the test.')
}
