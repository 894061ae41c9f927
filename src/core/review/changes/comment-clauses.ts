// Says how the comments of a hunk changed.
import { spokenCount } from '../../understanding/replies/spoken-count.ts'
import { type ChangedDeclarations, squeezed } from './changed-declarations.ts'
import type { CodeHunk, Side } from './code-sides.ts'
import { saidName, saidNames } from './hunk-sentence.ts'

export function commentClauses(
  old: Side,
  now: Side,
  { documented, added, removed, altered }: ChangedDeclarations,
): string[] {
  const words = (side: Side): string[] =>
    side.comments.flatMap(({ text }) => text.match(/[\p{L}\p{N}_]+/gu) ?? [])
  const [gone, come] = [words(old), words(now)]
  if (gone.join(' ') === come.join(' ')) {
    return old.comments.length === now.comments.length ? [] : []
  }
  if (documented.length > 0 && added.length + removed.length === 0) {
    const [{ from, to }] = documented as [(typeof documented)[0]]
    const name =
      altered.length === 1 && altered[0]!.to === to ? '' : saidNames(documented.map((one) => one.to.name))
    const what = documented.length > 1 || name !== '' ? ` of ${name}` : ''
    return [
      from.doc === null
        ? `documents ${name || 'it'}`
        : to.doc === null
          ? `removes the documentation${what}`
          : `changes the documentation${what}`,
    ]
  }
  // Code that became a comment, or the other way round.
  const lines = (side: Side): Set<string> =>
    new Set(side.comments.map(({ text }) => squeezed(text)).filter((text) => text.length > 3))
  const code = (side: Side): Set<string> => new Set(side.lines.map(({ text }) => squeezed(text)))
  const [oldCode, newCode, oldComments, newComments] = [code(old), code(now), lines(old), lines(now)]
  const off = [...newComments].filter((text) => oldCode.has(text) && !newCode.has(text)).length
  const on = [...oldComments].filter((text) => newCode.has(text) && !oldCode.has(text)).length
  if (off > 0) return [`comments out ${spokenCount(off, 'line')} of code`]
  if (on > 0) return [`brings back ${spokenCount(on, 'line')} of code that was a comment`]
  if (gone.length === 0 || come.length > gone.length * 2) {
    const isDoc = now.comments.some(({ isDoc: one }) => one)
    const isTodo =
      now.comments.some(({ text }) => /\b(?:TODO|FIXME|XXX)\b/.test(text)) &&
      !old.comments.some(({ text }) => /\b(?:TODO|FIXME|XXX)\b/.test(text))
    return [
      isTodo
        ? 'adds a to-do comment'
        : isDoc && gone.length > 0
          ? 'extends the documentation'
          : 'adds a comment',
    ]
  }
  if (come.length === 0 || gone.length > come.length * 2)
    return [come.length === 0 ? 'removes a comment' : 'shortens a comment']
  const [lost, gained] = [missing(gone, come), missing(come, gone)]
  const isDoc = now.comments.length > 0 && [...old.comments, ...now.comments].every((one) => one.isDoc)
  const noun = isDoc ? 'the documentation' : 'a comment'
  return [lost === 0 ? `extends ${noun}` : gained === 0 ? `shortens ${noun}` : `rewords ${noun}`]
}

/** How many of the words are not in the others, as often as they are here. */
function missing(words: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  }).length
}

/** The declaration right below the last changed line, apart from the rest of a comment. */
export function symbolBelow({ lines, after, text }: CodeHunk): string {
  const last = lines.findLast(({ mark }) => mark !== ' ')
  if (!last || after === null) return ''
  const next = after.find(({ startLine }) => startLine >= last.after)
  if (!next || next.startLine > last.after + 30) return ''
  const rest =
    text?.slice(last.after - 1, next.startLine - 1) ??
    lines
      .filter((line) => line.after >= last.after && line.after < next.startLine && line.mark !== '-')
      .map((line) => line.text)
  return rest.every((line) => /^\s*(?:[/*#@]|$)/.test(line.slice(0, 240))) ? saidName(next.name) : ''
}
