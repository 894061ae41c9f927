// The codebase, as a port: reading, searching, symbols, git, running and writing. The real one is in main/workspace.
import type { EditorId } from '../../shared/editors.ts'
import type { SearchHit } from '../../shared/artifacts.ts'
import type {
  BlamedLine,
  CodeSymbol,
  CommandResult,
  Commit,
  CommitChanges,
  GitStatus,
  InstalledPackage,
  IndexState,
  LineEnding,
  PassagesOutcome,
  ProjectCommand,
  ProjectScript,
  SymbolsOutcome,
  TextEncoding,
  WrittenFile,
} from '../tools/codebase.ts'
import type { SymbolKind } from '../../shared/screen.ts'
import type { AbortSignalLike, Stoppable, Unsubscribe } from './clock.ts'

export interface FileText {
  /** Relative to the workspace root, with forward slashes. */
  file: string
  /** Without a byte order mark; with the file's line ends. */
  text: string
  /** In bytes, on disk. */
  size: number
  encoding: TextEncoding
  lineEnding: LineEnding
}

/** Some lines of a file. A very long line is cut and ends in an ellipsis. */
export interface FileLines {
  file: string
  /** The number of the first line. */
  startLine: number
  lines: string[]
}

export interface SearchOptions {
  limit: number
  /** The text is a regular expression in ripgrep's syntax. */
  regex?: boolean
  /** Only files that match one of `include`, and none that matches one of `exclude`: `*.ts`, `src/**`, `test/`. */
  globs?: { include?: readonly string[]; exclude?: readonly string[] }
  /** Receives hits as they are found, in the order of the result and never more than the limit. */
  onHits?: ((hits: SearchHit[]) => void) | undefined
  signal?: AbortSignalLike | undefined
}

export interface SearchOutcome {
  hits: SearchHit[]
  /** There were more hits than the limit. */
  truncated: boolean
}

export interface FileLength {
  file: string
  lines: number
}

/** Changes since the last commit. */
export interface WorkingChanges {
  diff: string
  /** The diff is not complete. */
  truncated: boolean
  /** The commit that the working changes are changes of. */
  base?: string
}

/** Changes between two commits, with their names in the repository; null means the files as they are now. */
export interface ComparedChanges extends WorkingChanges {
  from: string
  to: string | null
}

export interface RunCommandOptions extends Stoppable {
  /** A folder of the workspace; its root when absent. */
  cwd?: string | undefined
  /** Ten minutes when absent; null for no limit. */
  timeoutMs?: number | null | undefined
  /** Added to the environment of the command. */
  env?: Readonly<Record<string, string>> | undefined
  /** Receives output as it is printed. Less than in the result if there is too much. */
  onOutput?: ((text: string) => void) | undefined
  /** `onOutput` receives everything, however much it is, and keeps what it needs. */
  pourOutput?: boolean | undefined
  /** The command runs: nothing about the request was wrong. */
  onStarted?: (() => void) | undefined
}

export interface EditorRequest {
  file: string
  line?: number | null | undefined
  /** The one in the settings when absent. */
  editor?: EditorId | undefined
}

/**
 * The codebase. Every path is relative to its root, or absolute inside it; anything outside is refused with
 * outside_workspace, symbolic links included. A call that its signal stops rejects with an AbortError.
 */
export interface Workspace {
  readonly root: string
  readonly name: string

  /** The text of a file. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readText(path: string): Promise<FileText>
  /**
   * The lines around a line, as many above as below if there are as many, also of a file too large for readText.
   * Throws a FaultError: file_not_found, file_binary, file_too_large, file_changed if there is no such line.
   */
  readLines(path: string, options: { line: number; around: number }): Promise<FileLines>
  /** A picture of the workspace as a data URL. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readImage(path: string): Promise<{ dataUrl: string }>
  /**
   * Lines containing the text, ignoring case unless the text has capitals. Ignored and hidden files are left out.
   * Throws a FaultError: bad_request for an empty text, bad_pattern for an invalid regular expression.
   */
  search(text: string, options: SearchOptions): Promise<SearchOutcome>
  /** Files whose name or path matches what the user said, best first. */
  findFiles(name: string, options: { limit: number; signal?: AbortSignalLike | undefined }): Promise<string[]>
  /** All files that are not ignored, in order; only those below a folder if one is given. */
  listFiles(options: {
    limit: number
    under?: string | undefined
    /** Faster. If there are more files than the limit, any of them may be left out. */
    anyOrder?: boolean | undefined
    signal?: AbortSignalLike | undefined
  }): Promise<{
    files: string[]
    truncated: boolean
  }>

  /** How many lines each text file has, in any order. Ignored and hidden files are left out. */
  lineCounts(options?: Pick<SearchOptions, 'globs' | 'signal'>): Promise<FileLength[]>

