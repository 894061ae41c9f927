// An index of the workspace's names by how they are spelled and how they sound. Built once, used for every utterance.
import { wordsOfName } from '../../understanding/spoken-forms.ts'
import { soundKeyOf } from './word-likeness.ts'

export type NameKind = 'symbol' | 'file' | 'branch'

/** The name of a symbol, of a file without its folders, or of a branch. */
export interface WorkspaceName {
  name: string
  kind: NameKind
}

export interface IndexedName extends WorkspaceName {
  /** Its letters and digits in lower case. */
  letters: string
  /** `letters` has only the part of a file name before its extension. */
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
/** Names indexed before other work gets a turn. */
const AT_ONCE = 500
const MIN_LETTERS = 4
/** Names that sound the same; nobody chooses from more. */
const MAX_SAME = 12
/** Shorter keys match too many unlike names. */
export const MIN_KEY = 3

export function indexCodeWords(names: Iterable<WorkspaceName>): CodeWordIndex {
  const work = indexingCodeWords(names)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same a few milliseconds at a time, so that other work gets its turn. */
export function* indexingCodeWords(names: Iterable<WorkspaceName>): Generator<void, CodeWordIndex> {
  const spellings = new Map<string, IndexedName[]>()
  const sounds = new Map<string, IndexedName[]>()
  const seen = new Set<string>()

  function add(name: WorkspaceName, words: readonly string[], withoutEnding: boolean): void {
    const letters = words.join('')
    if (letters.length < MIN_LETTERS) return
    const found = { ...name, letters, withoutEnding, words: words.length }
    addTo(spellings, letters, found)
    const key = soundKeyOf(words)
    if (key.length >= MIN_KEY) addTo(sounds, key, found)
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
