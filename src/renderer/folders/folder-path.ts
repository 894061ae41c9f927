// Just enough about paths to walk through folders in a page, where there is no path module.

/** `entry` is a folder's name inside `parent`, or already a whole path. */
export function childPath(parent: string, entry: string): string {
  if (/^(?:[/\\]|[a-z]:[/\\])/i.test(entry)) return entry
  const separator = parent.includes('\\') && !parent.includes('/') ? '\\' : '/'
  return /[/\\]$/.test(parent) ? parent + entry : parent + separator + entry
}

/** A path as people write it, with their own folder as a tilde. */
export function tildePath(path: string, home: string): string {
  if (home === '' || !path.startsWith(home)) return path
  const rest = path.slice(home.length)
  return rest === '' || /^[/\\]/.test(rest) ? `~${rest}` : path
}
