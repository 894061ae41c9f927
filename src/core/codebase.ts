// What can be told about a codebase: its texts, its symbols, its history, and the commands it is worked on with.
// Every file is named relative to the workspace root, with forward slashes; lines count from 1.
import type { Fault } from '../shared/errors.ts'

/** The last is for older sources that are no Unicode: Latin-1, and what Windows makes of it. */
export type TextEncoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'windows1252'
/** `none` where a text has no line end at all. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none'

/** What was written, and what was there before it. */
export interface WrittenFile {
  file: string
  created: boolean
  /** A patch took the file away. */
  deleted: boolean
  /** The text that was replaced; null where the file is new. */
  before: string | null
  /** The text as it is now, with the file's own line ends; null where the file is gone. */
  after: string | null
  /** What it is written in, or was. */
  encoding: TextEncoding
}

export const symbolKinds = [
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'module',
] as const
/** Traits and protocols are interfaces; namespaces are modules; a constructor is a method. */
export type SymbolKind = (typeof symbolKinds)[number]

/** Something a codebase declares. */
export interface CodeSymbol {
  name: string
  kind: SymbolKind
  file: string
  startLine: number
  endLine: number
  /** The class, type or module it belongs to, outermost first and joined by dots; null at the top of a file. */
  container: string | null
  /** The declaration up to its body, on one line. */
  signature: string
  /** The comment that documents it, without the marks of a comment; null where there is none. */
  doc: string | null
}

export interface FoundSymbol extends CodeSymbol {
  /** Its name is what was asked for, apart from capitals and separators; not merely like it. */
  exact: boolean
}

export interface SymbolsOutcome {
  /** Best first. */
  symbols: FoundSymbol[]
  /** False while the index is still being made: there may be more, and better ones. */
  complete: boolean
}

export type IndexState =
  /** Nobody has asked for it yet. */
  | { tag: 'idle'; files: 0; symbols: 0 }
  | {
      tag: 'indexing'
      files: number
      symbols: number
      /** How many files there are to read. */ total: number
    }
  | {
      tag: 'ready'
      files: number
      symbols: number
      /** There were more files than are indexed. */
      truncated: boolean
      /** How long the first reading took. */
      durationMs: number
      /** Why the folder cannot be watched, in words; then each question first looks for what changed. Null when it is watched. */
      watchProblem: string | null
    }
  | { tag: 'failed'; files: 0; symbols: 0; fault: Fault }

export type ChangeKind =
  'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed' | 'untracked' | 'conflicted'

export interface ChangedFile {
  file: string
  /** What is staged for the next commit; null for nothing. */
  staged: ChangeKind | null
  /** What differs from that on disk; null for nothing. */
  unstaged: ChangeKind | null
  /** The name it had, where it was renamed. */
  from?: string
}

export interface GitStatus {
  /** Null where a commit is checked out instead of a branch. */
  branch: string | null
  /** The commit checked out; null before the first one. */
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
  /** What is said below the subject. */
  body: string
  /** What it changed against its first parent, as one unified diff. */
  diff: string
  truncated: boolean
}

/** Who last changed a line. */
export interface BlamedLine {
  file: string
  line: number
  text: string
  /** The line differs from every commit: nobody has committed it yet, and `commit` is null. */
  uncommitted: boolean
  commit: Commit | null
}

export type CommandPurpose = 'test' | 'lint' | 'build'

export interface ProjectCommand {
  purpose: CommandPurpose
  /** As one would type it in the workspace root. */
  command: string
  /** The file that tells of it. */
  source: string
}

/** A script of a package.json. */
export interface ProjectScript {
  name: string
  /** As one would type it, with the package manager that the project uses. */
  command: string
}

export interface CommandResult {
  /** Null where a signal ended it. */
  exitCode: number | null
  signal: string | null
  timedOut: boolean
  /** It was stopped by whoever asked for it. */
  stopped: boolean
  /** Both outputs as they came. Where there was too much, the beginning and the end. */
  output: string
  truncated: boolean
  durationMs: number
}
