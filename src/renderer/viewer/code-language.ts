// The editor's language for a piece of code, from the agent's name for it or from the file name.
import { languageNamed, languageOfFile } from '../../core/artifacts/file-language.ts'

/** Languages the editor lacks, with the most similar one it has. */
const nearest: Record<string, string> = {
  groovy: 'java',
  mdx: 'markdown',
  svelte: 'html',
  toml: 'ini',
  vue: 'html',
}

const PLAIN = 'plaintext'

/** `known` are the editor's languages; any other has no colours. */
export function codeLanguage(
  named: string | undefined,
  file: string | undefined,
  known: (id: string) => boolean,
): string {
  const candidates = [languageNamed(named ?? ''), languageOfFile(file ?? '')]
  const ids = candidates.flatMap((id) => (id === undefined ? [] : [id, nearest[id] ?? id]))
  return ids.find(known) ?? PLAIN
}

const NOT_CODE: ReadonlySet<string> = new Set([
  'markdown',
  'json',
  'jsonc',
  'yaml',
  'toml',
  'xml',
  'html',
  'css',
  'scss',
  'csv',
  PLAIN,
])

/** Whether a text is in a language with loops and conditions. */
export function isCodeFile(named: string | undefined, file: string | undefined): boolean {
  const id = languageNamed(named ?? '') ?? languageOfFile(file ?? '')
  return id !== undefined && !NOT_CODE.has(id)
}

/** The index of the line with the number `line`, or null if it is not shown. */
export function shownLine(line: number | undefined, startLine: number, lineCount: number): number | null {
  if (line === undefined) return null
  const shown = line - startLine + 1
  return shown >= 1 && shown <= lineCount ? shown : null
}
