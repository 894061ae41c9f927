// Rows as DOM elements. All content is set as text, so nothing in a diff can become markup. Numbers and signs are ordinary
// characters of the line, because separate boxes for them would cost the browser more than the rest of the row.
import { appendVisible } from '../ui/visible-elements.ts'
import type { DiffCell, DiffRow } from './diff-rows.ts'

/** Only known classes get onto the page. */
const CLASSES = /^[\w -]*$/

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

/** Characters at which a line never breaks. */
const SPACE = '\u00A0'

function numberOf(line: number, openable: boolean, digits: number): HTMLElement {
  const element = span('diff-no', `${line > 0 ? line : ''}`.padStart(digits, SPACE))
  if (openable && line > 0) element.dataset['line'] = String(line)
  return element
}

function textOf(cell: DiffCell): HTMLElement {
  const text = document.createElement('span')
  text.className = 'diff-text'
  for (const [part, classes, marked] of cell.parts) {
    if (classes === '' && !marked) {
      appendVisible(text, part, 'code')
      continue
    }
    const piece = document.createElement(marked ? (cell.kind === 'delete' ? 'del' : 'ins') : 'span')
    piece.className = CLASSES.test(classes) ? classes : ''
    appendVisible(piece, part, 'code')
    text.append(piece)
  }
  return text
}

const names: Record<DiffCell['kind'], string> = {
  context: 'diff-line',
  insert: 'diff-line diff-insert',
  delete: 'diff-line diff-delete',
}

function lineOf(cell: DiffCell | null, columns: 'both' | 'old' | 'now', digits: number): HTMLElement {
  const line = document.createElement('div')
  if (!cell) {
    line.className = 'diff-line diff-absent'
    return line
  }
  line.className = names[cell.kind]
  line.dataset['at'] = String(cell.at)
  if (columns !== 'now') line.append(numberOf(cell.old, false, digits))
  // Only lines of the new file can be opened; a removed line opens the place where it was.
  if (columns !== 'old') line.append(numberOf(cell.now, true, digits))
  line.append(span('diff-sign', cell.sign.replaceAll(' ', SPACE) + SPACE), textOf(cell))
  return line
}

/** `digits` is the number of digits of the highest line number. */
export function buildRows(rows: readonly DiffRow[], digits: number): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const [left, right] of rows) {
    if (right === undefined) {
      fragment.append(lineOf(left ?? null, 'both', digits))
      continue
    }
    const pair = document.createElement('div')
    pair.className = 'diff-pair'
    pair.append(lineOf(left ?? null, 'old', digits), lineOf(right, 'now', digits))
    fragment.append(pair)
  }
  return fragment
}
