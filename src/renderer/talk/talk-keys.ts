// Whether a press of Space means talking: not while the user types, and not on something that Space activates.

/** Elements that use Space themselves. */
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

/** The empty text box: a space there would mean nothing. */
const isEmptyBox = (target: Element): boolean =>
  target.matches('.composer textarea') && 'value' in target && target.value === ''

export function meansTalk(event: SpacePress, target: Element | null): boolean {
  if (event.key !== ' ' || event.isComposing || event.defaultPrevented) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  if (!target || isEmptyBox(target)) return true
  return target.closest(PRESSED_BY_SPACE) === null
}

/** A character, from a user who decided to type after all. */
export const isText = (event: SpacePress): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey

/**
 * When the user really pressed a key or button, which may be a while before the page handles it. Counted back from now,
 * because the clock may have been changed, or the computer may have slept, since the page was opened.
 */
export const momentOf = (event: { timeStamp: number }): number =>
  Date.now() - (performance.now() - event.timeStamp)
