// What the user can want of the built-in agent.
import type { CommandPurpose } from '../tools/codebase.ts'
import type { EditorId } from '../../shared/editors.ts'
import type { ViewAction } from '../../shared/conversation.ts'
import type { Unsupported } from './unsupported.ts'

/** Something with a name, or what is in front: "this file". */
export type Named = { name: string } | 'this'

/** Where to search. */
export interface Scope {
  folder?: Named
  file?: Named
  /** Globs. */
  include?: readonly string[]
  /** May name a file, or belong to the text: "errors in the parser". */
  perhaps?: string
}

/** What git is asked to change. A missing file means all files. */
export type GitRequest =
  | { do: 'stage' | 'unstage'; file?: Named }
  | { do: 'commit'; message?: string }
  | { do: 'create_branch' | 'switch'; name: string }
  | { do: 'stash' | 'unstash' }

export type Intent =
  | { kind: 'open'; target: string; line?: number; endLine?: number }
  /** The test of the file in front. */
  | { kind: 'test_of_this' }
  /** A line of the file in front. */
  | { kind: 'line'; line: number; endLine?: number }
  /** The declaration of a name. */
  | { kind: 'define'; name: string }
  | {
      kind: 'find'
      text: string
      /** `exact` as it stands, `regex` a regular expression, `words` all in one line; by default in any spelling. */
      how?: 'exact' | 'regex' | 'words'
      in?: Scope
    }
  /** `this` is the symbol at the user's position. */
  | { kind: 'usages'; name: string; count?: 'files'; in?: Scope }
  /** `this` is what the last answer was about. */
  | { kind: 'imports'; name: string; in?: Scope }
  | { kind: 'todos'; in?: Scope }
  | { kind: 'changes'; of?: 'staged' | 'commit' | 'edit'; target?: Named }
  /** Two branches; a null `to` is the working tree. */
  | { kind: 'compare'; from: string; to: string | null; file?: Named }
  | { kind: 'branch' }
  | { kind: 'status' }
  | { kind: 'commits' }
  | { kind: 'count'; what: 'files' | 'lines' | 'functions'; in?: Scope }
  | { kind: 'largest'; what: 'files' | 'functions'; in?: Scope }
  | { kind: 'list'; what: 'files' | 'symbols' | 'commands'; in?: Scope }
  | { kind: 'explain'; what: Named }
  | { kind: 'blame'; file: Named; line?: number }
  /** Who wrote a symbol. */
  | { kind: 'author'; name: string }
  | { kind: 'history'; file: Named }
  | { kind: 'run'; purpose: CommandPurpose; only?: string }
  /** The app of the project, run while it is developed. */
  | {
      kind: 'server'
      do: 'start' | 'restart' | 'stop' | 'status' | 'output' | 'address'
      /** As dictated; by default the project's own. */
      command?: string
    }
  | { kind: 'command'; command: string }
  /** The last command again; `failed`: only the test that failed. */
  | { kind: 'run_again'; only?: 'failed' }
  /** Why the last command or test failed. */
  | { kind: 'why_failed' }
  /** The test that failed. */
  | { kind: 'open_failure' }
  | { kind: 'git'; request: GitRequest }
  | { kind: 'script'; name: string }
  | { kind: 'summarise'; of: 'file' | 'folder' | 'repository' | 'named'; name?: string; into?: string }
  | { kind: 'replace'; from: string; to: string; file: Named }
  | { kind: 'rename'; from: Named; to: string; file: Named }
  | { kind: 'create'; file: string; content?: string }
  /** A question in plain words: its whole text is what is searched for. */
  | { kind: 'ask' }
  /** The last question again, in another place or about something else. */
  | { kind: 'ask_again'; place?: 'docs' | 'tests' | 'code'; instead?: string }
  /** How something works: what it calls and what calls it. `question` stands for the whole text. */
  | { kind: 'flow'; what: Named | 'question'; calls?: boolean }
  | { kind: 'tests_of'; what: Named }
  /** What depends on it. */
  | { kind: 'impact'; what: Named }
  | { kind: 'fact'; about: 'version' | 'dependencies' }
  /** What to look at twice in the working changes. */
  | { kind: 'risks' }
  /** The next or the previous of what was listed. */
  | { kind: 'step'; by: 1 | -1 }
  /** How long it is. */
  | { kind: 'length' }
  /** Of the files listed last, the one with the most results, or the fewest. */
  | { kind: 'choose_most'; fewest?: true }
  /** In the user's own editor; the one in the settings if none is named. */
  | { kind: 'edit'; file: Named; line?: number; editor?: EditorId }
  | { kind: 'undo' }
  | { kind: 'view'; action: ViewAction; line?: number }
  | { kind: 'close_all' }
  /** What is in front, and the position in it. */
  | { kind: 'here' }
  /** How many hunks of the diff in front are not decided. */
  | { kind: 'hunks_left' }
  /** Repeats the last reply. */
  | { kind: 'repeat' }
  /** One of the results listed last; -1 is the last one. */
  | { kind: 'choose'; number: number }
  | { kind: 'read_out' }
  | { kind: 'stop' }
  | { kind: 'help' }
  | { kind: 'thanks' }
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'unsupported'; what: Unsupported }
  | { kind: 'unknown' }

export type IntentOf<K extends Intent['kind']> = Extract<Intent, { kind: K }>

/** A way to ask for something: its form, and the intent of its parts. A null intent lets other patterns try. */
export interface Pattern {
  form: RegExp
  make(parts: (string | undefined)[]): Intent | null
}

export function firstMatch(patterns: readonly Pattern[], asked: string): Intent | null {
  for (const { form, make } of patterns) {
    const found = form.exec(asked)
    const intent = found && make(found.slice(1))
    if (intent) return intent
  }
  return null
}
