// Does what a click would do: text fields get the focus, everything else is pressed.

/** A click there would only set the focus, or need a pointer. */
const FOCUSED =
  'textarea, select, input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"], [type="color"], [type="file"]), [role="slider"]'

export function pressTarget(element: HTMLElement): void {
  if (element.matches('.monaco-editor'))
    return element.querySelector<HTMLElement>('.native-edit-context, textarea')?.focus()
  element.focus()
  if (!element.matches(FOCUSED)) element.click()
}
