// Path functions for the page, which has no path module.

/** `entry` is a folder's name inside `parent`, or an absolute path. */
export function childPath(parent: string, entry: string): string {
  if (/^(?:[/\\]|[a-z]:[/\\])/i.test(entry)) return entry
  const separator = parent.includes('\\') && !parent.includes('/') ? '\\' : '/'
  return /[/\\]$/.test(parent) ? parent + entry : parent + separator + entry
}

/** A path with the home folder as a tilde. */
export function tildePath(path: string, home: string): string {
  if (home === '' || !path.startsWith(home)) return path
  const rest = path.slice(home.length)
  return rest === '' || /^[/\\]/.test(rest) ? `~${rest}` : path
}
