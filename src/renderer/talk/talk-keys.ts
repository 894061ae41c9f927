// Whether a press of Space is meant for talking: not while somebody types, and not on something that Space presses.

/** What Space already does something to. */
const PRESSED_BY_SPACE =
  'button, a[href], summary, select, input, textarea, [contenteditable], [role="textbox"], [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="checkbox"], [role="radio"], [role="switch"], [role="slider"], [role="separator"], audio, video, .monaco-editor'

interface Element {
  closest(selector: string): unknown
  matches(selector: string): boolean
}

export interface SpacePress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing: boolean
  defaultPrevented: boolean
}

/** The box the person writes in, while it is empty: a space there would say nothing. */
const isEmptyBox = (target: Element): boolean =>
  target.matches('.composer textarea') && 'value' in target && target.value === ''

export function meansTalk(event: SpacePress, target: Element | null): boolean {
  if (event.key !== ' ' || event.isComposing || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (!target || isEmptyBox(target)) return true
  return target.closest(PRESSED_BY_SPACE) === null
}

/** A letter of text, as somebody means it who has decided to type after all. */
export const isText = (event: SpacePress): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey

/**
 * When a key or button was really pressed, which may be a while before the page got round to it. Counted back from now:
 * since the page was opened, the clock may have been set, and the machine may have slept.
 */
export const momentOf = (event: { timeStamp: number }): number =>
  Date.now() - (performance.now() - event.timeStamp)
