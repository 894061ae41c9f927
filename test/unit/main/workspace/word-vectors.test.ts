import { describe, expect, it } from 'vitest'
import {
  createNearest,
  DIMENSIONS,
  similarityAt,
  wordVectors,
} from '../../../../src/main/workspace/word-vectors.ts'

const words = wordVectors()
const passage = (about: string): Int8Array => words.ofPassage({ title: '', about, body: '' }, '')
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

describe('The nearest of many', () => {
  it('are the most similar, best first, and no more than asked for', () => {
    const nearest = createNearest(3)
    for (let id = 0; id < 1000; id++) nearest.offer(id, ((id * 7919) % 1000) / 1000)
    expect(nearest.all().map(({ similarity }) => similarity)).toEqual([0.999, 0.998, 0.997])
  })

  it('are all there are if there are fewer', () => {
    const nearest = createNearest(3)
    nearest.offer(1, 0.2)
    expect(nearest.all()).toEqual([{ id: 1, similarity: 0.2 }])
  })
})
