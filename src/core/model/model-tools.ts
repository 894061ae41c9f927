// The tools a model may use: what it is told of each, and what it is told of the result. They are Parley's own tools, so
// statuses, artifacts, approvals and trust are the same for every brain.
import { z } from 'zod'
import { editTool, undoTool, writeTool } from '../tools/change-files.ts'
import type { PlannedEdit, UndoableEdit } from '../tools/edit-log.ts'
import { findPassagesTool } from '../tools/find-passages.ts'
import { findRelationsTool, type Relations } from '../tools/find-relations.ts'
import { findSymbolsTool } from '../tools/find-symbols.ts'
import {
  gitBlameTool,
  gitCompareTool,
  gitDiffTool,
  gitLogTool,
  gitShowTool,
  gitStatusTool,
} from '../tools/git-history.ts'
import { readTool, type ReadResult } from '../tools/read-file.ts'
import { runCommandTool } from '../tools/run-command.ts'
import { globTool, grepTool, listFilesTool } from '../tools/search-files.ts'
import { summarizeFolderTool } from '../tools/summarize.ts'
import type { RunnableTool } from '../tools/tool.ts'
import type { CodeSymbol, FoundSymbol } from '../tools/codebase.ts'

/** The result of a use: a value, or a sentence why there is none. */
export type Use<T> = { ok: true; value: T } | { ok: false; denied: boolean; message: string }

/** What a tool of a model works with. */
export interface Hands {
  use<A, R>(tool: RunnableTool<A, R>, args: A, options?: { hide?: 'artifact' | 'all' }): Promise<Use<R>>
  plan(path: string, change: (before: string | null) => string | null): Promise<Use<PlannedEdit | null>>
  /** What can be undone next. */
  lastEdit(): UndoableEdit | null
  /** Asks the user; null for none of the choices. */
  ask(question: string, choices: readonly string[]): Promise<string | null>
  /** Highlights lines while the reply is about them. */
  point(lines: { file: string; line: number; endLine: number }): void
}

export interface ModelTool<A = unknown> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<A>
  /** It only looks, so it may run beside others. */
  readonly reads: boolean
  run(input: A, hands: Hands): Promise<string>
}

/** Thrown with a sentence that tells the model why its call failed. */
export class ToolRefusal extends Error {}

const tool = <A>(definition: ModelTool<A>): ModelTool => definition as unknown as ModelTool

const path = z.string().min(1).max(4096).describe('relative to the open folder')
const symbolName = z.string().min(1).max(300)
const line = z.int().positive()

const MAX_LINES = 600
const MAX_LISTED = 300
const MAX_HITS = 120

