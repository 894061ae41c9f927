// Says which names came to and went from an import of several lines, whose first line may be above the hunk.
import type { CodeHunk } from './code-sides.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidNames } from './hunk-sentence.ts'

const MEMBER = /^\s*(?:type\s+)?([A-Za-z_$][\w$]*)(?:\s+as\s+\w+)?\s*,?\s*(?:#.*|\/\/.*)?$/
const OPENS =
  /^\s*(?:from\s+\S+\s+import\s*\(|import\s+(?:type\s+)?(?:\w+\s*,\s*)?\{|(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:]+::\{)[\w\s,]*$/
const MAX_MEMBERS_ABOVE = 60

/** Null if anything else changed. */
export function importMemberClauses({ lines, text, heading }: CodeHunk): string[] | null {
  const changed = lines.filter((line) => line.mark !== ' ' && line.text.trim() !== '')
  if (!changed.every((line) => MEMBER.test(line.text) && isInImport(line))) return null
  const names = (mark: HunkLine['mark']): string[] =>
    changed.filter((line) => line.mark === mark).map((line) => MEMBER.exec(line.text)![1]!)
  const [old, now] = [names('-'), names('+')]
  const gone = old.filter((name) => !now.includes(name))
  const come = now.filter((name) => !old.includes(name))
  const [left, arrived] = [saidNames(gone), saidNames(come)]
  if (left === '' && arrived === '') return null
  if (gone.length === 1 && come.length === 1 && left !== '' && arrived !== '')
    return [`imports ${arrived} instead of ${left}`]
  return [
    ...(arrived === '' ? [] : [`imports ${arrived}`]),
    ...(left === '' ? [] : [`no longer imports ${left}`]),
  ]

  /** All that is between it and the first line of the import is members as well. */
  function isInImport(line: HunkLine): boolean {
    const first = lines[0]!.after - 1
    const above = text?.slice(Math.max(0, first - MAX_MEMBERS_ABOVE), first) ??
      // Git shows the last line that is not further in.
      [heading.replace(/^@@+[^@]*@@+ ?/, '')]
    const other = line.mark === '+' ? '-' : '+'
    const shown = lines.slice(0, lines.indexOf(line)).filter(({ mark }) => mark !== other)
    const opener = [...above, ...shown.map((one) => one.text)].findLast(
      (one) => one.trim() !== '' && !MEMBER.test(one.slice(0, 240)),
    )
    return opener !== undefined && OPENS.test(opener.slice(0, 240))
  }
}
