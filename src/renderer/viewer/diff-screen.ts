// What words can mean in a diff: its files, and the hunks of each.
import { nearestThings } from '../../core/pointing/nearest-things.ts'
import type { Screen, ScreenThing } from '../../shared/screen.ts'
import type { FileSummary } from './diff-document.ts'

/** `here` is the current hunk. */
export function diffScreen(
  files: readonly FileSummary[],
  here: { file: number; hunk: number } | null,
): Screen {
  let near = 0
  const things = files.flatMap(({ name: file, hunks }): ScreenThing[] => {
    const [first = { line: 1, endLine: 1 }] = hunks
    return [
      { kind: 'file', file, line: first.line, endLine: first.endLine },
      ...hunks.map(({ key, line, endLine }): ScreenThing => ({
        kind: 'hunk',
        file,
        line,
        endLine,
        hunk: key,
      })),
    ]
  })
  if (here) near = files.slice(0, here.file).reduce((sum, { hunks }) => sum + 1 + hunks.length, here.hunk + 1)
  return nearestThings(things, near)
}
