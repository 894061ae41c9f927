// Vectors of texts: those about the same thing point the same way, whatever their words. A text's vector is the sum of
// those of its words, and a word's of the pieces it is made of. Small enough to compute for every passage of a folder.
import { readFileSync } from 'node:fs'
import { resourceFile } from '../../base/resource-file.ts'
import { indexedWords } from '../../core/understanding/search-terms.ts'
import { wordsOfName } from '../../core/understanding/spoken-forms.ts'
import type { Passage } from './passages.ts'

/** Bytes of a vector. */
export const DIMENSIONS = 64
/** The similarity of two vectors that point the same way. */
export const SAME_WAY = 127 * 127

const MAX_PIECE = 20
/** Words of a folder repeat all the time. */
const MAX_KNOWN_WORDS = 20_000
/** How much a word in each part of a passage says. */
const PARTS = [
  ['title', 3],
  ['about', 3],
  ['body', 1],
] as const
const OF_PATH = 2

/** They say nothing about what a question is about. */
const SILENT = new Set(
  (
    'the a an is are was be to of in on at for from with by and or it its that this where what how does do when who ' +
    'which i my me you your we our one some somebody someone'
  ).split(' '),
)

export interface WordVectors {
  ofPassage(passage: Pick<Passage, 'title' | 'about' | 'body'>, path: string): Int8Array
  ofQuestion(question: string): Int8Array
}

const FILE = new URL(resourceFile(import.meta.url, 'words/vectors.bin'), import.meta.url)

let loaded: WordVectors | undefined
export const wordVectors = (): WordVectors => (loaded ??= readVectors(readFileSync(FILE)))

export function readVectors(file: Buffer): WordVectors {
  const end = file.indexOf('\n\n')
  const pieces = new Map(
    file
      .toString('utf8', 0, end)
      .split('\n')
      .map((piece, at) => [piece, at]),
  )
  const vectors = new Int8Array(file.buffer, file.byteOffset + end + 2)
  const known = new Map<string, Float32Array>()

  function ofWord(word: string): Float32Array {
    const before = known.get(word)
    if (before) return before
    const found = piecesOf(word)
    const vector = new Float32Array(DIMENSIONS)
    for (const piece of found)
      for (let at = 0; at < DIMENSIONS; at++) vector[at]! += vectors[piece * DIMENSIONS + at]! / found.length
    if (known.size >= MAX_KNOWN_WORDS) known.clear()
    known.set(word, vector)
    return vector
  }

  /** The longest piece first, then the longest of the rest. */
  function piecesOf(word: string): number[] {
    const found: number[] = []
    let rest = `▁${word}`
    while (rest !== '') {
      let length = Math.min(rest.length, MAX_PIECE)
      while (length > 0 && !pieces.has(rest.slice(0, length))) length--
      if (length > 0) found.push(pieces.get(rest.slice(0, length))!)
      rest = rest.slice(Math.max(1, length))
    }
    return found
  }

  function add(to: Float32Array, words: readonly string[], weight: number): void {
    const each = weight / Math.sqrt(words.length)
    for (const word of words) {
      const vector = ofWord(word)
      for (let at = 0; at < DIMENSIONS; at++) to[at]! += each * vector[at]!
    }
  }

  return {
    ofPassage(passage, path) {
      const sum = new Float32Array(DIMENSIONS)
      for (const [part, weight] of PARTS) add(sum, wordsIn(passage[part]), weight)
      add(sum, wordsIn(path), OF_PATH)
      return asBytes(sum)
    },
    ofQuestion(question) {
      const sum = new Float32Array(DIMENSIONS)
      add(
        sum,
        wordsOfName(question).filter((word) => !SILENT.has(word)),
        1,
      )
      return asBytes(sum)
    },
  }
}

const wordsIn = (words: string): string[] => (words === '' ? [] : words.split(' '))

/** The words of a path, as a passage has its words. */
export const pathWords = (file: string): string => indexedWords(file.replace(/\.\w+$/, ''), 40)

/** All vectors are of one length, so that similarity is their product alone. */
function asBytes(vector: Float32Array): Int8Array {
  const length = Math.sqrt(vector.reduce((sum, one) => sum + one * one, 0))
  return length === 0
    ? new Int8Array(DIMENSIONS)
    : Int8Array.from(vector, (one) => Math.round((one / length) * 127))
}

export interface Similar {
  id: number
  similarity: number
}

/** Keeps the best of very many, without sorting them all. */
export function createNearest(limit: number): {
  offer(id: number, similarity: number): void
  all(): Similar[]
} {
  let kept: Similar[] = []
  let least = -Infinity
  const cut = (): void => {
    kept.sort((a, b) => b.similarity - a.similarity || a.id - b.id)
    kept = kept.slice(0, limit)
    if (kept.length === limit) least = kept.at(-1)!.similarity
  }
  return {
    offer(id, similarity) {
      if (similarity <= least) return
      kept.push({ id, similarity })
      if (kept.length >= 4 * limit) cut()
    },
    all() {
      cut()
      return kept
    },
  }
}

/** The similarity of a vector to the one that starts at `from` among many. */
export function similarityAt(vectors: Int8Array, from: number, to: Int8Array): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++) sum += vectors[from + at]! * to[at]!
  return sum / SAME_WAY
}
