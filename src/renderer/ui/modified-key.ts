interface Keys {
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** With Control, Command or Alt a key is a command of the window, not a move in the list that has the focus. */
export const isModified = (event: Keys): boolean => event.ctrlKey || event.metaKey || event.altKey
