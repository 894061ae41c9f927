// Finds the file the user means: "session manager" is session-manager.ts, SessionManager.ts and session_manager.py.
// A score names a kind of match, not a degree, so two files that match in the same way are a tie.
import { wordsOfName } from './spoken-forms.ts'

export interface RankedFile {
  file: string
  score: number
}

/** From this score on, the whole name matches, which is enough to choose a file. */
const WHOLE_NAME = 60
const MIN_FUZZY_LENGTH = 3

export function rankFiles(files: readonly string[], said: string, limit: number): RankedFile[] {
  const wanted = spellings(said)
  const ranked: RankedFile[] = []
  for (const file of files) {
    const score = Math.max(0, ...wanted.map((spelling) => matchScore(file, spelling)))
    if (score > 0) ranked.push({ file, score })
  }
  return ranked.sort(better).slice(0, limit)
}

/** The best file, unless another one is as good. */
export function clearlyBest(ranked: readonly RankedFile[]): string | null {
  const [first, second] = ranked
  if (first === undefined) return null
  if (second === undefined) return first.file
  if (first.score < WHOLE_NAME) return null
  return first.score > second.score || ROOT_FILES.test(first.file) ? first.file : null
}

/** Without a folder, these names mean the ones at the root, even if subfolders have their own. */
const ROOT_FILES =
  /^(?:readme|license|licence|changelog|contributing|makefile|dockerfile|package\.json|tsconfig\.json|cargo\.toml|pyproject\.toml|go\.mod)(?:\.\w+)?$/i

/** Among equal scores: the shorter name, the shallower folder, the alphabet. */
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

/** As written, and with spoken signs: "package dot json", "src slash main". */
function spellings(said: string): Spelling[] {
  const written = said.trim().normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, '')
  const spoken = written
    .replace(/(?:^| )(?:dot|point) /gi, '.')
    .replace(/ (?:forward )?slash /gi, '/')
    .replace(/ underscore /gi, '_')
    .replace(/ (?:dash|hyphen) /gi, '-')
    .replace(/\.((?:[a-z0-9] )+[a-z0-9])$/i, (_, letters: string) => `.${letters.replaceAll(' ', '')}`)
  return [...new Set([written, spoken])]
    .map((path) => ({ path, lower: path.toLowerCase(), squashed: squash(path), words: wordsOfName(path) }))
    .filter(({ squashed }) => squashed !== '')
}

function matchScore(file: string, wanted: Spelling): number {
  const path = isAscii(file) ? file : file.normalize('NFC')
  const lower = path.toLowerCase()
  if (!mayMatch(lower, wanted)) return 0
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
  const nameWords = wordsOfName(name)
  if (squashedStem.startsWith(wanted.squashed) && startsWithWords(nameWords, wanted.squashed)) return 50
  if (wanted.words.every((word) => nameWords.includes(word))) return 45
  if (wanted.squashed.length >= MIN_FUZZY_LENGTH && squashedStem.includes(wanted.squashed)) return 40
  if (wanted.words.length > 1) {
    const pathWords = wordsOfName(path)
    if (wanted.words.every((word) => pathWords.includes(word))) return 35
  }
  return isTightSubsequence(squashedStem, wanted.squashed) ? 20 : 0
}

/** A cheap test that every match below passes and most of fifty thousand files fail. */
function mayMatch(lower: string, { squashed, words }: Spelling): boolean {
  return subsequenceEnd(lower, squashed) > 0 || words.every((word) => lower.includes(word))
}

/** Whether the path ends in the name, starting at one of its folders: "agent session manager". */
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

/** An abbreviation such as "sesmgr" for sessionmanager. Without these limits, it would match any long name. */
function isTightSubsequence(name: string, wanted: string): boolean {
  if (wanted.length < MIN_FUZZY_LENGTH || wanted.length > name.length || name[0] !== wanted[0]) return false
  const end = subsequenceEnd(name, wanted)
  return end > 0 && end <= 3 * wanted.length
}

/** The position after the last letter of `wanted` when all occur in order; 0 if they do not. */
function subsequenceEnd(text: string, wanted: string): number {
  let at = 0
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return 0
  }
  return at
}

/** Unicode patterns take ten times as long, and nearly all names are ASCII. */
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Letters and digits only, in lower case: what remains of a name when it is spoken. */
function squash(text: string): string {
  return text.toLowerCase().replace(isAscii(text) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')
}