export const modelTools: readonly ModelTool[] = [
  tool({
    name: 'find_code',
    description:
      'Finds the code and documents that a question in plain words is about, best first. Start here if you do not know a name.',
    input: z.object({ question: z.string().min(1).max(1000) }),
    reads: true,
    async run({ question }, { use }) {
      const { findings, complete } = valueOf(await use(findPassagesTool, { question }))
      const early = complete ? '' : '\nThe index is not complete yet: there may be better places.'
      if (findings.length === 0) return `Nothing was found.${early}`
      return `${findings
        .map(
          ({ file, startLine, endLine, kind, name, bestLine, content }) =>
            `${file}:${startLine}-${endLine} ${kind}${name === null ? '' : ` ${name}`}\n  ${bestLine}: ${content}`,
        )
        .join('\n')}${early}`
    },
  }),
  tool({
    name: 'find_symbol',
    description:
      'Finds declarations of functions, classes and types by name, also a name as somebody says it.',
    input: z.object({ name: symbolName }),
    reads: true,
    async run({ name }, { use }) {
      const found = valueOf(await use(findSymbolsTool, { pattern: name }))
      return found.length === 0 ? 'There is no such symbol.' : found.slice(0, 20).map(symbolLine).join('\n')
    },
  }),
  tool({
    name: 'find_uses',
    description: 'Finds what calls or uses a symbol, which tests mention it, and what it calls itself.',
    input: z.object({
      name: symbolName,
      file: path.optional().describe('the file that declares it, if several do'),
    }),
    reads: true,
    async run({ name, file }, { use }) {
      const found = valueOf(await use(findSymbolsTool, { pattern: name }, { hide: 'all' }))
      const symbol = chosenSymbol(found, name, file)
      if (!symbol) return 'There is no such symbol. Search for the text instead.'
      return relationsText(valueOf(await use(findRelationsTool, { pattern: name, symbol })))
    },
  }),
  tool({
    name: 'search_text',
    description: 'Searches the files for a text or a regular expression.',
    input: z.object({
      pattern: z.string().min(1).max(1000),
      regex: z.boolean().optional(),
      files: z.array(z.string().max(300)).max(20).optional().describe('globs, such as src/**/*.ts'),
    }),
    reads: true,
    async run({ pattern, regex = false, files }, { use }) {
      const { hits, truncated } = valueOf(
        await use(grepTool, { pattern, attempts: [{ pattern, regex }], ...(files && { include: files }) }),
      )
      if (hits.length === 0) return 'No line matches.'
      const shown = hits.slice(0, MAX_HITS)
      const more = truncated ? 'There are more.' : `${hits.length} in all.`
      return [
        ...shown.map((hit) => `${hit.file}:${hit.line}: ${hit.content.slice(0, 300)}`),
        ...(truncated || hits.length > shown.length ? [more] : []),
      ].join('\n')
    },
  }),
  tool({
    name: 'find_files',
    description: 'Finds files by a part of their name or path.',
    input: z.object({ name: z.string().min(1).max(300) }),
    reads: true,
    async run({ name }, { use }) {
      const { files, truncated } = valueOf(await use(globTool, { pattern: name }, { hide: 'artifact' }))
      return listText(files, truncated)
    },
  }),
  tool({
    name: 'list_files',
    description: 'Lists the files that match globs, or all of them.',
    input: z.object({ globs: z.array(z.string().max(300)).max(20).optional() }),
    reads: true,
    async run({ globs }, { use }) {
      const { files } = valueOf(
        await use(listFilesTool, globs ? { include: globs } : {}, { hide: 'artifact' }),
      )
      return listText(files, false)
    },
  }),
  tool({
    name: 'overview',
    description: 'What a folder or the whole project consists of: readme, manifest, commands, main symbols.',
    input: z.object({ folder: path.optional() }),
    reads: true,
    async run({ folder }, { use }) {
      const { files, readme, manifest, commands, branch, symbols } = valueOf(
        await use(summarizeFolderTool, folder === undefined ? {} : { folder }, { hide: 'artifact' }),
      )
      return [
        `${files.length} files${branch === null ? '' : `, branch ${branch}`}`,
        listText(files, false),
        ...commands.map(({ purpose, command }) => `${purpose}: ${command}`),
        ...(manifest === null ? [] : [`${manifest.file}:\n${manifest.text.slice(0, 3_000)}`]),
        ...(readme === null ? [] : [`Readme:\n${readme.slice(0, 4_000)}`]),
        ...(symbols.length === 0 ? [] : ['Main symbols:', ...symbols.map(symbolLine)]),
      ].join('\n')
    },
  }),
  tool({
    name: 'read_file',
    description: `Reads a file, with line numbers. Up to ${MAX_LINES} lines; ask for others with line and end_line.`,
    input: z.object({ path, line: line.optional(), end_line: line.optional() }),
    reads: true,
    async run({ path: file, line: from, end_line: to }, { use }) {
      const until = from === undefined ? undefined : Math.min(to ?? Infinity, from + MAX_LINES - 1)
      const read = valueOf(
        await use(readTool, {
          path: file,
          ...(from !== undefined && { line: from, endLine: Math.max(from, until ?? from) }),
        }),
      )
      return readText(read)
    },
  }),
  tool({
    name: 'show',
    description: 'Opens a file on the user’s screen and highlights lines, while you talk about them.',
    input: z.object({ path, line: line.optional(), end_line: line.optional() }),
    reads: true,
    async run({ path: file, line: from, end_line: to }, { use, point }) {
      valueOf(await use(readTool, { path: file, ...(from !== undefined && { line: from }) }))
      if (from !== undefined) point({ file, line: from, endLine: Math.max(from, to ?? from) })
      return 'The user sees it.'
    },
  }),
  tool({
    name: 'git_status',
    description: 'Which files are changed or staged, and the branch.',
    input: z.object({}),
    reads: true,
    async run(_, { use }) {
      const { branch, ahead, behind, files } = valueOf(await use(gitStatusTool, {}, { hide: 'artifact' }))
      const place = `Branch ${branch ?? 'none'}, ${ahead} ahead, ${behind} behind.`
      if (files.length === 0) return `${place} Nothing is changed.`
      const lines = files
        .slice(0, MAX_LISTED)
        .map(
          ({ file, staged, unstaged }) =>
            `${file}: ${[staged && `${staged} (staged)`, unstaged].filter(Boolean).join(', ')}`,
        )
      return [place, ...lines].join('\n')
    },
  }),
  tool({
    name: 'git_diff',
    description:
      'The uncommitted changes, of one file or all; or the changes between two branches or commits.',
    input: z.object({
      file: path.optional(),
      staged: z.boolean().optional(),
      from: z.string().min(1).max(300).optional().describe('a branch, tag or commit to compare with'),
      to: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .describe('the other one; the files as they are now if absent'),
    }),
    reads: true,
    async run({ file, staged, from, to }, { use }) {
      const { diff } =
        from === undefined
          ? valueOf(
              await use(gitDiffTool, { ...(file !== undefined && { file }), ...(staged && { staged }) }),
            )
          : valueOf(await use(gitCompareTool, { from, to: to ?? null, ...(file !== undefined && { file }) }))
      return diff === '' ? 'Nothing differs.' : diff
    },
  }),
  tool({
    name: 'git_log',
    description: 'The latest commits, of one file or of all; with changes, the whole last commit.',
    input: z.object({ file: path.optional(), last_commit: z.boolean().optional() }),
    reads: true,
    async run({ file, last_commit: last }, { use }) {
      if (last === true) {
        const commit = valueOf(await use(gitShowTool, {}))
        return commit === null
          ? 'Nothing is committed yet.'
          : `${commit.hash} ${commit.author} ${commit.date}\n${commit.subject}\n${commit.body}\n${commit.diff}`
      }
      const commits = valueOf(await use(gitLogTool, file === undefined ? {} : { file }, { hide: 'artifact' }))
      return commits.length === 0
        ? 'There are no commits.'
        : commits
            .map(
              ({ hash, date, author, subject }) =>
                `${hash.slice(0, 12)} ${date.slice(0, 10)} ${author}: ${subject}`,
            )
            .join('\n')
    },
  }),
  tool({
    name: 'git_blame',
    description: 'Who last changed a line, when and in which commit.',
    input: z.object({ file: path, line }),
    reads: true,
    async run(args, { use }) {
      const { commit, text } = valueOf(await use(gitBlameTool, args, { hide: 'artifact' }))
      return commit === null
        ? `Not committed yet: ${text}`
        : `${commit.hash.slice(0, 12)} ${commit.date} ${commit.author}: ${commit.subject}\n${text}`
    },
  }),
  tool({
    name: 'edit_file',
    description:
      'Replaces a text in a file. old_text must be in the file exactly once, with its white space and without line numbers; give enough lines around it, or set all.',
    input: z.object({
      path,
      old_text: z.string().min(1).max(200_000),
      new_text: z.string().max(200_000),
      all: z.boolean().optional().describe('replaces every place'),
    }),
    reads: false,
    async run({ path: file, old_text: old, new_text: fresh, all = false }, hands) {
      let problem: string | null = null
      const planned = valueOf(
        await hands.plan(file, (before) => {
          if (before === null) problem = 'There is no such file. Use write_file to create it.'
          else {
            const replaced = replaceIn(before, old, fresh, all)
            if (typeof replaced === 'string') return replaced
            problem = replaced.problem
          }
          return before
        }),
      )
      if (problem !== null) throw new ToolRefusal(problem)
      if (planned === null) return 'Nothing to change: the file reads like that already.'
      return change(editTool, planned, `Edit ${planned.file}`, hands)
    },
  }),
  tool({
    name: 'write_file',
    description: 'Creates a file, or replaces the whole text of one.',
    input: z.object({ path, content: z.string().max(1_000_000) }),
    reads: false,
    async run({ path: file, content }, hands) {
      const planned = valueOf(await hands.plan(file, () => content))
      if (planned === null) return 'Nothing to change: the file reads like that already.'
      return change(
        writeTool,
        planned,
        `${planned.before === null ? 'Create' : 'Write'} ${planned.file}`,
        hands,
      )
    },
  }),
  tool({
    name: 'undo_last_change',
    description:
      'Takes back the last change to files that was made in this session, also one the user made in Parley. Use it when the user says “undo that”; use it again for the change before.',
    input: z.object({}),
    reads: false,
    async run(_, { use, lastEdit }) {
      const last = lastEdit()
      if (last === null) return 'There is no change to undo.'
      valueOf(await use(undoTool, { edit: last.id, path: last.files[0] ?? '' }))
      return `Undone. This is as it was before: ${last.files.join(', ')}`
    },
  }),
  tool({
    name: 'run_command',
    description:
      'Runs a command line in the user’s shell, in the open folder, and waits for its end. Not for servers or anything that waits for input.',
    input: z.object({ command: z.string().min(1).max(20_000) }),
    reads: false,
    async run({ command }, { use }) {
      const { exitCode, signal, timedOut, output } = valueOf(await use(runCommandTool, { command }))
      const end = timedOut
        ? 'It took too long and was ended.'
        : exitCode === null
          ? `Ended by ${signal ?? 'a signal'}.`
          : `Exit code ${exitCode}.`
      return `${end}\n${output}`
    },
  }),
  tool({
    name: 'ask_user',
    description: 'Asks the user a question with two to nine short choices, and waits for the answer.',
    input: z.object({
      question: z.string().min(1).max(300),
      choices: z.array(z.string().min(1).max(200)).min(2).max(9),
    }),
    reads: false,
    async run({ question, choices }, { ask }) {
      const chosen = await ask(question, choices)
      return chosen === null ? 'The user chose none of these.' : `The user chose: ${chosen}`
    },
  }),
]

