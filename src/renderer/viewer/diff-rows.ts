// A chunk as data: rows of cells, each a list of coloured and marked pieces of text. The worker creates it and the window
// turns it into elements, so text always stays text.
import { newDistanceFn, newMatcherFn } from 'diff2html/lib/rematch.js'
import { diffHighlight } from 'diff2html/lib/render-utils.js'
import type { DiffChunk, DiffLayout, LineKind } from './diff-chunks.ts'
import { chunkTexts, colourChunk, signOf, type ColourOptions, type OpenSyntax } from './diff-colours.ts'
import type { ColouredText } from './syntax-colour.ts'

/** A piece of a line: its text, its colour classes, and whether it changed. */
export type LinePart = readonly [text: string, classes: string, marked: boolean]

export interface DiffCell {
  kind: LineKind
  /** Its index among the lines of the diff. */
  at: number
  old: number
  now: number
  /** The same length in every line of a file. */
  sign: string
  parts: LinePart[]
}

/** One cell in one column; or two cells, of which one may be empty. */
export type DiffRow = readonly (DiffCell | null)[]

/** Only lines up to this length are compared word by word: the comparison is quadratic. */
const COMPARE_WORDS_UP_TO = 500
/** Pairwise comparison: twenty by twenty lines fit in a frame. */
const MATCH_UP_TO = 400

type Range = readonly [from: number, to: number]

/** Where the words differ, by diff2html, whose result is HTML tags around escaped text. */
function changedRanges(html: string): Range[] {
  const ranges: Range[] = []
  let at = 0
  let start = 0
  for (const piece of html.split(/(<\/?(?:ins|del)>)/)) {
    if (piece === '<ins>' || piece === '<del>') start = at
    else if (piece === '</ins>' || piece === '</del>') ranges.push([start, at])
    else at += piece.replace(/&(?:amp|lt|gt|quot|#x27|#x2F);/g, '.').length
  }
  return ranges
}

const matcher = newMatcherFn(newDistanceFn((text: string) => text))

/** Pairs each deleted line with the inserted line that replaced it. */
function pairsOf(
  deleted: readonly string[],
  inserted: readonly string[],
  matching: boolean,
): [number, number][] {
  const inOrder = (left: number, right: number, offsets: [number, number]): [number, number][] =>
    Array.from({ length: Math.min(left, right) }, (_, at) => [offsets[0] + at, offsets[1] + at])
  if (!matching || deleted.length * inserted.length > MATCH_UP_TO)
    return inOrder(deleted.length, inserted.length, [0, 0])
  const pairs: [number, number][] = []
  let left = 0
  let right = 0
  for (const [before = [], after = []] of matcher([...deleted], [...inserted])) {
    pairs.push(...inOrder(before.length, after.length, [left, right]))
    left += before.length
    right += after.length
  }
  return pairs
}

/** Combines the marks of changed words with the syntax colours. */
export function marked(colours: readonly ColouredText[], ranges: readonly Range[]): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  for (const [text, classes] of colours) {
    const end = at + text.length
    const cuts = new Set([at, end])
    for (const range of ranges) for (const edge of range) if (edge > at && edge < end) cuts.add(edge)
    const sorted = [...cuts].toSorted((one, other) => one - other)
    sorted.slice(0, -1).forEach((from, index) => {
      const inside = ranges.some(([start, stop]) => from >= start && from < stop)
      parts.push([text.slice(from - at, sorted[index + 1]! - at), classes, inside])
    })
    at = end
  }
  return parts
}

export interface DrawOptions extends ColourOptions {
  layout: DiffLayout
  /** Whether to pair lines by pairwise comparison or in order. */
  matching: boolean
}

/** The rows of a chunk, and the syntax it leaves open. */
export function drawChunk(
  lines: readonly string[],
  chunk: DiffChunk,
  options: DrawOptions,
): { rows: DiffRow[]; open: OpenSyntax } {
  const { layout, signs, matching } = options
  const texts = chunkTexts(lines, chunk, signs)
  const { colours, open } = colourChunk(texts, chunk, options)

  const ranges = new Map<number, Range[]>()
  const partner = new Map<number, number>()
  const compare = (deleted: number[], inserted: number[]): void => {
    const textsOf = (indexes: number[]): string[] => indexes.map((index) => texts[index]!)
    for (const [left, right] of pairsOf(textsOf(deleted), textsOf(inserted), matching)) {
      const [one, other] = [deleted[left]!, inserted[right]!]
      partner.set(one, other)
      if (Math.max(texts[one]!.length, texts[other]!.length) > COMPARE_WORDS_UP_TO) continue
      const found = diffHighlight(`-${texts[one]}`, `+${texts[other]}`, false, { matching: 'none' })
      ranges.set(one, changedRanges(found.oldLine.content))
      ranges.set(other, changedRanges(found.newLine.content))
    }
  }

  const cellOf = (index: number): DiffCell => {
    const { kind, at, old, now, noNewline } = chunk.lines[index]!
    const parts = marked(colours.get(index) ?? [[texts[index]!, '']], ranges.get(index) ?? [])
    if (noNewline) parts.push([' no newline at end of file', 'diff-note', false])
    return { kind, at, old, now, sign: signOf(lines[at]!, signs).padEnd(signs), parts }
  }

  const rows: DiffRow[] = []
  const flush = (deleted: number[], inserted: number[]): void => {
    compare(deleted, inserted)
    if (layout === 'unified') {
      for (const index of [...deleted, ...inserted]) rows.push([cellOf(index)])
      return
    }
    // Paired lines are side by side; a line without a partner is alone before the next pair.
    let right = 0
    for (const index of deleted) {
      const other = partner.get(index)
      const until = other === undefined ? right : inserted.indexOf(other)
      while (right < until) rows.push([null, cellOf(inserted[right++]!)])
      rows.push([cellOf(index), other === undefined ? null : cellOf(inserted[right++]!)])
    }
    while (right < inserted.length) rows.push([null, cellOf(inserted[right++]!)])
  }
  let deleted: number[] = []
  let inserted: number[] = []
  chunk.lines.forEach(({ kind }, index) => {
    if (kind === 'delete' && inserted.length === 0) deleted.push(index)
    else if (kind === 'insert') inserted.push(index)
    else {
      flush(deleted, inserted)
      deleted = kind === 'delete' ? [index] : []
      inserted = []
      if (kind === 'context')
        rows.push(layout === 'unified' ? [cellOf(index)] : [cellOf(index), cellOf(index)])
    }
  })
  flush(deleted, inserted)
  return { rows, open }
}
