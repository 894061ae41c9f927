// The codebase, as a port: reading, searching, symbols, git, running and writing. The real one is in main/workspace.
import type { SearchHit } from '../shared/artifacts.ts'
import type {
  BlamedLine,
  CodeSymbol,
  CommandResult,
  Commit,
  CommitChanges,
  GitStatus,
  IndexState,
  LineEnding,
  ProjectCommand,
  ProjectScript,
  SymbolKind,
  SymbolsOutcome,
  TextEncoding,
  WrittenFile,
} from './codebase.ts'
import type { AbortSignalLike, Stoppable, Unsubscribe } from './ports.ts'

export interface FileText {
  /** Relative to the workspace root, with forward slashes. */
  file: string
  /** Without a byte order mark; line ends as they are in the file. */
  text: string
  /** In bytes, on disk. */
  size: number
  encoding: TextEncoding
  lineEnding: LineEnding
}

/** Some lines of a file. A line that is very long is cut, and ends in an ellipsis then. */
export interface FileLines {
  file: string
  /** The number of the first of them. */
  startLine: number
  lines: string[]
}

export interface SearchOptions {
  limit: number
  /** The text is a regular expression, as ripgrep reads them. */
  regex?: boolean
  /** Only files that match one of `include`, and none that matches one of `exclude`: `*.ts`, `src/**`, `test/`. */
  globs?: { include?: readonly string[]; exclude?: readonly string[] }
  /** Hears of hits as they are found, in the order of the outcome and never more than the limit. */
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

/** What differs from the last commit. */
export interface WorkingChanges {
  diff: string
  /** There was more than is given. */
  truncated: boolean
}

/** What differs between two states, called as the repository calls them; null are the files as they are now. */
export interface ComparedChanges extends WorkingChanges {
  from: string
  to: string | null
}

export interface RunCommandOptions extends Stoppable {
  /** A folder of the workspace; its root when absent. */
  cwd?: string | undefined
  /** Ten minutes when absent. */
  timeoutMs?: number | undefined
  /** Hears what the command says, as it says it. Less than is in the result when there is too much. */
  onOutput?: ((text: string) => void) | undefined
}

/**
 * The codebase. Every path is relative to its root, or absolute inside it; anything outside is refused with
 * outside_workspace, symbolic links included. What is stopped by its signal rejects with an AbortError.
 */
export interface Workspace {
  readonly root: string
  readonly name: string

  /** The text of a file. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readText(path: string): Promise<FileText>
  /**
   * The lines around a line, as many above as below where there are as many, also of a file too large for readText.
   * Throws a FaultError: file_not_found, file_binary, file_too_large, file_changed where there is no such line.
   */
  readLines(path: string, options: { line: number; around: number }): Promise<FileLines>
  /** A picture of the workspace, ready to be shown. Throws a FaultError: file_not_found, file_binary, file_too_large. */
  readImage(path: string): Promise<{ dataUrl: string }>
  /**
   * Lines containing the text, ignoring case unless the text has capitals. Ignored and hidden files are left out.
   * Throws a FaultError: bad_request for an empty text, bad_pattern for a regular expression that is none.
   */
  search(text: string, options: SearchOptions): Promise<SearchOutcome>
  /** Files whose name or path matches what somebody said, best first. */
  findFiles(name: string, options: { limit: number; signal?: AbortSignalLike | undefined }): Promise<string[]>
  /** All files that are not ignored, in order, below a folder when one is named. */
  listFiles(options: {
    limit: number
    under?: string | undefined
    signal?: AbortSignalLike | undefined
  }): Promise<{
    files: string[]
    truncated: boolean
  }>

  /** How many lines each text file has, in the order of their names. Ignored and hidden files are left out. */
  lineCounts(options?: Pick<SearchOptions, 'globs' | 'signal'>): Promise<FileLength[]>

