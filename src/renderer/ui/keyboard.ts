interface Keys {
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** With Control, Command or Alt a key is a shortcut, not a move in the focused list. */
export const isModified = (event: Keys): boolean => event.ctrlKey || event.metaKey || event.altKey

/** The props that make a scrolling box reachable and scrollable by keyboard, with a label for screen readers. */
export function scrolledByKeys(label: string): { tabIndex: number; role: 'group'; 'aria-label': string } {
  return { tabIndex: 0, role: 'group', 'aria-label': label }
}
