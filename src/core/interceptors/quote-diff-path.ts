// Writes a path into a diff's header as git does: a name that would break the line is quoted, with escapes.

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }

export function quoteDiffPath(path: string): string {
  // A backslash alone is left as it is: on Windows it is an ordinary separator.
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001f"\u007f]/.test(path)) return path
  // oxlint-disable-next-line no-control-regex
  const escaped = path.replace(/[\u0000-\u001f"\\\u007f]/g, (character) => {
    const octal = (character.codePointAt(0) ?? 0).toString(8).padStart(3, '0')
    return ESCAPES[character] ?? `\\${octal}`
  })
  return `"${escaped}"`
}
