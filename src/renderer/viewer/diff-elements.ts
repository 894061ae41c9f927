// Rows as elements. Every word of them is set as text: nothing in a diff can become anything else. Numbers and signs are
// ordinary letters of the line, as wide as all others, because a box of its own for each costs the browser more than all
// the rest of the row.
import type { DiffCell, DiffRow } from './diff-rows.ts'

/** Only classes of our own making get onto the page. */
const CLASSES = /^[\w -]*$/

function span(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

/** A line is never broken at one of these. */
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
    if (classes === '' && !marked) text.append(part)
    else if (!marked) text.append(span(CLASSES.test(classes) ? classes : '', part))
    else {
      const mark = document.createElement(cell.kind === 'delete' ? 'del' : 'ins')
      mark.className = CLASSES.test(classes) ? classes : ''
      mark.textContent = part
      text.append(mark)
    }
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
  // Only the lines of the file as it is now can be opened; a removed line leads to where it was.
  if (columns !== 'old') line.append(numberOf(cell.now, true, digits))
  line.append(span('diff-sign', cell.sign.replaceAll(' ', SPACE) + SPACE), textOf(cell))
  return line
}

/** `digits` is how many the highest number of a line has. */
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
