// What a person can want of the built-in agent.
import type { CommandPurpose } from '../codebase.ts'
import type { ViewAction } from '../../shared/conversation.ts'

/** Something named, or what is in front: "this file". */
export type Named = { name: string } | 'this'

/** Where to look. */
export interface Scope {
  folder?: Named
  file?: Named
  /** The kind of files, as globs. */
  include?: readonly string[]
  /** Perhaps a file, perhaps part of what is looked for: "errors in the parser". */
  perhaps?: string
}

/** What is asked for often and not done here. */
export type BeyondUs =
  | 'branch'
  | 'change_everywhere'
  | 'commit'
  | 'compare_files'
  | 'delete'
  | 'explain_error'
  | 'install'
  | 'keep_all'
  | 'move'
  | 'push'
  | 'refactor'
  | 'stage'
  | 'start'
  | 'write_code'
  | 'web'
  | 'window'

export type Intent =
  | { kind: 'open'; target: string; line?: number; endLine?: number }
  /** The test of the file in front. */
  | { kind: 'test_of_this' }
  /** A line of what is in front. */
  | { kind: 'line'; line: number; endLine?: number }
  /** Where something is declared. */
  | { kind: 'define'; name: string }
  | {
      kind: 'find'
      text: string
      /** `exact` as it stands, `regex` a regular expression, `words` all of them in one line; else however it is written. */
      how?: 'exact' | 'regex' | 'words'
      in?: Scope
    }
  /** `this` is what the person is in the middle of. */
  | { kind: 'usages'; name: string; count?: 'files'; in?: Scope }
  | { kind: 'imports'; name: string; in?: Scope }
  | { kind: 'todos'; in?: Scope }
  | { kind: 'changes'; of?: 'staged' | 'commit' | 'edit'; target?: Named }
  /** Two branches; a null `to` is the state the files are in. */
  | { kind: 'compare'; from: string; to: string | null; file?: Named }
  | { kind: 'branch' }
  | { kind: 'status' }
  | { kind: 'commits' }
  | { kind: 'count'; what: 'files' | 'lines' | 'functions'; in?: Scope }
  | { kind: 'largest'; what: 'files' | 'functions'; in?: Scope }
  | { kind: 'list'; what: 'files' | 'symbols' | 'commands'; in?: Scope }
  | { kind: 'explain'; what: Named }
  | { kind: 'blame'; file: Named; line?: number }
  | { kind: 'history'; file: Named }
  | { kind: 'run'; purpose: CommandPurpose; only?: string }
  | { kind: 'command'; command: string }
  | { kind: 'script'; name: string }
  | { kind: 'summarise'; of: 'file' | 'folder' | 'repository' | 'named'; name?: string; into?: string }
  | { kind: 'replace'; from: string; to: string; file: Named }
  | { kind: 'rename'; from: Named; to: string; file: Named }
  | { kind: 'create'; file: string; content?: string }
  | { kind: 'undo' }
  | { kind: 'view'; action: ViewAction }
  | { kind: 'close_all' }
  /** What is in front, and where in it. */
  | { kind: 'here' }
  /** What was said last, once more. */
  | { kind: 'repeat' }
  /** One of those that were just listed; -1 is the last. */
  | { kind: 'choose'; number: number }
  | { kind: 'read_out' }
  | { kind: 'stop' }
  | { kind: 'help' }
  | { kind: 'thanks' }
  | { kind: 'yes' }
  | { kind: 'no' }
  | { kind: 'beyond'; what: BeyondUs }
  | { kind: 'unknown' }

export type IntentOf<K extends Intent['kind']> = Extract<Intent, { kind: K }>

/** A way to ask for something: the form, and what is made of what it holds; null lets other forms try. */
export interface Wish {
  form: RegExp
  make(parts: (string | undefined)[]): Intent | null
}

/** The first wish whose form fits. */
export function firstWish(wishes: readonly Wish[], asked: string): Intent | null {
  for (const { form, make } of wishes) {
    const found = form.exec(asked)
    const intent = found && make(found.slice(1))
    if (intent) return intent
  }
  return null
}
