// Finds what the user can press or type in now: only in the topmost dialog or panel, and only where a click would reach it.

const ACTIONABLE = [
  'button',
  'a[href]',
  'input:not([type="hidden"])',
  'select',
  'textarea',
  'summary',
  ...['button', 'tab', 'option', 'menuitem', 'link', 'checkbox', 'radio', 'switch', 'slider'].map(
    (role) => `[role="${role}"]`,
  ),
  '.monaco-editor',
].join(', ')

/** The editor has one number; `data-by-hand` is only for a click or a key. */
const SKIPPED = ':disabled, [aria-disabled="true"], [data-by-hand], [inert] *, .monaco-editor *, .numbers *'

export interface FoundTarget {
  element: HTMLElement
  box: DOMRect
  /** A point of it that nothing covers. */
  at: { x: number; y: number }
  /** A wide line, such as a result of a search. */
  isRow: boolean
}

/** The topmost dialog or panel, or the whole window. */
export function topLayer(): HTMLElement {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1)
  const panel = [...(dialog ?? document).querySelectorAll<HTMLElement>('.popover:popover-open')].at(-1)
  return panel ?? dialog ?? document.body
}

/** In the order of the page. */
export function findTargets(layer: HTMLElement): FoundTarget[] {
  return [...layer.querySelectorAll<HTMLElement>(ACTIONABLE)].flatMap((element) => {
    if (element.matches(SKIPPED)) return []
    const face = faceOf(element)
    if (!face.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    // A link may go on in the next line.
    const box = face.getClientRects()[0]
    const at = box && uncovered(face, box)
    return at ? [{ element, box, at, isRow: isRow(element, box) }] : []
  })
}

/** A choice is often drawn by its label. */
function faceOf(element: HTMLElement): HTMLElement {
  const isChoice = element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type)
  return (isChoice && element.closest('label')) || element
}

const ROW_WIDTH = 240
const ROW_HEIGHT = 48

const isRow = (element: HTMLElement, { width, height }: DOMRect): boolean =>
  width >= ROW_WIDTH && height <= ROW_HEIGHT && !element.matches('input, textarea, select')

/** From the edge, so that a rounded corner does not count. */
const INSET = 4

function uncovered(face: HTMLElement, box: DOMRect): { x: number; y: number } | null {
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)]
  if (right - left < INSET || bottom - top < INSET) return null
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const points = [
    { x: Math.min(left + INSET, middleX), y: Math.min(top + INSET, middleY) },
    { x: Math.min(left + INSET, middleX), y: middleY },
    { x: middleX, y: middleY },
    { x: Math.max(right - INSET, middleX), y: middleY },
  ]
  return points.find(({ x, y }) => face.contains(document.elementFromPoint(x, y))) ?? null
}
