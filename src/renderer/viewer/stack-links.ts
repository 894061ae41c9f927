// The file positions that a stack trace or a compiler error names.

export interface StackPart {
  /** Its position in the text, which identifies it. */
  at: number
  text: string
  /** The link target; null for plain text. */
  target: { file: string; line: number } | null
}

/** `src/a.ts:12:3`, `file:///work/src/a.ts:12`, `/work/src/a.ts:12`, `src/a.py", line 3`, `src/a.ts(12,3)`. */
const PLACE =
  /(?<![\w@~+.\-/\\])((?:file:\/\/|[A-Za-z]:)?[\w@~+.\-/\\]{0,1000}[\w@~+\-/\\]\.[A-Za-z][\w]{0,9})(?::(\d{1,7})(?::\d{1,7})?|", line (\d{1,7})|\((\d{1,7}),\d{1,7}\))/g

/** A longer text gets no links: users do not follow the ten-thousandth frame. */
const READ_UP_TO = 100_000

/** The file relative to the workspace, or null if it is outside. */
function inside(path: string, root: string): string | null {
  const plain = path.replaceAll('\\', '/').replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, '')
  const folder = root.replaceAll('\\', '/').replace(/\/$/, '')
  if (folder !== '' && plain.startsWith(`${folder}/`)) return plain.slice(folder.length + 1)
  const absolute = plain.startsWith('/') || /^[A-Za-z]:/.test(plain)
  if (absolute || plain.includes('node_modules/') || plain.split('/').includes('..')) return null
  return plain.replace(/^\.\//, '')
}

export function stackParts(text: string, root: string): StackPart[] {
  const parts: StackPart[] = []
  let at = 0
  const read = text.slice(0, READ_UP_TO)
  for (const found of read.matchAll(PLACE)) {
    const [whole, path = ''] = found
    const line = Number(found[2] ?? found[3] ?? found[4])
    const before = read[found.index - 1] ?? ' '
    const file = inside(path, root)
    // Part of a web address, or of a scheme such as node:fs.ts:1.
    if (file === null || line < 1 || before === ':' || read.slice(0, found.index).endsWith('://')) continue
    if (found.index > at) parts.push({ at, text: text.slice(at, found.index), target: null })
    parts.push({ at: found.index, text: whole, target: { file, line } })
    at = found.index + whole.length
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), target: null })
  return parts
}
