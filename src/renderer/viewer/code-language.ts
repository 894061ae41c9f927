// Which of the editor's languages a piece of code is in, from what the agent calls it or from its file's name.
import { languageNamed, languageOfFile } from '../../core/interceptors/language-of-file.ts'

/** Languages the editor does not have, and the one whose colours do them least wrong. */
const nearest: Record<string, string> = {
  groovy: 'java',
  mdx: 'markdown',
  svelte: 'html',
  toml: 'ini',
  vue: 'html',
}

const PLAIN = 'plaintext'

/** `known` are the languages the editor has; anything else is shown without colours. */
export function codeLanguage(
  named: string | undefined,
  file: string | undefined,
  known: (id: string) => boolean,
): string {
  const candidates = [languageNamed(named ?? ''), languageOfFile(file ?? '')]
  const ids = candidates.flatMap((id) => (id === undefined ? [] : [id, nearest[id] ?? id]))
  return ids.find(known) ?? PLAIN
}

/** The line of the shown text that bears the number `line`, or null when it is not among those shown. */
export function shownLine(line: number | undefined, startLine: number, lineCount: number): number | null {
  if (line === undefined) return null
  const shown = line - startLine + 1
  return shown >= 1 && shown <= lineCount ? shown : null
}
