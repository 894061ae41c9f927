// What a VoiceIDE client shows beside the conversation: one card per artifact, newest first. The client learns of cards
// only through patches, so every change is a patch, and the cards here are the result of the patches sent.
import type { Artifact, ArtifactKind } from '../../../shared/artifacts.ts'
import { truncate } from '../../../base/truncate.ts'
import { kinds } from '../../artifacts/kinds/kinds.ts'

export const MAX_CARDS = 50
/** Of all cards together, as JSON text. */
export const MAX_CARDS_CHARACTERS = 256 * 1024
/** Of one text of a card; a card is for a small screen. */
export const MAX_CARD_TEXT = 8_000
const MAX_CARD_NAME = 1_000

export interface Card {
  readonly type: ArtifactKind
  readonly id: string
  readonly [field: string]: unknown
}

/** One operation of RFC 6902. `add` at `/cards` replaces all cards. */
export type CardPatch =
  | { op: 'add'; path: '/cards'; value: readonly Card[] }
  | { op: 'add' | 'replace'; path: `/cards/${number}`; value: Card }
  | { op: 'remove'; path: `/cards/${number}` }

const LONG_TEXTS: ReadonlySet<string> = new Set(['content', 'diff', 'message', 'stack', 'note'])

/** The card of an artifact; `truncated` means that it leaves something out. */
export function cardOf(artifact: Artifact): Card {
  let truncated = false
  const bound = (text: string, max: number): string => {
    truncated ||= text.length > max
    return truncate(text, max)
  }
  const { kind, id, ...rest } = artifact
  const fields = Object.entries(rest).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value]
    return [name, bound(value, LONG_TEXTS.has(name) ? MAX_CARD_TEXT : MAX_CARD_NAME)]
  })
  const own = kinds.of(artifact).card?.(artifact, bound)
  return {
    type: kind,
    id,
    ...Object.fromEntries(fields),
    ...own?.fields,
    ...((truncated || own?.truncated) && { truncated: true }),
  }
}

/**
 * The patches that show an artifact: a known one in its place, a new one at the front. If there are too many cards, the
 * oldest go, but never the one being shown.
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

/** The patches that replace all cards of a client; one card each, so that no frame is large. */
export function patchesToShowAll(cards: readonly Card[]): CardPatch[] {
  return [
    { op: 'add', path: '/cards', value: [] },
    ...cards.toReversed().map((value): CardPatch => ({ op: 'add', path: '/cards/0', value })),
  ]
}

/** The cards after one of these patches. */
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
