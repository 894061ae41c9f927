// Which file somebody means: "session manager" is session-manager.ts, SessionManager.ts and session_manager.py alike.
// Scores stand for kinds of likeness and not for degrees, so that two files alike in the same way are truly a tie.

export interface RankedFile {
  file: string
  score: number
}

/** From here up, a likeness is to the whole name and may decide by itself. */
const WHOLE_NAME = 60
const LEAST_FUZZY = 3

export function rankFiles(files: readonly string[], said: string, limit: number): RankedFile[] {
  const wanted = spellings(said)
  const ranked: RankedFile[] = []
  for (const file of files) {
    const score = Math.max(0, ...wanted.map((spelling) => likeness(file, spelling)))
    if (score > 0) ranked.push({ file, score })
  }
  return ranked.sort(better).slice(0, limit)
}

/** The file that was meant, where only one can be. */
export function clearlyBest(ranked: readonly RankedFile[]): string | null {
  const [first, second] = ranked
  if (first === undefined) return null
  if (second === undefined) return first.file
  if (first.score < WHOLE_NAME) return null
  return first.score > second.score || OF_THE_PROJECT.test(first.file) ? first.file : null
}

/** Said without a folder, these are the project's own, however many of its parts have one, too. */
const OF_THE_PROJECT =
  /^(?:readme|license|licence|changelog|contributing|makefile|dockerfile|package\.json|tsconfig\.json|cargo\.toml|pyproject\.toml|go\.mod)(?:\.\w+)?$/i

/** Of files equally alike, the one with the least left over in its name, the shallower, the first in the alphabet. */
function better(a: RankedFile, b: RankedFile): number {
  return (
    b.score - a.score ||
    nameOf(a.file).length - nameOf(b.file).length ||
    depth(a.file) - depth(b.file) ||
    a.file.length - b.file.length ||
    (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)
  )
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
const depth = (file: string): number => file.split('/').length

interface Spelling {
  path: string
  lower: string
  squashed: string
  words: string[]
}

/** As it was written, and with the signs that people say aloud: "package dot json", "src slash main". */
function spellings(said: string): Spelling[] {
  const written = said.trim().normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '')
  const spoken = written
    .replace(/(?:^| )(?:dot|point) /gi, '.')
    .replace(/ (?:forward )?slash /gi, '/')
    .replace(/ underscore /gi, '_')
    .replace(/ (?:dash|hyphen) /gi, '-')
    .replace(/\.((?:[a-z0-9] )+[a-z0-9])$/i, (_, letters: string) => `.${letters.replaceAll(' ', '')}`)
  return [...new Set([written, spoken])]
    .map((path) => ({ path, lower: path.toLowerCase(), squashed: squash(path), words: wordsOf(path) }))
    .filter(({ squashed }) => squashed !== '')
}

function likeness(file: string, wanted: Spelling): number {
  const path = isPlain(file) ? file : file.normalize('NFC')
  const lower = path.toLowerCase()
  if (!mayBeAlike(lower, wanted)) return 0
  if (path === wanted.path) return 100
  if (lower === wanted.lower) return 95
  if (path.endsWith(`/${wanted.path}`)) return 90
  if (lower.endsWith(`/${wanted.lower}`)) return 85

  const name = nameOf(path)
  const lastDot = name.lastIndexOf('.')
  const stem = lastDot > 0 ? name.slice(0, lastDot) : name
  const squashedName = squash(name)
  const squashedStem = squash(stem)
  if (squashedName === wanted.squashed) return 80
  if (squashedStem === wanted.squashed) return 75
  if (
    wanted.words.length > 1 &&
    endsAtPart(path.slice(0, path.length - name.length) + stem, wanted.squashed)
  ) {
    return 70
  }
  // `session-manager` of session-manager.test.ts
  const firstDot = stem.indexOf('.', 1)
  if (firstDot > 0 && squash(stem.slice(0, firstDot)) === wanted.squashed) return WHOLE_NAME

  if (wanted.squashed.length < 2) return 0
  const nameWords = wordsOf(name)
  if (squashedStem.startsWith(wanted.squashed) && startsWithWords(nameWords, wanted.squashed)) return 50
  if (wanted.words.every((word) => nameWords.includes(word))) return 45
  if (wanted.squashed.length >= LEAST_FUZZY && squashedStem.includes(wanted.squashed)) return 40
  if (wanted.words.length > 1) {
    const pathWords = wordsOf(path)
    if (wanted.words.every((word) => pathWords.includes(word))) return 35
  }
  return isTightSubsequence(squashedStem, wanted.squashed) ? 20 : 0
}

/** What every likeness below needs, and most files lack: a project has fifty thousand of them. */
function mayBeAlike(lower: string, { squashed, words }: Spelling): boolean {
  return subsequenceEnd(lower, squashed) > 0 || words.every((word) => lower.includes(word))
}

/** Whether a path ends in what was said, beginning at one of its folders: "agent session manager". */
function endsAtPart(path: string, squashed: string): boolean {
  const parts = path.split('/')
  let tail = ''
  for (const part of parts.toReversed()) {
    tail = squash(part) + tail
    if (tail.length >= squashed.length) return tail === squashed
  }
  return false
}

function startsWithWords(words: readonly string[], squashed: string): boolean {
  let joined = ''
  for (const word of words) {
    joined += word
    if (joined === squashed) return true
  }
  return false
}

/** Letters left out here and there, from the first on: "sesmgr" for sessionmanager. Loose ones match anything long. */
function isTightSubsequence(name: string, wanted: string): boolean {
  if (wanted.length < LEAST_FUZZY || wanted.length > name.length || name[0] !== wanted[0]) return false
  const end = subsequenceEnd(name, wanted)
  return end > 0 && end <= 3 * wanted.length
}

/** Where the last letter of `wanted` is met when all are met in order, counting from 1; 0 when they are not. */
function subsequenceEnd(text: string, wanted: string): number {
  let at = 0
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return 0
  }
  return at
}

/** Nearly all names are; the patterns that know every script take ten times as long. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Letters and digits only, in lower case: what is left of a name when it is said aloud. */
function squash(text: string): string {
  return text.toLowerCase().replace(isPlain(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')
}

function wordsOf(text: string): string[] {
  const plain = isPlain(text)
  return text
    .replace(plain ? /([a-z0-9])([A-Z])/g : /(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(plain ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