  /** Begins to index symbols in the background, unless that has begun. Asking for symbols does so too. */
  startIndex(): void
  indexState(): IndexState
  /** Hears every new state of the index: while it is made, and whenever it has followed a change on disk. */
  onIndexState(listener: (state: IndexState) => void): Unsubscribe
  /**
   * Symbols by what somebody said, best first: "parse config" is parseConfig and parse_config, and Parser.parse is
   * "parser parse". Waits some seconds for an index that is being made, then answers from what it has.
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
  /** What its symbols are called, as far as they are known now, each once. */
  symbolNames(limit: number): Promise<string[]>
  /** The functions and methods that have the most lines, the longest first. Waits as `symbols` does. */
  longestFunctions(options: { limit: number; signal?: AbortSignalLike | undefined }): Promise<SymbolsOutcome>
  /**
   * What a file declares, in the order of its lines, read now; nothing for a language without a grammar.
   * Throws what readText throws.
   */
  outline(path: string): Promise<CodeSymbol[]>

  /**
   * The unified diff of two texts of one file, with a git header; null stands for a file that is not there, and the
   * diff is empty where nothing differs. What takes too long to compare is given as wholly replaced.
   */
  diffTexts(file: string, before: string | null, after: string | null, options?: Stoppable): Promise<string>

  /**
   * Everything that differs from the last commit, untracked files included, as one unified diff; of one file or folder
   * when it is named. With `staged`, only what is staged. Throws a FaultError: not_a_repository, git_failed.
   */
  workingChanges(
    options?: Stoppable & { file?: string | undefined; staged?: boolean },
  ): Promise<WorkingChanges>
  /**
   * What differs between two branches, tags or commits, or between one and the files as they are now (null); of one file
   * when it is named. Throws a FaultError: bad_request where there is none of that name, not_a_repository, git_failed.
   */
  compare(
    from: string,
    to: string | null,
    options?: Stoppable & { file?: string | undefined },
  ): Promise<ComparedChanges>
  /** The branch checked out, or null where there is no git. */
  branch(): Promise<string | null>
  /** What its branches are called, the ones last worked on first; none where there is no repository. */
  branchNames(limit: number): Promise<string[]>
  /** Hears which branch is checked out, and of every other one from then on, whoever checks it out. */
  onBranch(listener: (branch: string | null) => void): Unsubscribe
  /** Throws a FaultError: not_a_repository, git_failed. The same holds for those below. */
  gitStatus(options?: Stoppable): Promise<GitStatus>
  /** Null where nothing has been committed yet. */
  lastCommit(options?: Stoppable): Promise<CommitChanges | null>
  /** Throws file_not_found where git does not know the file, bad_request where it has no such line. */
  blameLine(path: string, line: number, options?: Stoppable): Promise<BlamedLine>
  /** The commits that changed a file, newest first, also under its earlier names. */
  fileLog(path: string, limit: number, options?: Stoppable): Promise<Commit[]>

  /**
   * Runs a command line in the user's shell. However it ends is a result: failed, out of time, or stopped by the signal,
   * which ends all the processes it started. Throws a FaultError: command_failed where no shell can be started.
   */
  runCommand(command: string, options?: RunCommandOptions): Promise<CommandResult>
  /** How this project is tested, linted and built, by its own files; the best guess of each purpose first. */
  projectCommands(): Promise<ProjectCommand[]>
  /** The scripts of its package.json, where it has one. */
  projectScripts(): Promise<ProjectScript[]>

  /**
   * Writes a file whole or not at all, making the folders it needs. A file that was there keeps its encoding, its mode and
   * its kind of line ends. `expect` is the text it must still have, null that it must not exist yet; `encoding` is for a
   * file that is not there.
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
   * Applies a unified diff, or takes it back. Each hunk must be found exactly, though it may have moved; otherwise
   * nothing is written and a FaultError says file_changed. Throws bad_patch for what is no diff.
   */
  applyPatch(patch: string, options?: { reverse?: boolean }): Promise<WrittenFile[]>

  /** Stops the index and its watching. What was asked before is answered or rejected. */
  close(): Promise<void>
}
