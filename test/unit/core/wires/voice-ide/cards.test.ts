import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardOf,
  MAX_CARD_TEXT,
  MAX_CARDS,
  MAX_CARDS_CHARACTERS,
  patchesToShow,
  patchesToShowAll,
  withPatch,
  type Card,
} from '../../../../../src/core/wires/voice-ide/cards.ts'
import type { Artifact } from '../../../../../src/shared/artifacts.ts'

interface Shown {
  cards: unknown[]
}

/** Applies a patch like a client, strictly by RFC 6902: a missing position is an error. */
function applied(shown: Shown, patch: string): Shown {
  const { op, path, value } = JSON.parse(patch) as { op: string; path: string; value?: unknown }
  if (op === 'add' && path === '/cards') return { cards: value as unknown[] }
  const at = Number(/^\/cards\/(0|[1-9]\d*)$/.exec(path)?.[1])
  const cards = [...shown.cards]
  if (!(at >= 0 && at <= cards.length)) throw new Error(`no such place: ${path}`)
  if (op === 'add') cards.splice(at, 0, value)
  else {
    if (at === cards.length) throw new Error(`nothing at ${path}`)
    if (op === 'replace') cards[at] = value
    else if (op === 'remove') cards.splice(at, 1)
    else throw new Error(`no such operation: ${op}`)
  }
  return { cards }
}

const diff = (id: string, text = '+a'): Artifact => ({
  kind: 'diff',
  id,
  title: 'A change',
  file: 'main.swift',
  diff: text,
})

function show(artifacts: readonly Artifact[]): { cards: readonly Card[]; shown: Shown } {
  let cards: readonly Card[] = []
  let shown: Shown = { cards: [] }
  for (const artifact of artifacts) {
    const patches = patchesToShow(cards, artifact)
    cards = patches.reduce(withPatch, cards)
    shown = patches.map((patch) => JSON.stringify(patch)).reduce(applied, shown)
  }
  return { cards, shown }
}

describe('the cards of a VoiceIDE client', () => {
  it('start with one patch that adds a card', () => {
    expect(patchesToShow([], diff('d1'))).toEqual([
      {
        op: 'add',
        path: '/cards/0',
        value: { type: 'diff', id: 'd1', title: 'A change', file: 'main.swift', diff: '+a' },
      },
    ])
  })

  it('replace a known artifact and add a new one at the front', () => {
    const { shown } = show([diff('one'), diff('two'), diff('one', '+b')])
    expect(shown.cards).toMatchObject([{ id: 'two' }, { id: 'one', diff: '+b' }])
  })

  it('keep the oldest if it is the one being updated', () => {
    const long = '\u0001'.repeat(MAX_CARD_TEXT)
    const ids = ['one', 'two', 'three', 'four', 'five', 'six']
    const { shown } = show([...ids.map((id) => diff(id, id === 'one' ? '+a' : long)), diff('one', long)])
    expect(shown.cards).toMatchObject([
      { id: 'six' },
      { id: 'five' },
      { id: 'four' },
      { id: 'three' },
      { id: 'one' },
    ])
  })

  it('mark a text that was cut, and never end in half a character', () => {
    const card = cardOf({ kind: 'code', id: 'c', title: 't', content: '😀'.repeat(MAX_CARD_TEXT) })
    expect(card['truncated']).toBe(true)
    expect(card['content']).toMatch(/^(?:😀)+…$/u)
    expect(cardOf({ kind: 'code', id: 'c', title: 't', content: 'short' })).not.toHaveProperty('truncated')
  })

  it('limit the hits, and keep a search’s own mark that there are more', () => {
    const hit = { file: 'a.ts', line: 1, content: 'x' }
    const found = (results: (typeof hit)[], truncated?: boolean): Artifact => ({
      kind: 'search_results',
      id: 's',
      title: 't',
      query: 'x',
      results,
      ...(truncated !== undefined && { truncated }),
    })
    const many = cardOf(found(Array.from({ length: 500 }, () => hit)))
    expect(many['results']).toHaveLength(50)
    expect(many['truncated']).toBe(true)
    expect(cardOf(found([hit], true))['truncated']).toBe(true)
    expect(cardOf(found([hit]))).toMatchObject({ type: 'search_results', query: 'x', results: [hit] })
  })

  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.integer({ min: 0, max: 30_000 }).map((length) => '\u0001'.repeat(length)),
  )
  const artifact: fc.Arbitrary<Artifact> = fc.oneof(
    fc.record({
      kind: fc.constant('diff' as const),
      id: fc.integer({ min: 0, max: 80 }).map(String),
      title: text,
      file: text,
      diff: text,
    }),
    fc.record({
      kind: fc.constant('error' as const),
      id: fc.integer({ min: 0, max: 80 }).map(String),
      title: text,
      message: text,
    }),
  )

  it('are the same for the client and never exceed their bounds', () => {
    fc.assert(
      fc.property(fc.array(artifact, { maxLength: 150 }), (artifacts) => {
        const { cards, shown } = show(artifacts)
        expect(shown.cards).toEqual(cards)
        expect(cards.length).toBeLessThanOrEqual(MAX_CARDS)
        expect(JSON.stringify(cards).length).toBeLessThanOrEqual(MAX_CARDS_CHARACTERS + MAX_CARDS + 2)
        expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length)
        const last = artifacts.at(-1)
        if (last) expect(cards).toContainEqual(cardOf(last))
        const all = patchesToShowAll(cards).map((patch) => JSON.stringify(patch))
        expect(all.reduce(applied, { cards: ['something else'] }).cards).toEqual(cards)
      }),
      { numRuns: 60 },
    )
  })
})
