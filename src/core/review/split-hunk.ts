// Splits a hunk into its parts, so that each can be decided on its own.
import { scanDiff } from './diff-scan.ts'
import { hunkKeys } from './hunk-keys.ts'

interface Part {
  from: number
  to: number
}

const isChange = (line: string): boolean => line.startsWith('+') || line.startsWith('-')

/**
 * The diff with this hunk as several; null if all its changed lines are together. The lines between two parts are shared out,
 * so that reverting one leaves the lines around the other as they are.
 */
export function splitHunk(diff: string, key: string): string | null {
  const scanned = scanDiff(diff)
  for (const file of scanned.files) {
    const hunk = file.signs === 1 ? file.hunks[hunkKeys(scanned, file).indexOf(key)] : undefined
    if (!hunk) continue
    const to = scanned.lines[hunk.to - 1] === '' && hunk.to === scanned.lines.length ? hunk.to - 1 : hunk.to
    const parts = partsOf(scanned.lines, hunk.from, to)
    if (parts.length < 2) return null
    const context = /@@.*?@@(.*)$/s.exec(hunk.heading)?.[1] ?? ''
    let { oldStart, newStart } = hunk
    const lines = parts.flatMap(({ from, to: end }) => {
      const body = scanned.lines.slice(from, end)
      const old = body.filter((line) => !line.startsWith('+') && !line.startsWith('\\')).length
      const now = body.filter((line) => !line.startsWith('-') && !line.startsWith('\\')).length
      const heading = `@@ -${old === 0 ? Math.max(0, oldStart - 1) : oldStart},${old} +${now === 0 ? Math.max(0, newStart - 1) : newStart},${now} @@${context}`
      oldStart += old
      newStart += now
      return [heading, ...body]
    })
    return [...scanned.lines.slice(0, hunk.from - 1), ...lines, ...scanned.lines.slice(to)].join('\n')
  }
  return null
}

function partsOf(lines: readonly string[], from: number, to: number): Part[] {
  const groups: Part[] = []
  for (let at = from; at < to; at++) {
    if (!isChange(lines[at]!)) continue
    const last = groups.at(-1)
    // "\ No newline" belongs to the line above it.
    const start = last && lines.slice(last.to, at).every((line) => line.startsWith('\\')) ? last : null
    if (start) start.to = at + 1
    else groups.push({ from: at, to: at + 1 })
  }
  return groups.map((group, index) => {
    const before = groups[index - 1]
    const after = groups[index + 1]
    return {
      from: before ? middle(before.to, group.from) : from,
      to: after ? middle(group.to, after.from) : to,
    }
  })
}

const middle = (from: number, to: number): number => from + Math.ceil((to - from) / 2)
