// Says how the comments of a hunk changed.
import { spokenCount } from '../../understanding/replies/spoken-count.ts'
import { type ChangedDeclarations, squeezed } from './changed-declarations.ts'
import type { CodeHunk, Side } from './code-sides.ts'
import { editedPlaces } from './edited-places.ts'
import { saidName, saidNames, some } from './hunk-sentence.ts'
import { textChange } from './text-change.ts'

/** What a linter or another checker reads. */
const DIRECTIVE =
  /^\s*(?:(?:eslint|oxlint|tslint|stylelint|biome|rubocop|pylint|shellcheck|prettier)(?:[-:]|\s+disable)|noqa\b|nolint\b|nosec\b|type:\s*ignore|@ts-|pragma: no|istanbul ignore|[cv]8 ignore|flake8:|mypy:|isort:|fmt: (?:off|on)|jshint |jslint )/
const LINT =
  /^\s*(?:eslint|oxlint|tslint|stylelint|biome|rubocop|pylint|shellcheck|noqa|nolint|flake8|jshint|jslint)/

export function commentClauses(old: Side, now: Side, declared: ChangedDeclarations): string[] {
  const without = (side: Side): Side => ({
    ...side,
    comments: side.comments.filter(({ text }) => !DIRECTIVE.test(text)),
  })
  return [...ofComments(without(old), without(now), declared), ...directiveClauses(old, now)]
}

function directiveClauses(old: Side, now: Side): string[] {
  const those = ({ comments }: Side): string[] =>
    comments.filter(({ text }) => DIRECTIVE.test(text)).map(({ text }) => text.trim())
  const [gone, come] = [onlyIn(those(old), those(now)), onlyIn(those(now), those(old))]
  const noun = [...gone, ...come].every((text) => LINT.test(text)) ? 'lint directive' : 'checker directive'
  if (gone.length === come.length) return gone.length === 0 ? [] : [`changes ${some(come.length, noun)}`]
  return [
    ...(come.length === 0 ? [] : [`adds ${some(come.length, noun)}`]),
    ...(gone.length === 0 ? [] : [`removes ${some(gone.length, noun)}`]),
  ]
}

function ofComments(
  old: Side,
  now: Side,
  { documented, added, removed, altered }: ChangedDeclarations,
): string[] {
  const [gone, come] = [onlyIn(blocksOf(old), blocksOf(now)), onlyIn(blocksOf(now), blocksOf(old))]
  if (gone.join('\n') === come.join('\n')) return []
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
  const isDoc = now.comments.length > 0 && [...old.comments, ...now.comments].every((one) => one.isDoc)
  const noun = isDoc ? 'the documentation' : 'a comment'
  if (gone.length === 0) {
    const isTodo = /\b(?:TODO|FIXME|XXX)\b/.test(come.join('\n'))
    return [isTodo && come.length === 1 ? 'adds a to-do comment' : `adds ${some(come.length, 'comment')}`]
  }
  if (come.length === 0) return [`removes ${some(gone.length, 'comment')}`]
  const [was, is] = [gone.join('\n'), come.join('\n')]
  const count = (mark: '+' | '-', side: Side): number =>
    side.comments.filter(({ at, text }) => side.lines[at]!.mark === mark && text.trim() !== '').length
  const isOfLines = count('-', old) > 1 || count('+', now) > 1
  // Words of two comments are no text.
  const said = gone.length + come.length > 2 ? null : textChange(was, is, noun, isOfLines)
  if (said !== null) return [said]
  const [before, after] = [wordsOf(was), wordsOf(is)]
  const [lost, gained] = [onlyIn(before, after).length, onlyIn(after, before).length]
  const isLonger = lost === 0 || after.length > before.length * 2
  const isShorter = gained === 0 || before.length > after.length * 2
  return [`${isLonger ? 'extends' : isShorter ? 'shortens' : 'rewords'} ${noun}`]
}

/** Comments on lines that follow one another are one; without what only breaks its lines. */
function blocksOf({ comments }: Side): string[] {
  const blocks: { text: string; last: number }[] = []
  for (const { text, at } of comments) {
    const said = wordsOf(text).join(' ')
    const last = blocks.at(-1)
    if (last && at <= last.last + 1) {
      last.text = `${last.text} ${said}`.trim()
      last.last = at
    } else blocks.push({ text: said, last: at })
  }
  return blocks.map(({ text }) => text).filter((text) => text !== '')
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+(?:['’]\p{L}+)*/gu) ?? []

/** Those that the other list has not, or not as often. */
function onlyIn(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of other) counts.set(one, (counts.get(one) ?? 0) + 1)
  return list.filter((one) => {
    const left = counts.get(one) ?? 0
    counts.set(one, left - 1)
    return left <= 0
  })
}

/** The field of a type that a changed comment is above, if it is above one only. */
export function fieldBelow(now: Side, lines: CodeHunk['lines']): string {
  if (editedPlaces(lines, ({ text }) => text.trim() !== '').length !== 1) return ''
  const withCode = new Set(now.tokens.map(({ at }) => at))
  const isComment = (at: number): boolean => now.comments.some((one) => one.at === at) && !withCode.has(at)
  const changed = [...now.lines.keys()].filter((at) => now.lines[at]!.mark === '+')
  if (changed.filter((at) => withCode.has(at)).length > 1) return ''
  let at = changed.findLastIndex((index) => isComment(index))
  if (at === -1) return ''
  at = changed[at]! + 1
  while (isComment(at)) at++
  const owner = now.symbolAt(at)
  if (owner === null || !withCode.has(at) || owner.startLine === now.lines[at]?.after) return ''
  const words = now.tokens.filter((token) => token.at === at).slice(0, 4)
  const [first, next] = words
  const isField =
    first?.kind === 'word' &&
    (owner.kind === 'struct'
      ? next?.text === ':' || (next?.kind === 'word' && /^[A-Z_]/i.test(first.text))
      : /^(?:interface|type)$/.test(owner.kind) && /^[:?]$/.test(next?.text ?? ''))
  return isField && !/^(?:pub|type|readonly|static)$/.test(first.text) ? saidName(first.text) : ''
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
