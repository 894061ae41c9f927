import { describe, expect, it } from 'vitest'
import { similarityAt } from '../../../../src/main/workspace/vector-table.ts'
import { DIMENSIONS, wordVectors } from '../../../../src/main/workspace/word-vectors.ts'

const words = wordVectors()
const passage = (about: string): Int8Array => words.ofPassages([{ title: '', about, body: '' }], '')
const alike = (said: string, about: string): number => similarityAt(passage(about), 0, words.ofQuestion(said))

describe('The vector of a text', () => {
  it('points the way of texts that mean the same in other words', () => {
    expect(alike('unpacked replies', 'decompress response')).toBeGreaterThan(
      alike('unpacked replies', 'certificate path'),
    )
    expect(alike('how rapidly does a boat move', 'vessel speed knots')).toBeGreaterThan(
      alike('how rapidly does a boat move', 'user session'),
    )
  })

  it('points nowhere if no word says anything', () => {
    for (const said of ['', 'where is the', '§§§'])
      expect(words.ofQuestion(said)).toEqual(new Int8Array(DIMENSIONS))
  })

  it('is made of any word, however long', () => {
    const vector = words.ofQuestion(`${'x'.repeat(5000)} pneumonoultramicroscopic`)
    expect(similarityAt(vector, 0, vector)).toBeCloseTo(1, 1)
  })
})
