// Text selection in a diff that is mostly not on the page. The items where a selection starts and ends stay mounted, so that
// scrolling does not lose it; copying takes the text from the diff itself, so that nothing is missing.
import { useEffect, useState, type RefObject } from 'react'
import { scanDiff } from '../../core/review/diff-scan.ts'

/** The column: the old or the new file. A single column is both. */
export type DiffSide = 'old' | 'now' | 'both'

const closest = (node: Node | null, selector: string): HTMLElement | null =>
  (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>(selector) ?? null

function sameItems(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}

/** The items in which the selection starts and ends. */
export function useSelectedItems(list: RefObject<HTMLElement | null>): readonly number[] {
  const [items, setItems] = useState<readonly number[]>([])
  useEffect(() => {
    const onChange = (): void => {
      const selection = document.getSelection()
      // For a caret too: shift-click far away may set the other end.
      const found = [selection?.anchorNode ?? null, selection?.focusNode ?? null]
        .filter((node) => node !== null && list.current?.contains(node))
        .map((node) => Number(closest(node, '[data-item]')?.dataset['item'] ?? -1))
        .filter((item) => item >= 0)
      setItems((now) => (sameItems(now, found) ? now : found))
    }
    document.addEventListener('selectionchange', onChange)
    return () => document.removeEventListener('selectionchange', onChange)
  }, [list])
  return items
}

/** A point in the text of a line. `whole` means that it is the end of the line. */
interface Point {
  at: number
  offset: number
  whole: boolean
}

function pointOf(node: Node, offset: number): Point | null {
  const line = closest(node, '[data-at]')
  const text = line?.querySelector('.diff-text')
  if (!line || !text) return null
  const before = document.createRange()
  before.selectNodeContents(text)
  const shown = before.toString().length
  // A point before the text, such as in the line number, counts as its start.
  if (before.comparePoint(node, offset) < 0)
    return { at: Number(line.dataset['at']), offset: 0, whole: false }
  if (before.comparePoint(node, offset) === 0) before.setEnd(node, offset)
  const length = before.toString().length
  return { at: Number(line.dataset['at']), offset: length, whole: length === shown }
}

/** The lines of a range as in the file: without signs, headers and the other column. */
export function linesBetween(diff: string, from: number, to: number, side: DiffSide): string[] {
  const { lines, files } = scanDiff(diff)
  const found: string[] = []
  for (const { hunks, signs } of files) {
    for (const hunk of hunks) {
      for (let at = Math.max(hunk.from, from); at < hunk.to && at <= to; at += 1) {
        const line = lines[at]!.replace(/\r$/, '')
        const sign = line.slice(0, signs)
        if (line.startsWith('\\')) continue
        if ((side === 'old' && sign.includes('+')) || (side === 'now' && sign.includes('-'))) continue
        found.push(/^[-+ ]*$/.test(sign) ? line.slice(signs) : line)
      }
    }
  }
  return found
}

/** The text of a selection; null if it is within one line or outside of lines, where the browser copies correctly. */
export function selectedText(selection: Selection | null, diff: string): string | null {
  if (!selection || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const from = pointOf(range.startContainer, range.startOffset)
  const to = pointOf(range.endContainer, range.endOffset)
  if (!from || !to || from.at === to.at) return null
  const [first, last] = [from.at, to.at].toSorted((one, other) => one - other) as [number, number]
  const lines = linesBetween(diff, first, last, sideOf(range.startContainer))
  if (lines.length < 2) return null
  const end = lines.length - 1
  if (!to.whole) lines[end] = lines[end]!.slice(0, to.offset)
  lines[0] = lines[0]!.slice(from.offset)
  return lines.join('\n')
}

/** The column of a node. */
export function sideOf(node: Node): DiffSide {
  const line = closest(node, '.diff-line')
  if (!line?.parentElement?.matches('.diff-pair')) return 'both'
  return line.nextElementSibling ? 'old' : 'now'
}
