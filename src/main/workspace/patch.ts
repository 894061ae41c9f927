// Reads a unified diff and applies its hunks to a text.
import { parsePatch as parseDiff } from 'diff'
import { FaultError } from '../../shared/errors.ts'

export interface HunkLine {
  mark: ' ' | '-' | '+'
  /** With its line end, or without one if the diff says that there is none. */
  text: string
}

export interface PatchHunk {
  /** Where it begins in the old and in the new file, counting from 1. */
  oldStart: number
  newStart: number
  lines: HunkLine[]
}

export interface FilePatch {
  /** Null if the file does not exist before, or after. */
  oldFile: string | null
  newFile: string | null
  executable: boolean
  hunks: PatchHunk[]
}

export function parsePatch(patch: string): FilePatch[] {
  if (/^(?:GIT binary patch|Binary files .* differ$)/m.test(patch))
    throw badPatch('It is about a file that is not text.')
  const files = parsed(patch).filter(({ hunks }) => hunks.length > 0)
  if (files.length === 0) throw badPatch('It has no changes.')
  return files.map(({ oldFileName, newFileName, oldMode, newMode, hunks }) => {
    if (oldFileName === undefined || newFileName === undefined)
      throw badPatch('It does not say which file it is about.')
    const modes = [oldMode, newMode]
    if (modes.some((mode) => mode === '120000' || mode === '160000'))
      throw badPatch('It is about a link or a submodule.')
    const oldFile = pathOf(oldFileName, 'a/')
    const newFile = pathOf(newFileName, 'b/')
    if (oldFile === null && newFile === null) throw badPatch('It names no file.')
    return { oldFile, newFile, executable: modes.includes('100755'), hunks: hunks.map(hunkOf) }
  })
}

function parsed(patch: string): ReturnType<typeof parseDiff> {
  try {
    return parseDiff(patch)
  } catch (error) {
    throw badPatch('Its lines do not match its hunk headers.', error)
  }
}

function hunkOf({
  oldStart,
  newStart,
  lines,
}: {
  oldStart: number
  newStart: number
  lines: string[]
}): PatchHunk {
  if (!Number.isSafeInteger(oldStart) || !Number.isSafeInteger(newStart))
    throw badPatch('A hunk header is invalid.')
  const hunk: PatchHunk = { oldStart, newStart, lines: [] }
  for (const line of lines) {
    const last = hunk.lines.at(-1)
    if (line.startsWith('\\')) {
      if (last) last.text = last.text.replace(/\n$/, '')
    } else {
      // Some programs strip the space of an empty line.
      const mark = line === '' ? ' ' : (line[0] as HunkLine['mark'])
      hunk.lines.push({ mark, text: `${line.slice(1)}\n` })
    }
  }
  return hunk
}

function pathOf(name: string, prefix: string): string | null {
  if (name === '/dev/null') return null
  // The library leaves a quoted name as it is if it cannot read it.
  if (name.startsWith('"')) throw badPatch('The name of a file cannot be read.')
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

export function badPatch(why: string, cause?: unknown): FaultError {
  return new FaultError('bad_patch', `That diff cannot be applied. ${why}`, 'Ask for the change again.', {
    cause,
  })
}

export type Applied =
  | { tag: 'applied'; text: string }
  /** The text does not contain what a hunk replaces. */
  | { tag: 'missing' }
  /** It has moved and is in several places, so the right one is unknown. */
  | { tag: 'ambiguous' }

/**
 * The text with all hunks applied, or why one of them does not fit. The text must contain exactly what a hunk replaces,
 * though changes above may have moved it. `applyPatch` of `diff` would take the nearest of several places, which may be
 * the wrong one.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[], reverse: boolean): Applied {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  let result: string[] = []
  // How far the text is ahead of the hunks' line numbers, and up to which line it is done.
  let moved = 0
  let done = 0
  for (const hunk of hunks) {
    const removed = reverse ? '+' : '-'
    const come = reverse ? '-' : '+'
    const before = hunk.lines.filter(({ mark }) => mark !== come).map((line) => line.text)
    const after = hunk.lines.filter(({ mark }) => mark !== removed).map((line) => line.text)
    const expected = (reverse ? hunk.newStart : hunk.oldStart) - 1 + moved
    const at = findBlock(lines, before, { expected, from: done, ...ends(hunk) })
    if (typeof at === 'string') return { tag: at }
    // Not push(...lines): a hunk may have more lines than a call takes arguments.
    result = result.concat(lines.slice(done, at), after)
    moved += at - expected
    done = at + before.length
  }
  result = result.concat(lines.slice(done))
  // Only the last line can have no line end.
  if (result.slice(0, -1).some((line) => !line.endsWith('\n'))) return { tag: 'missing' }
  return { tag: 'applied', text: result.join('') }
}

interface Place {
  expected: number
  from: number
  atStart: boolean
  atEnd: boolean
}

/** A hunk without a line of context before or after its change touches the beginning or the end of the file. */
function ends({ lines }: PatchHunk): { atStart: boolean; atEnd: boolean } {
  return { atStart: lines[0]?.mark !== ' ', atEnd: lines.at(-1)?.mark !== ' ' }
}

/** Where the block is: where it is expected, otherwise in the only other place. */
function findBlock(
  lines: readonly string[],
  block: readonly string[],
  { expected, from, atStart, atEnd }: Place,
): number | 'missing' | 'ambiguous' {
  const last = lines.length - block.length
  const fits = (at: number): boolean =>
    at >= from && at <= last && block.every((line, offset) => lines[at + offset] === line)
  if (fits(expected)) return expected
  // With context on one side only, it can have moved with that end of the file; with none, its place is unknown.
  if (atStart || atEnd) {
    const end = atStart ? 0 : last
    return atStart !== atEnd && fits(end) ? end : 'missing'
  }
  let found: number | null = null
  for (let at = from; at <= last; at++) {
    if (!fits(at)) continue
    // The nearest is not good enough: the right one may have moved further.
    if (found !== null) return 'ambiguous'
    found = at
  }
  return found ?? 'missing'
}
