import { describe, expect, test } from 'vitest'
import { historyRows, searchHistory } from '../../../../src/renderer/palette/history-rows.ts'
import type { ShownArtifact, TranscriptEntry } from '../../../../src/renderer/store/state.ts'

const shown = (id: string, title: string, turnId: string | null): ShownArtifact => ({
  artifact: { kind: 'code', id, title, content: '', file: `src/${title}` },
  at: 1,
  turnId,
  source: null,
})
const said: TranscriptEntry = {
  id: 's',
  role: 'user',
  text: 'where are files read',
  isFinal: true,
  timestamp: 1,
  turnId: 't',
}
const rows = historyRows([shown('a', 'one.ts', 't'), shown('b', 'two.ts', null)], [said])

describe('The history', () => {
  test('has every artifact, newest first, with its request', () => {
    expect(rows.map(({ title, asked }) => [title, asked])).toEqual([
      ['src/two.ts', ''],
      ['src/one.ts', 'where are files read'],
    ])
  })

  test('never shows a request of this conversation for an artifact of another one', () => {
    const guests = { ...shown('g', 'three.ts', 't'), source: 'G2 glasses' }
    const [row] = historyRows([guests], [said])
    expect(row?.asked).toBe('')
    expect(searchHistory([row!], 'glasses')).toHaveLength(1)
  })

  test('is searched by title, kind and request; all words must occur', () => {
    const found = (query: string): string[] => searchHistory(rows, query).map(({ title }) => title)
    expect(found('read files')).toEqual(['src/one.ts'])
    expect(found('CODE two')).toEqual(['src/two.ts'])
    expect(found('two read')).toEqual([])
    expect(found('')).toHaveLength(2)
  })
})
