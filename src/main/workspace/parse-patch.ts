// Reads a unified diff, as git and others write it, into what it says about each file.
import { FaultError } from '../../shared/errors.ts'

export interface HunkLine {
  mark: ' ' | '-' | '+'
  /** With its line end, or without one where the diff says that there is none. */
  text: string
}

export interface PatchHunk {
  /** Where it begins in the old and in the new file, counting from 1. */
  oldStart: number
  newStart: number
  lines: HunkLine[]
}

export interface FilePatch {
  /** Null where the file is not there before, or after. */
  oldFile: string | null
  newFile: string | null
  executable: boolean
  hunks: PatchHunk[]
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

export function parsePatch(patch: string): FilePatch[] {
  const lines = patch.split('\n')
  const files: FilePatch[] = []
  let executable = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (line.startsWith('diff --git ')) executable = false
    else if (/^(?:new|deleted) file mode 1[26]0000/.test(line))
      throw badPatch('It is about a link or a submodule.')
    else if (/^(?:new|deleted) file mode 100755/.test(line)) executable = true
    else if (line.startsWith('GIT binary patch') || /^Binary files .* differ$/.test(line)) {
      throw badPatch('It is about a file that is not text.')
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      const oldFile = pathOf(line, 'a/')
      const newFile = pathOf(lines[at + 1] as string, 'b/')
      if (oldFile === null && newFile === null) throw badPatch('It names no file.')
      files.push({ oldFile, newFile, executable, hunks: [] })
      at += 1
    } else if (line.startsWith('@@')) {
      const file = files.at(-1)
      if (!file) throw badPatch('It does not say which file it is about.')
      const { hunk, end } = readHunk(lines, at)
      file.hunks.push(hunk)
      at = end - 1
    }
  }
  if (!files.some(({ hunks }) => hunks.length > 0)) throw badPatch('There is no change in it.')
  return files
}

function readHunk(lines: readonly string[], from: number): { hunk: PatchHunk; end: number } {
  const head = HUNK.exec(lines[from] as string)
  if (!head) throw badPatch('The head of a change cannot be read.')
  let oldLeft = Number(head[2] ?? 1)
  let newLeft = Number(head[4] ?? 1)
  const hunk: PatchHunk = { oldStart: Number(head[1]), newStart: Number(head[3]), lines: [] }
  let at = from + 1
  for (; oldLeft > 0 || newLeft > 0 || lines[at]?.startsWith('\\'); at++) {
    const line = lines[at]
    if (line === undefined) throw badPatch('It ends in the middle of a change.')
    if (line.startsWith('\\')) {
      const last = hunk.lines.at(-1)
      if (last) last.text = last.text.replace(/\n$/, '')
      continue
    }
    // Some programs strip the space of an empty line.
    const mark = line === '' ? ' ' : line[0]
    if (mark !== ' ' && mark !== '-' && mark !== '+') throw badPatch('A line of it has no mark.')
    if (mark !== '+') oldLeft--
    if (mark !== '-') newLeft--
    if (oldLeft < 0 || newLeft < 0) throw badPatch('A change is longer than its head says.')
    hunk.lines.push({ mark, text: `${line.slice(1)}\n` })
  }
  return { hunk, end: at }
}

function pathOf(line: string, prefix: string): string | null {
  const rest = line.slice(4).replace(/\r$/, '')
  const path = rest.startsWith('"') ? unquote(rest) : (rest.split('\t')[0] as string)
  if (path === '/dev/null') return null
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** Git quotes odd names the way C does, bytes above ASCII as three octal digits. */
function unquote(quoted: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"/.exec(quoted)?.[1]
  if (inner === undefined) throw badPatch('The name of a file cannot be read.')
  const bytes: Buffer[] = []
  for (const [, octal, sign, plain] of inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]))
    else if (plain !== undefined) bytes.push(Buffer.from(plain))
    else bytes.push(ESCAPES[sign!] === undefined ? Buffer.from(sign!) : Buffer.from([ESCAPES[sign!]!]))
  }
  return Buffer.concat(bytes).toString('utf8')
}

export function badPatch(why: string): FaultError {
  return new FaultError('bad_patch', `That diff cannot be applied. ${why}`, 'Ask for the change again.')
}
