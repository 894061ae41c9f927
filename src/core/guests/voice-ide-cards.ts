// What a VoiceIDE client shows beside the conversation: one card per artifact, newest first. The client knows the cards
// only by the patches it was sent, so every change of ours is one, and what we hold is what those patches make.
import type { Artifact, ArtifactKind } from '../../shared/artifacts.ts'
import { boundText } from '../interceptors/bound-text.ts'

export const MAX_CARDS = 50
/** Of all cards together, as JSON text. */
export const MAX_CARDS_CHARACTERS = 256 * 1024
/** Of one text of a card: more is for a larger screen. */
export const MAX_CARD_TEXT = 8_000
const MAX_CARD_NAME = 1_000
const MAX_HITS = 50
const MAX_HIT_TEXT = 300

export interface Card {
  readonly type: ArtifactKind
  readonly id: string
  readonly [field: string]: unknown
}

/** One operation of RFC 6902. `add` at `/cards` puts these in the place of all that were there. */
export type CardPatch =
  | { op: 'add'; path: '/cards'; value: readonly Card[] }
  | { op: 'add' | 'replace'; path: `/cards/${number}`; value: Card }
  | { op: 'remove'; path: `/cards/${number}` }

const LONG_TEXTS: ReadonlySet<string> = new Set(['content', 'diff', 'message', 'stack', 'note'])

/** The card of an artifact. One that leaves something out says `truncated`. */
export function cardOf(artifact: Artifact): Card {
  let truncated = artifact.kind === 'search_results' && artifact.truncated === true
  const bound = (text: string, max: number): string => {
    truncated ||= text.length > max
    return boundText(text, max)
  }
  const { kind, id, ...rest } = artifact
  const fields = Object.entries(rest).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    return [name, bound(value, LONG_TEXTS.has(name) ? MAX_CARD_TEXT : MAX_CARD_NAME)]
  })
  if (artifact.kind === 'search_results') {
    truncated ||= artifact.results.length > MAX_HITS
    const results = artifact.results.slice(0, MAX_HITS).map(({ file, line, content }) => ({
      file: bound(file, MAX_HIT_TEXT),
      line,
      content: bound(content, MAX_HIT_TEXT),
    }))
    fields.push(['results', results])
  }
  return { type: kind, id, ...Object.fromEntries(fields), ...(truncated && { truncated }) }
}

/**
 * The patches that show an artifact: a known one in its place, a new one at the front. For what is too much the oldest are
 * taken away, never the one that is shown.
 */
export function patchesToShow(cards: readonly Card[], artifact: Artifact): CardPatch[] {
  const card = cardOf(artifact)
  const known = cards.findIndex(({ id }) => id === card.id)
  const shownAt = Math.max(known, 0)
  const patches: CardPatch[] = [
    known >= 0
      ? { op: 'replace', path: `/cards/${known}`, value: card }
      : { op: 'add', path: '/cards/0', value: card },
  ]
  const next = patches.reduce(withPatch, cards)
  const sizes = next.map((each) => JSON.stringify(each).length)
  let size = sizes.reduce((sum, each) => sum + each, 0)
  let count = next.length
  for (let last = next.length - 1; last >= 0; last--) {
    if (count <= MAX_CARDS && size <= MAX_CARDS_CHARACTERS) break
    if (last === shownAt) continue
    count--
    patches.push({ op: 'remove', path: `/cards/${last}` })
    size -= sizes[last] ?? 0
  }
  return patches
}

/** The patches that make a client show these, whatever it showed before; one card each, so that no frame is large. */
export function patchesToShowAll(cards: readonly Card[]): CardPatch[] {
  return [
    { op: 'add', path: '/cards', value: [] },
    ...cards.toReversed().map((value): CardPatch => ({ op: 'add', path: '/cards/0', value })),
  ]
}

/** The cards after a patch of ours. */
export function withPatch(cards: readonly Card[], patch: CardPatch): readonly Card[] {
  if (patch.path === '/cards') return patch.value
  const at = Number(patch.path.slice('/cards/'.length))
  switch (patch.op) {
    case 'add':
      return cards.toSpliced(at, 0, patch.value)
    case 'replace':
      return cards.toSpliced(at, 1, patch.value)
    case 'remove':
      return cards.toSpliced(at, 1)
  }
}
