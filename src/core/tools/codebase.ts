// What Parley knows about a codebase: texts, symbols, history, and the commands for working on it. File names are
// relative to the workspace root, with forward slashes; lines count from 1.
import type { Fault } from '../../shared/errors.ts'
import type { SymbolKind } from '../../shared/screen.ts'

/** The last one is for older sources that are not Unicode. */
export type TextEncoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'windows1252'
/** `none` if a text has no line end at all. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none'

/** A file that was written, and its text before that. */
export interface WrittenFile {
  file: string
  created: boolean
  /** A patch deleted the file. */
  deleted: boolean
  /** The replaced text; null if the file is new. */
  before: string | null
  /** The current text, with the file's line ends; null if the file was deleted. */
  after: string | null
  /** The encoding of the file, also of a deleted one. */
  encoding: TextEncoding
}

/** A declaration in the codebase. */
export interface CodeSymbol {
  name: string
  kind: SymbolKind
  file: string
  startLine: number
  endLine: number
  /** The class, type or module that contains it, outermost first and joined by dots; null at the top level. */
  container: string | null
  /** The declaration up to its body, on one line. */
  signature: string
  /** The comment that documents it, without comment marks; null if there is none. */
  doc: string | null
}

export interface FoundSymbol extends CodeSymbol {
  /** Its name is the one asked for, apart from case and separators, and not merely similar. */
  exact: boolean
}

export interface SymbolsOutcome {
  /** Best first. */
  symbols: FoundSymbol[]
  /** False while the index is incomplete: there may be more symbols, and better ones. */
  complete: boolean
  /** The folder has more files than the index holds, so there may be more symbols for ever. */
  truncated?: boolean
}

/** A part of a file that is about a question. */
export interface FoundPassage {
  file: string
  /** A symbol, a section of a document, or what a file contains besides its symbols. */
  kind: 'symbol' | 'section' | 'file'
  /** The name of the symbol, or the heading of the section. */
  name: string | null
  startLine: number
  endLine: number
  /** How much of the question it has, from 0 to 1. */
  coverage: number
}

export interface PassagesOutcome {
  /** Best first. */
  passages: FoundPassage[]
  /** False while the index is incomplete: there may be better ones. */
  complete: boolean
  /** The folder has more files than the index holds, so there may be better ones for ever. */
  truncated?: boolean
}

export type IndexState =
  /** Indexing has not started. */
  | { tag: 'idle'; files: 0; symbols: 0 }
  | {
      tag: 'indexing'
      files: number
      symbols: number
      /** How many files there are to read. */
      total: number
    }
  | {
      tag: 'ready'
      files: number
      symbols: number
      /** There were more files than the index holds. */
      truncated: boolean
      /** How long the first pass took. */
      durationMs: number
      /** Why Parley cannot watch the folder, so that each query looks for changes first; null if it watches. */
      watchProblem: string | null
    }
  | { tag: 'failed'; files: 0; symbols: 0; fault: Fault }

export type ChangeKind =
  'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed' | 'untracked' | 'conflicted'

export interface ChangedFile {
  file: string
  /** What is staged for the next commit; null if nothing is. */
  staged: ChangeKind | null
  /** How the file on disk differs from that; null if it does not. */
  unstaged: ChangeKind | null
  /** Its name before a rename. */
  from?: string
}

export interface GitStatus {
  /** Null if a commit is checked out instead of a branch. */
  branch: string | null
  /** The commit that is checked out; null before the first one. */
  head: string | null
  upstream: string | null
  ahead: number
  behind: number
  files: ChangedFile[]
  truncated: boolean
}

export interface Commit {
  hash: string
  subject: string
  author: string
  /** ISO 8601, with the author's time zone. */
  date: string
}

export interface CommitChanges extends Commit {
  /** The message below the subject. */
  body: string
  /** Its change against the first parent, as one unified diff. */
  diff: string
  truncated: boolean
}

/** The last change of a line. */
export interface BlamedLine {
  file: string
  line: number
  text: string
  /** The line is not committed yet, and `commit` is null. */
  uncommitted: boolean
  commit: Commit | null
}

export type CommandPurpose = 'test' | 'lint' | 'build'

export interface ProjectCommand {
  purpose: CommandPurpose
  /** As the user would type it in the workspace root. */
  command: string
  /** The file that defines it. */
  source: string
}

/** A script of a package.json. */
export interface ProjectScript {
  name: string
  /** As the user would type it, with the project's package manager. */
  command: string
}

/** A package that the project needs, as it is installed in its folder. */
export interface InstalledPackage {
  name: string
  version: string | null
  /** In the words of its authors. */
  description: string | null
}

export interface CommandResult {
  /** Null if a signal ended it. */
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  /** The abort signal stopped it. */
  stopped: boolean
  /** Standard output and error, interleaved. If that is too long, the beginning and the end. */
  output: string
  truncated: boolean
  durationMs: number
}

export interface DescribedPackage {
  name: string
  /** What it says about itself, or what it is known for; null if neither is known. */
  purpose: string | null
}

/** What a summary of a folder or of the whole workspace consists of. */
export interface CodebaseOverview {
  name: string
  files: string[]
  truncated: boolean
  /** The text of a readme, if it exists. */
  readme: string | null
  /** What the project says about itself; in the words of its main language's package manager. */
  description: string | null
  /** The file of that package manager. */
  manifest: { file: string; text: string } | null
  entryPoints: string[]
  dependencies: DescribedPackage[]
  developerDependencies: DescribedPackage[]
  commands: ProjectCommand[]
  /** How to run its app while it is developed. */
  servers: string[]
  /** The names of its scripts. */
  scripts: string[]
  branch: string | null
  commits: Commit[]
  /** The top-level declarations of the most important files. */
  symbols: CodeSymbol[]
}

/** What a summary of a file consists of. */
export interface FileOverview {
  file: string
  text: string
  size: number
  symbols: CodeSymbol[]
  commits: Commit[]
}
