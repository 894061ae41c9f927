import type { Decision } from './decision-history.ts'

/** The actions on a diff. The object stays the same while the diff is shown. */
export interface DiffActions {
  copyHunk(file: number, hunk: number): Promise<string>
  copyFile(file: number): Promise<string>
  /** Hunks by their keys. */
  decide(decision: Decision, hunks: readonly string[]): void
  takeBack(hunk: string): void
  /** Opens the box for a comment. */
  comment(hunk: string): void
  saveComment(hunk: string, text: string): void
  closeComment(): void
  draftOf(hunk: string): string | undefined
  keepDraft(hunk: string, text: string): void
  /** Asks the agent to change a hunk. */
  askForChange(hunk: string, text: string): void
  /** Shows the changes as they are now. */
  refresh(): void
  /** Shows the lines of a kept hunk, or only its bar again. */
  unfold(hunk: string): void
  toggle(file: number): void
  openFile(file: string, line?: number): void
}
