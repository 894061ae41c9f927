// Turns the patch format that some agents write ("*** Begin Patch") into a unified diff. It has no line numbers, so hunks
// are numbered as if they followed each other from the top.
import { quoteDiffPath } from './unified-diff.ts'

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/

export function patchedFiles(envelope: string): string {
  const diffs: string[] = []
  let lines: string[] = []
  let head: RegExpExecArray | null = null
  let movedTo: string | null = null
  const flush = (): void => {
    if (head) diffs.push(fileDiff(head[1] as 'Add' | 'Update' | 'Delete', head[2]!.trim(), movedTo, lines))
    lines = []
    movedTo = null
  }
  for (const line of envelope.split(/\r?\n/)) {
    const begins = FILE.exec(line)
    if (begins) {
      flush()
      head = begins
    } else if (line.startsWith('*** Move to: ')) movedTo = line.slice('*** Move to: '.length).trim()
    else if (/^\*\*\* (?:End Patch|Begin Patch|End of File)/.test(line)) continue
    else lines.push(line)
  }
  flush()
  return diffs.join('')
}

function fileDiff(
  kind: 'Add' | 'Update' | 'Delete',
  file: string,
  movedTo: string | null,
  lines: readonly string[],
): string {
  const before = quoteDiffPath(`a/${file}`)
  const after = quoteDiffPath(`b/${movedTo ?? file}`)
  const git = `diff --git ${before} ${after}\n`
  const header =
    kind === 'Add'
      ? `new file mode 100644\n--- /dev/null\n+++ ${after}\n`
      : kind === 'Delete'
        ? `deleted file mode 100644\n--- ${before}\n+++ /dev/null\n`
        : `--- ${before}\n+++ ${after}\n`
  const hunks = kind === 'Delete' ? '' : hunksOf(lines)
  return git + (kind === 'Update' && hunks === '' && movedTo === null ? '' : header) + hunks
}

function hunksOf(lines: readonly string[]): string {
  let diff = ''
  let hunk: string[] = []
  let oldAt = 1
  let newAt = 1
  const flush = (): void => {
    const old = hunk.filter((line) => !line.startsWith('+')).length
    const now = hunk.filter((line) => !line.startsWith('-')).length
    if (hunk.length > 0) {
      diff += `@@ -${old === 0 ? 0 : oldAt},${old} +${now === 0 ? 0 : newAt},${now} @@\n${hunk.join('\n')}\n`
    }
    oldAt += old
    newAt += now
    hunk = []
  }
  for (const line of lines) {
    if (line.startsWith('@@')) flush()
    else if (/^[ +-]/.test(line)) hunk.push(line)
    // An empty context line often comes without its leading space.
    else if (line === '' && hunk.length > 0) hunk.push(' ')
  }
  while (hunk.at(-1) === ' ') hunk.pop()
  flush()
  return diff
}
