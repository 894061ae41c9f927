// What git knows: changes, commits, branches, and who changed a line.
import { z } from 'zod'
import { baseName } from '../../base/base-name.ts'
import { languageOfFile } from '../artifacts/file-language.ts'
import type { Fields } from '../artifacts/tool-fields.ts'
import type { ComparedChanges, WorkingChanges } from '../ports/workspace.ts'
import { commitsReport } from '../understanding/replies/commits-report.ts'
import { summarizeDiff } from '../understanding/replies/diff-summary.ts'
import { codeBlock, inlineCode, escapeMarkdown } from '../understanding/replies/markdown-text.ts'
import { spokenDate } from '../understanding/replies/commits-report.ts'
import { statusReport } from '../understanding/replies/status-report.ts'
import { changesTitle } from './changes-title.ts'
import { diffArtifact } from './change-files.ts'
import { shellWord } from './shell-word.ts'
import type { BlamedLine, Commit, CommitChanges, GitStatus } from './codebase.ts'
import type { ArtifactContent, RunnableTool, ToolStatus } from './tool.ts'

const MAX_COMMITS = 50
const failure = 'Failed'

/** The command as the user would type it, apart from options that only fix the format. Leaves out what is absent. */
const git = (...words: unknown[]): ToolStatus => ({
  action: 'executing_command',
  detail: [
    'git',
    ...words.filter((word) => typeof word === 'string').map((word) => shellWord(word, 'sh')),
  ].join(' '),
})
const onlyFile = ({ file }: Fields): unknown[] => (typeof file === 'string' ? ['--', file] : [])

function changesArtifact(diff: string, title: string): ArtifactContent | null {
  const { files } = summarizeDiff(diff)
  return diffArtifact({ diff, title, file: files.length === 1 ? files[0] : undefined })
}

const diffArgs = z.object({ file: z.string().optional(), staged: z.boolean().optional() })

export const gitDiffTool: RunnableTool<z.infer<typeof diffArgs>, WorkingChanges> = {
  name: 'GitDiff',
  failure,
  status: (fields) => git('diff', fields['staged'] === true ? '--staged' : 'HEAD', ...onlyFile(fields)),
  args: diffArgs,
  run: ({ file, staged = false }, { workspace, signal }) =>
    workspace.workingChanges({ file, staged, signal }),
  artifact: ({ diff }, args) => changesArtifact(diff, changesTitle(args)),
}

const compareArgs = z.object({
  from: z.string(),
  /** Null for the files as they are now. */
  to: z.string().nullable(),
  file: z.string().optional(),
})

export const gitCompareTool: RunnableTool<z.infer<typeof compareArgs>, ComparedChanges> = {
  name: 'GitCompare',
  failure,
  status: (fields) => git('diff', fields['from'], fields['to'], ...onlyFile(fields)),
  args: compareArgs,
  run: ({ from, to, file }, { workspace, signal }) => workspace.compare(from, to, { file, signal }),
  artifact: ({ diff, from, to }) =>
    changesArtifact(diff, to === null ? `Since ${from}` : `${from} and ${to}`),
}

const noArgs = z.object({})

export const gitShowTool: RunnableTool<z.infer<typeof noArgs>, CommitChanges | null> = {
  name: 'GitShow',
  failure,
  status: () => git('show', 'HEAD'),
  args: noArgs,
  run: (_, { workspace, signal }) => workspace.lastCommit({ signal }),
  artifact: (commit) => commit && changesArtifact(commit.diff, `Last commit: ${commit.subject}`),
}

export const gitStatusTool: RunnableTool<z.infer<typeof noArgs>, GitStatus> = {
  name: 'GitStatus',
  failure,
  status: () => git('status'),
  args: noArgs,
  run: (_, { workspace, signal }) => workspace.gitStatus({ signal }),
  artifact: (status) =>
    status.files.length === 0
      ? null
      : { kind: 'markdown', title: 'Status', query: 'status', content: statusReport(status) },
}

const logArgs = z.object({ file: z.string().optional() })

export const gitLogTool: RunnableTool<z.infer<typeof logArgs>, Commit[]> = {
  name: 'GitLog',
  failure,
  status: (fields) => git('log', fields['file'] === undefined ? undefined : '--follow', ...onlyFile(fields)),
  args: logArgs,
  run: ({ file = '.' }, { workspace, signal }) => workspace.fileLog(file, MAX_COMMITS, { signal }),
  artifact(commits, { file }) {
    if (commits.length === 0) return null
    const heading = file === undefined ? 'Commits' : `History of ${inlineCode(file)}`
    const title = file === undefined ? 'Commits' : `History: ${baseName(file)}`
    const query = `history ${file ?? ''}`.trim()
    return { kind: 'markdown', title, query, content: commitsReport(heading, commits) }
  },
}

const blameArgs = z.object({ file: z.string(), line: z.int().positive() })

export const gitBlameTool: RunnableTool<z.infer<typeof blameArgs>, BlamedLine> = {
  name: 'GitBlame',
  failure,
  status: (fields) =>
    git('blame', '-L', `${String(fields['line'])},${String(fields['line'])}`, ...onlyFile(fields)),
  args: blameArgs,
  run: ({ file, line }, { workspace, signal }) => workspace.blameLine(file, line, { signal }),
  artifact({ commit, text }, { file, line }) {
    if (commit === null) return null
    const { author, date, subject, hash } = commit
    const content = [
      `# Line ${line} of ${inlineCode(file)}`,
      codeBlock(text, languageOfFile(file)),
      `${escapeMarkdown(author)}, ${spokenDate(date)}, in ${inlineCode(hash.slice(0, 12))}:`,
      `> ${escapeMarkdown(subject)}`,
    ]
    const title = `Line ${line}: ${author}`
    return { kind: 'markdown', title, query: `blame ${file} ${line}`, content: `${content.join('\n\n')}\n` }
  },
}
