// The codebase as tools, as a port: what a brain uses, each use with an outcome fit to be told of.
import type {
  BlamedLine,
  CodeSymbol,
  CommandResult,
  Commit,
  CommitChanges,
  FoundSymbol,
  GitStatus,
  ProjectCommand,
  ProjectScript,
} from './codebase.ts'
import type { SearchHit } from '../shared/artifacts.ts'
import type { Stoppable, ToolOutcome, ToolOutput } from './ports.ts'
import type { FileLength, SearchOutcome } from './workspace.ts'

/** What a tool gave back, with the same as a value for whoever used it. */
export type ToolResult<T> = { ok: true; output: ToolOutput; value: T } | Exclude<ToolOutcome, { ok: true }>

/** A change to one file that has been worked out and not yet made. */
export interface PlannedEdit {
  file: string
  /** Null where the file is not there yet. */
  before: string | null
  /** Null where the file is to be removed. */
  after: string | null
  diff: string
}

/** A change the agent made, or a hunk it took out, that can still be undone. */
export interface UndoableEdit {
  files: string[]
  /** What was done, as a unified diff. */
  diff: string
  /** What undoing it would do, as a unified diff. */
  reverse: string
}

/** A codebase at a glance. */
export interface CodebaseGlance {
  name: string
  files: string[]
  truncated: boolean
  /** The text of a readme, of package.json, where they are there. */
  readme: string | null
  manifest: string | null
  commands: ProjectCommand[]
  branch: string | null
  commits: Commit[]
  /** What the files declare that say most, outermost things only. */
  symbols: CodeSymbol[]
}

/** A file at a glance. */
export interface FileGlance {
  file: string
  text: string
  size: number
  symbols: CodeSymbol[]
  commits: Commit[]
}

export interface GrepOptions extends Stoppable {
  regex?: boolean | undefined
  /** Only files that match one of these. */
  include?: readonly string[] | undefined
  /** What the search is called on screen, where its pattern says little. */
  title?: string | undefined
  /** It is looked up only to answer with it, and is not worth a tab. */
  quiet?: boolean | undefined
  /** Hears of hits while the search goes on; the same ones are in what comes of it. */
  onHits?: ((hits: readonly SearchHit[]) => void) | undefined
}

/**
 * The tools that work on the codebase, for whoever answers and for commands that take no words.
 * They never throw: what fails, or is stopped by the signal, is an outcome.
 */
export interface WorkspaceTools {
  /** The folder that is open, where commands run; null where none is. */
  readonly root: string | null
  /** For `Read`: the text of a file, or some of its lines, and the line in it to look at. */
  read(
    path: string,
    options?: Stoppable & { focusLine?: number; lines?: { from: number; to: number } | undefined },
  ): Promise<ToolOutcome>
  /** For `Grep`: the lines that contain a text. The hits are also in `details.results`. */
  grep(text: string, options?: GrepOptions): Promise<ToolResult<SearchOutcome>>
  /** For `Glob`: the files somebody may mean, in `details.results`; `details.best` when it can only be one of them. */
  glob(name: string, options?: Stoppable): Promise<ToolResult<{ files: string[]; best: string | null }>>
  /** For `Grep`: what is declared by a name, best first. It makes no tab. */
  symbols(
    name: string,
    options?: Stoppable & { file?: string | undefined },
  ): Promise<ToolResult<FoundSymbol[]>>
  /** What a file declares. */
  outline(path: string): Promise<ToolResult<CodeSymbol[]>>
  /** For `Bash` with `git diff HEAD`: what differs from the last commit, in `details.diff`. */
  changes(
    options?: Stoppable & { file?: string | undefined; staged?: boolean | undefined },
  ): Promise<ToolOutcome>
  /** For `Bash` with `git diff`: what differs between two branches, or one and the files as they are, in `details.diff`. */
  compare(
    from: string,
    to: string | null,
    options?: Stoppable & { file?: string | undefined },
  ): Promise<ToolResult<{ from: string; to: string | null }>>
  /** The branch checked out; null where there is no git. */
  branch(): Promise<ToolResult<string | null>>
  /** For `Bash` with `git status`: the branch, and what is not as it was committed. */
  status(options?: Stoppable): Promise<ToolResult<GitStatus>>
  /** For `Bash` with `git show`: the last commit, its change in `details.diff`. */
  lastCommit(options?: Stoppable): Promise<ToolResult<CommitChanges | null>>
  /** For `Bash` with `git blame`. */
  blame(path: string, line: number, options?: Stoppable): Promise<ToolResult<BlamedLine>>
  /** For `Bash` with `git log`. */
  log(path: string, options?: Stoppable): Promise<ToolResult<Commit[]>>
  /** For `Glob`: all files that match one of these; all there are when none is given. They are also in `details.results`. */
  list(
    options?: Stoppable & { include?: readonly string[] | undefined; title?: string | undefined },
  ): Promise<ToolResult<string[]>>
  /** For `Grep`: how many lines each file has. It makes no tab. */
  lengths(
    options?: Stoppable & { include?: readonly string[] | undefined },
  ): Promise<ToolResult<FileLength[]>>
  /** For `Grep`: the longest functions and methods, the longest first. It makes no tab. */
  longest(limit: number, options?: Stoppable): Promise<ToolResult<CodeSymbol[]>>
  /** The folders there are, the shallowest first. */
  folders(options?: Stoppable): Promise<ToolResult<string[]>>
  /** For `Glob`: all that a summary of a folder is made of, of the whole workspace when none is named. It makes no tab. */
  glance(options?: Stoppable & { under?: string | undefined }): Promise<ToolResult<CodebaseGlance>>
  /** For `Read`: all that a summary of a file is made of. It makes no tab. */
  glanceAtFile(path: string, options?: Stoppable): Promise<ToolResult<FileGlance>>

  /** The commands the project is worked on with, and the scripts of its package.json. */
  commands(): Promise<ToolResult<{ commands: ProjectCommand[]; scripts: ProjectScript[] }>>
  /** For `Bash`: runs a command. One that fails is a failure whose message is the end of what it said. */
  run(
    command: string,
    options?: Stoppable & { onOutput?: ((text: string) => void) | undefined },
  ): Promise<ToolOutcome & { result: CommandResult | null }>

  /** Works out a change by what it makes of the text of a file; null where it makes nothing else of it. */
  plan(
    path: string,
    change: (before: string | null) => string | null,
  ): Promise<ToolResult<PlannedEdit | null>>
  /** For `Edit` and `Write`: makes a planned change, unless the file is not as it was planned for. */
  apply(plan: PlannedEdit): Promise<ToolOutcome>
  /** The change that undo would undo. */
  lastEdit(): UndoableEdit | null
  /** For `Edit`: undoes the last change that is not undone yet. Refused with file_changed where the file has changed since. */
  undo(): Promise<ToolOutcome>
  /** For the window: takes a hunk, given as a unified diff, out of its file again. It can be undone. */
  revertHunk(patch: string, options?: { onUndone?(): void }): Promise<ToolOutcome>
}