function valueOf<T>(used: Use<T>): T {
  if (used.ok) return used.value
  throw new ToolRefusal(used.denied ? 'The user did not allow this.' : used.message)
}

async function change(
  with_: typeof editTool,
  { file, before, after, diff }: PlannedEdit,
  title: string,
  { use }: Hands,
): Promise<string> {
  valueOf(await use(with_, { path: file, before, after, diff, title: title.slice(0, 300), action: title }))
  return `Done. ${file} is changed.`
}

/** The new text, or why there is none. */
function replaceIn(before: string, old: string, fresh: string, all: boolean): string | { problem: string } {
  // The model writes line feeds, whatever the file has.
  const isCrlf = before.includes('\r\n') && !old.includes('\r\n')
  const wanted = isCrlf ? old.replaceAll('\n', '\r\n') : old
  const next = isCrlf ? fresh.replaceAll('\n', '\r\n') : fresh
  const count = before.split(wanted).length - 1
  if (count === 0)
    return { problem: 'The file does not have this text. Read it again, and copy the text exactly.' }
  if (count > 1 && !all)
    return { problem: `The file has this text ${count} times. Give more lines around it, or set all.` }
  return before.split(wanted).join(next)
}

const symbolLine = ({ file, startLine, endLine, kind, signature, doc }: CodeSymbol): string =>
  `${file}:${startLine}-${endLine} ${kind}: ${signature.slice(0, 300)}${doc === null ? '' : `\n  ${doc.slice(0, 200).replaceAll(/\s+/g, ' ')}`}`

