// Says which entries of a list in a document came, went or changed, by their first words.
import { numberWord } from '../../understanding/replies/spoken-count.ts'
import type { EditedPlace } from './edited-places.ts'
import { differing, ENTRY, firstWords, withoutLinks, wordsOf } from './prose-text.ts'
import { textChange } from './text-change.ts'

/** The lines that go on with an entry belong to it. */
interface Entry {
  first: string
  whole: string
}

export function entryClauses(places: readonly EditedPlace[]): string[] {
  const changed: { from: Entry; to: Entry }[] = []
  const added: Entry[] = []
  const removed: Entry[] = []
  for (const place of places) {
    const [old, now] = [entriesOf(place.old), entriesOf(place.now)]
    const pairs = pairsOf(old, now)
    changed.push(...pairs.filter(({ from, to }) => from.whole !== to.whole))
    added.push(...now.filter((one) => !pairs.some(({ to }) => to === one)))
    removed.push(...old.filter((one) => !pairs.some(({ from }) => from === one)))
  }
  // What is in another place as it was has moved.
  const same = (list: readonly Entry[], one: Entry): boolean => list.some(({ whole }) => whole === one.whole)
  const moved = added.filter((one) => same(removed, one))
  const come = added.filter((one) => !same(removed, one))
  const gone = removed.filter((one) => !same(moved, one))
  // Each kind of change has to find room in the sentence.
  const isAlone = [changed, come, gone].filter((list) => list.length > 0).length === 1
  return [
    ...changedClause(changed),
    ...listed('adds', come, isAlone),
    ...listed('removes', gone, isAlone),
    ...(moved.length === 0
      ? []
      : [`moves ${moved.length === 1 ? 'a list entry' : `${numberWord(moved.length)} list entries`}`]),
  ]
}

function entriesOf(lines: readonly string[]): Entry[] {
  const entries: Entry[] = []
  let open: Entry | null = null
  for (const line of lines) {
    if (ENTRY.test(line)) entries.push((open = { first: line, whole: line.trim() }))
    else if (open && /^\s+\S/.test(line)) open.whole += ` ${line.trim()}`
    else open = null
  }
  return entries
}

/** An entry is the same one if most of its words stayed, in the order of the list. */
function pairsOf(old: readonly Entry[], now: readonly Entry[]): { from: Entry; to: Entry }[] {
  const pairs: { from: Entry; to: Entry }[] = []
  if (old.length === 1 && now.length === 1) return [{ from: old[0]!, to: now[0]! }]
  let next = 0
  for (const to of now) {
    const at = old.findIndex((from, index) => index >= next && isLike(from, to))
    if (at === -1) continue
    pairs.push({ from: old[at]!, to })
    next = at + 1
  }
  return pairs
}

function isLike(from: Entry, to: Entry): boolean {
  const bare = (one: Entry): string[] =>
    wordsOf([one.whole.slice(0, 500)]).flatMap((word) => word.toLowerCase().split(/[@:/]+/))
  const [old, now] = [bare(from), bare(to)]
  const [lost] = differing(old, now)
  return (old.length - lost.length) * 2 > Math.max(old.length, now.length)
}

function changedClause(changed: readonly { from: Entry; to: Entry }[]): string[] {
  if (changed.length === 0) return []
  if (changed.length > 1) return [`changes ${numberWord(changed.length)} list entries`]
  const { from, to } = changed[0]!
  const isOneLine = from.whole === from.first.trim() && to.whole === to.first.trim()
  const said = textChange(withoutLinks([from.whole]), withoutLinks([to.whole]), '', !isOneLine)
  if (said !== null) return [`${said} in a list entry`]
  const { said: name } = firstWords(to.first, 4)
  const isNew = firstWords(from.first, 4).said !== name
  if (name === '') return ['changes a list entry']
  return [
    isNew ? `changes a list entry, which now begins with “${name}”` : `changes the list entry “${name}”`,
  ]
}

function listed(verb: string, entries: readonly Entry[], isAlone: boolean): string[] {
  const [first] = entries
  if (!first) return []
  const { said, isAll } = firstWords(first.first)
  if (entries.length === 1) {
    if (said === '') return [`${verb} a list entry`]
    const isWhole = isAll && first.whole === first.first.trim()
    return [isWhole ? `${verb} the list entry “${said}”` : `${verb} a list entry that begins with “${said}”`]
  }
  const among =
    said === '' || !isAlone ? '' : `, the first of which ${isAll ? 'is' : 'begins with'} “${said}”`
  return [`${verb} ${numberWord(entries.length)} list entries${among}`]
}
