import { describe, expect, test } from 'vitest'
import type { ShownArtifact, TranscriptEntry } from '../../../../src/renderer/store/state.ts'
import { sameRow, transcriptRows } from '../../../../src/renderer/transcript/transcript-rows.ts'

const said = (
  id: string,
  role: 'user' | 'agent',
  turnId: string | null,
  timestamp: number,
): TranscriptEntry => ({
  id,
  role,
  text: id,
  isFinal: true,
  timestamp,
  turnId,
})

const shown = (
  id: string,
  turnId: string | null,
  at: number,
  source: string | null = null,
): ShownArtifact => ({
  artifact: { kind: 'error', id, title: id, message: id },
  at,
  turnId,
  source,
})

const outline = (entries: TranscriptEntry[], artifacts: ShownArtifact[]): string[] =>
  transcriptRows(entries, artifacts).map(
    ({ entry, artifacts: under }) =>
      `${entry?.id ?? '-'}${under.map(({ artifact }) => ` ${artifact.id}`).join('')}`,
  )

describe('laying out the conversation', () => {
  test('a turn’s artifacts go under its last reply', () => {
    const entries = [
      said('ask', 'user', 't', 1),
      said('first', 'agent', 't', 2),
      said('last', 'agent', 't', 3),
    ]
    expect(outline(entries, [shown('a', 't', 2), shown('b', 't', 2)])).toEqual(['ask', 'first', 'last a b'])
  })

  test('before there is a reply, they are in a row after the request', () => {
    expect(outline([said('ask', 'user', 't', 1)], [shown('a', 't', 2)])).toEqual(['ask', '- a'])
  })

  test('artifacts without text are sorted by time', () => {
    const entries = [said('one', 'user', 't', 10), said('two', 'user', 'u', 20)]
    expect(outline(entries, [shown('a', 'clicked', 15), shown('b', null, 16), shown('c', null, 30)])).toEqual(
      ['one', '- a b', 'two', '- c'],
    )
  })

  test('a speaker is named once for several rows', () => {
    const rows = transcriptRows(
      [
        said('1', 'user', 't', 1),
        said('2', 'agent', 't', 2),
        said('3', 'agent', 't', 3),
        said('4', 'user', 'u', 4),
      ],
      [],
    )
    expect(rows.map(({ named }) => named)).toEqual([true, true, false, true])
  })

  test('artifacts from another client get their own row, even if the turn id is the same', () => {
    const entries = [said('ask', 'user', 't', 1), said('reply', 'agent', 't', 20)]
    const guests = [
      shown('a', 't', 5, 'G2 glasses'),
      shown('b', 'u', 6, 'Browser'),
      shown('c', 'v', 7, 'Browser'),
    ]
    const rows = transcriptRows(entries, [...guests, shown('own', 't', 8)])
    expect(
      rows.map(({ entry, artifacts, source, named }) => [
        entry?.id ?? source,
        artifacts.map(({ artifact }) => artifact.id).join(' '),
        named,
      ]),
    ).toEqual([
      ['ask', '', true],
      ['G2 glasses', 'a', true],
      ['Browser', 'b c', true],
      ['reply', 'own', true],
    ])
  })

  test('after artifacts from another client, the speaker is named again', () => {
    const entries = [said('1', 'agent', 't', 1), said('2', 'agent', 't', 10), said('3', 'agent', 't', 30)]
    const artifacts = [
      shown('a', 'u', 5, 'G2 glasses'),
      shown('b', 'v', 15, 'G2 glasses'),
      shown('c', null, 16),
    ]
    expect(transcriptRows(entries, artifacts).map(({ key, named }) => [key, named])).toEqual([
      ['1', true],
      ['artifacts a', true],
      ['2', true],
      ['artifacts b', true],
      ['artifacts c', true],
      ['3', true],
    ])
  })

  test('every row has its own key', () => {
    const rows = transcriptRows([said('x', 'user', 't', 1)], [shown('x', 't', 2), shown('y', null, 3)])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })
})

describe('deciding whether a row renders again', () => {
  const entry = said('ask', 'user', 't', 1)
  const reply = said('reply', 'agent', 't', 2)
  const artifact = shown('a', 't', 2)

  test('a new row with the same parts is the same', () => {
    const [one] = transcriptRows([entry], [])
    const [other] = transcriptRows([entry, reply], [artifact])
    expect(sameRow(one!, other!)).toBe(true)
  })

  test('new text or a new artifact makes it different', () => {
    const [, one] = transcriptRows([entry, reply], [])
    expect(sameRow(one!, transcriptRows([entry, reply], [artifact])[1]!)).toBe(false)
    expect(sameRow(one!, transcriptRows([entry, { ...reply, text: 'more' }], [])[1]!)).toBe(false)
  })
})
