/** The actions on a diff. The object stays the same while the diff is shown. */
export interface DiffActions {
  copyHunk(file: number, hunk: number): Promise<string>
  copyFile(file: number): Promise<string>
  keep(file: number, hunk: number): void
  revert(file: number, hunk: number): void
  toggle(file: number): void
  openFile(file: string, line?: number): void
}