  /** Starts to index symbols in the background, unless that has started. Queries for symbols do so too. */
  startIndex(): void
  indexState(): IndexState
  /** Receives every new state of the index: while it is built, and after it has followed a change on disk. */
  onIndexState(listener: (state: IndexState) => void): Unsubscribe
  /**
   * Symbols by what the user said, best first: "parse config" is parseConfig and parse_config, and Parser.parse is
   * "parser parse". Waits some seconds for an index that is being built, then answers from what it has.
   */
  symbols(
    query: string,
    options: {
      limit: number
      file?: string | undefined
      kind?: SymbolKind | undefined
      signal?: AbortSignalLike | undefined
    },
  ): Promise<SymbolsOutcome>
  /**
   * Passages of code and documents that are about a question in plain words, best first: "where do we check that the user
   * is signed in". Waits as `symbols` does.
   */
  passages(
    question: string,
    options: { limit: number; signal?: AbortSignalLike | undefined },
  ): Promise<PassagesOutcome>
  /** The symbols that are called exactly so, in any file. Waits as `symbols` does. */
  symbolsNamed(names: readonly string[]): Promise<CodeSymbol[]>
  /** The names of the symbols indexed so far, each once. */
  symbolNames(limit: number): Promise<string[]>
  /**
   * The functions and methods that have the most lines, the longest first; with `include`, of the files that match one of
   * these globs. Waits as `symbols` does.
   */
  longestFunctions(options: {
    limit: number
    include?: readonly string[] | undefined
    signal?: AbortSignalLike | undefined
  }): Promise<SymbolsOutcome>
  /**
   * The declarations of a file in the order of its lines, read now; none for a language without a grammar.
   * Throws what readText throws.
   */
  outline(path: string): Promise<CodeSymbol[]>
  /**
   * The declarations of a text, as if it were the text of this file, which need not exist. Throws a FaultError:
   * outside_workspace.
   */
  outlineOf(file: string, text: string): Promise<CodeSymbol[]>

  /**
   * The unified diff of two texts of one file, with a git header; null stands for a file that does not exist. The diff
   * is empty if nothing differs. A text that takes too long to compare is replaced as a whole.
   */
  diffTexts(file: string, before: string | null, after: string | null, options?: Stoppable): Promise<string>

  /**
   * All changes since the last commit, untracked files included, as one unified diff; of one file or folder if it is
   * given. With `staged`, only what is staged. Throws a FaultError: not_a_repository, git_failed.
   */
  workingChanges(
    options?: Stoppable & { file?: string | undefined; staged?: boolean },
  ): Promise<WorkingChanges>
  /**
   * The changes between two branches, tags or commits, or between one and the files as they are now (null); of one file
   * if it is given. Throws a FaultError: bad_request for an unknown name, not_a_repository, git_failed.
   */
  compare(
    from: string,
    to: string | null,
    options?: Stoppable & { file?: string | undefined },
  ): Promise<ComparedChanges>
  /** The checked-out branch; null without a repository. */
  branch(): Promise<string | null>
  /**
   * Reports that something changed on disk: a file of the project, or what git knows. Changes that come together may be
   * reported once, and only while the folder can be watched.
   */
  onChange(listener: () => void): Unsubscribe
  /** The names of the branches, the most recently used first; none without a repository. */
  branchNames(limit: number): Promise<string[]>
  /** Receives the checked-out branch, and every other one from then on, whoever checks it out. */
  onBranch(listener: (branch: string | null) => void): Unsubscribe
  /** Throws a FaultError: not_a_repository, git_failed. So do the next three. */
  gitStatus(options?: Stoppable): Promise<GitStatus>
  /** Null if nothing has been committed yet. */
  lastCommit(options?: Stoppable): Promise<CommitChanges | null>
  /** Throws file_not_found if git does not know the file, bad_request if it has no such line. */
  blameLine(path: string, line: number, options?: Stoppable): Promise<BlamedLine>
  /** The commits that changed a file, newest first, also under its earlier names. */
  fileLog(path: string, limit: number, options?: Stoppable): Promise<Commit[]>

  /**
   * Runs a command line in the user's shell. Every end is a result: failed, out of time, or stopped by the signal, which
   * ends all processes it started. Throws a FaultError: command_failed if no shell can be started.
   */
  runCommand(command: string, options?: RunCommandOptions): Promise<CommandResult>
  /** How to test, lint and build this project, from its own files; the best guess for each purpose first. */
  projectCommands(): Promise<ProjectCommand[]>
  /** How to run its app while it is developed, from its own files; the likeliest first. */
  serverCommands(): Promise<string[]>
  /** The scripts of its package.json, if it has one. */
  projectScripts(): Promise<ProjectScript[]>
  /** Those of the packages that are installed in the folder; only the first 60 are looked for. */
  installedPackages(names: readonly string[]): Promise<InstalledPackage[]>

  /**
   * Opens a file in the user's own editor, at a line. Resolves with the editor's title and the file.
   * Throws a FaultError: file_not_found, editor_absent, command_failed.
   */
  openInEditor(request: EditorRequest): Promise<{ editor: string; file: string }>

  /**
   * Writes a file whole or not at all, and creates the folders it needs. An existing file keeps its encoding, mode and
   * line ends. `expect` is the text it must still have; null means that it must not exist yet. `encoding` is for a new
   * file.
   * Throws a FaultError: file_changed, file_binary, file_not_written.
   */
  writeText(
    path: string,
    text: string,
    options?: { expect?: string | null | undefined; encoding?: TextEncoding | undefined },
  ): Promise<WrittenFile>
  /** Throws a FaultError: file_not_found, file_changed, file_not_written. */
  deleteFile(path: string, options?: { expect?: string | undefined }): Promise<void>
  /**
   * Applies or reverts a unified diff. Each hunk must be found exactly, though it may have moved; otherwise nothing is
   * written, and a FaultError says file_changed. Throws bad_patch for what is no diff.
   */
  applyPatch(patch: string, options?: { reverse?: boolean }): Promise<WrittenFile[]>

  /** Stops the index and the watching. Pending calls are answered or rejected. */
  close(): Promise<void>
}
