// Vectors of texts: those about the same thing point the same way, whatever their words. A text's vector is the sum of
// those of its words, and a word's of the pieces it is made of. Small enough to compute for every passage of a folder.
import { readFileSync } from 'node:fs'
import { resourceFile } from '../../base/resource-file.ts'
import { indexedWords } from '../../core/understanding/search-terms.ts'
import { wordsOfName } from '../../core/understanding/spoken-forms.ts'
import type { Passage } from './passages.ts'

/** Bytes of a vector. */
export const DIMENSIONS = 64
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
  /** One vector after the other. */
  ofPassages(passages: readonly PassageWords[], path: string): Int8Array
  ofQuestion(question: string): Int8Array
}

export type PassageWords = Pick<Passage, 'title' | 'about' | 'body'>

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
  /** Where the vector of a word is in `sums`. */
  const known = new Map<string, number>()
  const sums = new Float32Array(MAX_KNOWN_WORDS * DIMENSIONS)
  const total = new Float32Array(DIMENSIONS)

  function ofWord(word: string): number {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size >= MAX_KNOWN_WORDS) known.clear()
    const from = known.size * DIMENSIONS
    known.set(word, from)
    sums.fill(0, from, from + DIMENSIONS)
    const found = piecesOf(word)
    for (const piece of found)
      for (let at = 0; at < DIMENSIONS; at++)
        sums[from + at]! += vectors[piece * DIMENSIONS + at]! / found.length
    return from
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

  function add(words: readonly string[], weight: number): void {
    const each = weight / Math.sqrt(words.length)
    for (const word of words) {
      const from = ofWord(word)
      for (let at = 0; at < DIMENSIONS; at++) total[at]! += each * sums[from + at]!
    }
  }

  /** All vectors are of one length, so that similarity is their product alone. */
  function write(into: Int8Array, from: number): void {
    let square = 0
    for (const one of total) square += one * one
    const scale = square === 0 ? 0 : 127 / Math.sqrt(square)
    for (let at = 0; at < DIMENSIONS; at++) into[from + at] = Math.round(total[at]! * scale)
  }

  return {
    ofPassages(passages, path) {
      const all = new Int8Array(passages.length * DIMENSIONS)
      const ofPath = wordsIn(path)
      for (const [place, passage] of passages.entries()) {
        total.fill(0)
        for (const [part, weight] of PARTS) add(wordsIn(passage[part]), weight)
        add(ofPath, OF_PATH)
        write(all, place * DIMENSIONS)
      }
      return all
    },
    ofQuestion(question) {
      total.fill(0)
      add(
        wordsOfName(question).filter((word) => !SILENT.has(word)),
        1,
      )
      const vector = new Int8Array(DIMENSIONS)
      write(vector, 0)
      return vector
    },
  }
}

const wordsIn = (words: string): string[] => (words === '' ? [] : words.split(' '))

/** The words of a path, as a passage has its words. */
export const pathWords = (file: string): string => indexedWords(file.replace(/\.\w+$/, ''), 40)
