// The places that a hunk edits: changed lines that follow one another, apart from what stayed between them.
import type { HunkLine } from './hunk-lines.ts'

export interface EditedPlace {
  old: string[]
  now: string[]
}

/** Lines that are not wanted end no place. */
export function editedPlaces(
  lines: readonly HunkLine[],
  isWanted: (line: HunkLine, at: number) => boolean,
): EditedPlace[] {
  const places: EditedPlace[] = []
  let place: EditedPlace | null = null
  for (const [at, line] of lines.entries()) {
    if (line.mark === ' ') {
      place = null
      continue
    }
    if (!isWanted(line, at)) continue
    if (place === null) places.push((place = { old: [], now: [] }))
    place[line.mark === '-' ? 'old' : 'now'].push(line.text)
  }
  return places
}

/** The lines of a place one by one, if as many came as went; those that stayed are none. */
export function lineEdits({ old, now }: EditedPlace): EditedPlace[] {
  if (old.length !== now.length) return [{ old, now }]
  const edits = old.flatMap((line, at) =>
    line.trim() === now[at]!.trim() ? [] : [{ old: [line], now: [now[at]!] }],
  )
  // A text whose lines break elsewhere changed in more lines than it was edited in.
  return edits.length > 1 && isReflowed(old, now) ? [{ old, now }] : edits
}

const isReflowed = (old: readonly string[], now: readonly string[]): boolean => {
  const ends = (lines: readonly string[]): (string | undefined)[] =>
    lines.slice(0, -1).map((line) => line.trim().split(/\s+/).at(-1))
  const [was, is] = [ends(old), ends(now)]
  return was.some((word, at) => word !== is[at])
}