function chosenSymbol(
  found: readonly FoundSymbol[],
  name: string,
  file: string | undefined,
): FoundSymbol | null {
  const fitting = file === undefined ? found : found.filter((one) => one.file === file)
  return fitting.find((one) => one.name === name) ?? fitting[0] ?? null
}

function relationsText({ symbol, uses, calls, truncated }: Relations): string {
  const useLines = uses
    .slice(0, MAX_HITS)
    .map(
      ({ file, line: at, content, inside, isTest }) =>
        `${file}:${at}${isTest ? ' (test)' : ''}${inside === null ? '' : ` in ${inside.name}`}: ${content.trim().slice(0, 200)}`,
    )
  return [
    `Declared at ${symbolLine(symbol)}`,
    ...(useLines.length === 0 ? ['Nothing else mentions it.'] : ['Used at:', ...useLines]),
    ...(truncated || uses.length > MAX_HITS ? ['There are more uses.'] : []),
    ...(calls.length === 0 ? [] : ['It calls:', ...calls.map(symbolLine)]),
  ].join('\n')
}

function listText(files: readonly string[], truncated: boolean): string {
  if (files.length === 0) return 'No file matches.'
  const shown = files.slice(0, MAX_LISTED)
  const more = files.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : truncated ? ['There are more.'] : [])].join('\n')
}

function readText(read: ReadResult): string {
  if (read.kind === 'unreadable') return read.note
  const start = read.startLine ?? 1
  const all = read.text.split('\n')
  if (all.at(-1) === '') all.pop()
  const shown = all.slice(0, MAX_LINES)
  const more = all.length - shown.length
  const numbered = shown.map((text, at) => `${start + at}\t${text.slice(0, 2_000)}`)
  if (numbered.length === 0) return 'The file is empty.'
  return more > 0 || read.partial
    ? `${numbered.join('\n')}\n[The file goes on${more > 0 ? ` for ${more} more lines` : ''}.]`
    : numbered.join('\n')
}
