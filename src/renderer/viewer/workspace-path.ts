/** The folder of a document, the base of its relative links. */
function folderOf(file: string | undefined): string[] {
  return (file ?? '').split('/').slice(0, -1)
}

/**
 * The workspace file of a link or image, relative to its document; a leading slash means the workspace root. Null for
 * anything else: another site, another scheme, outside of the workspace.
 */
export function workspacePath(href: string | undefined, document: string | undefined): string | null {
  if (!href || /^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('//') || href.startsWith('#')) return null
  let path = href.replace(/[?#].*$/, '')
  try {
    path = decodeURIComponent(path)
  } catch {
    // An invalid percent escape is part of the name.
  }
  if (path === '' || /[\0\\]/.test(path)) return null
  const parts = path.startsWith('/') ? [] : folderOf(document)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.length === 0 ? null : parts.join('/')
}

/** The line in a link to a file, as in `src/a.ts#L12`. */
export function linkedLine(href: string | undefined): number | undefined {
  const line = Number(/#L(\d+)/.exec(href ?? '')?.[1])
  return line > 0 ? line : undefined
}
