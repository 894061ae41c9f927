// The names of a workspace, found by how they are said. Made once for a vocabulary, asked for every utterance.
import { wordsOfName } from '../intents/spoken-forms.ts'
import { soundKeyOf } from './sound-key.ts'

export type NameKind = 'symbol' | 'file' | 'branch'

/** What the workspace calls something: a symbol's name, a file's name without its folders, a branch. */
export interface WorkspaceName {
  name: string
  kind: NameKind
}

export interface IndexedName extends WorkspaceName {
  /** All its letters and digits, in lower case. */
  letters: string
  /** Only the part of a file's name before its ending is in `letters`. */
  withoutEnding: boolean
  words: number
}

export interface CodeWordIndex {
  readonly size: number
  bySpelling(letters: string): readonly IndexedName[]
  bySound(key: string): readonly IndexedName[]
}

export const MAX_NAMES = 50_000
const MAX_NAME_LENGTH = 80
/** Names that are taken in before others have their turn. */
const AT_ONCE = 500
const LEAST_LETTERS = 4
/** Names that sound the same; more than these nobody wants to choose from. */
const MAX_SAME = 12
/** Shorter keys are shared by too many names that are not alike. */
export const LEAST_KEY = 3

export function indexCodeWords(names: Iterable<WorkspaceName>): CodeWordIndex {
  const work = indexingCodeWords(names)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same a few milliseconds at a time, for whoever has something else to do in between. */
export function* indexingCodeWords(names: Iterable<WorkspaceName>): Generator<void, CodeWordIndex> {
  const spellings = new Map<string, IndexedName[]>()
  const sounds = new Map<string, IndexedName[]>()
  const seen = new Set<string>()

  function add(name: WorkspaceName, words: readonly string[], withoutEnding: boolean): void {
    const letters = words.join('')
    if (letters.length < LEAST_LETTERS) return
    const found = { ...name, letters, withoutEnding, words: words.length }
    addTo(spellings, letters, found)
    const key = soundKeyOf(words)
    if (key.length >= LEAST_KEY) addTo(sounds, key, found)
  }

  for (const { name, kind } of names) {
    if (seen.size >= MAX_NAMES) break
    const id = `${kind} ${name}`
    if (name.length > MAX_NAME_LENGTH || seen.has(id)) continue
    seen.add(id)
    add({ name, kind }, wordsOfName(name), false)
    const dot = kind === 'file' ? name.lastIndexOf('.') : -1
    if (dot > 0) add({ name, kind }, wordsOfName(name.slice(0, dot)), true)
    if (seen.size % AT_ONCE === 0) yield
  }
  return {
    size: seen.size,
    bySpelling: (letters) => spellings.get(letters) ?? [],
    bySound: (key) => sounds.get(key) ?? [],
  }
}

function addTo(map: Map<string, IndexedName[]>, key: string, found: IndexedName): void {
  const same = map.get(key)
  if (!same) map.set(key, [found])
  else if (same.length < MAX_SAME) same.push(found)
}
