// Says what a hunk does, for somebody who cannot see it: one sentence of at most 25 words, with counts and names instead
// of code. It looks at no more than the beginning of a hunk, so it takes no longer for a large one.
import { baseName } from '../../base/base-name.ts'
import { isTestFile, languageOfFile } from '../artifacts/file-language.ts'
import { numberWord, spokenCount, spokenList } from '../understanding/replies/spoken-count.ts'
import type { CodeSymbol } from '../tools/codebase.ts'
import { changedFile } from './changed-file.ts'
import { squeezed } from './changes/changed-declarations.ts'
import { describeCode } from './changes/code-hunk.ts'
import { type HunkLines, hunkLines } from './changes/hunk-lines.ts'
import { hunkSentence, MAX_WORDS, wordCount } from './changes/hunk-sentence.ts'
import { isMarkup, markupClauses } from './changes/markup-clauses.ts'
import { isKeyFile, keyClauses } from './changes/key-clauses.ts'
import { placeInFile } from './changes/place-of-change.ts'
import { proseClauses, sectionsAround } from './changes/prose-clauses.ts'
import { styleClauses } from './changes/style-clauses.ts'
import { describeWholeFile } from './changes/whole-file.ts'
import type { ScannedDiff, ScannedFile, ScannedHunk } from './diff-scan.ts'

export interface HunkToDescribe {
  diff: ScannedDiff
  file: ScannedFile
  hunk: ScannedHunk
  /** The symbols of the file before and after; null where its text is not known. */
  before: readonly CodeSymbol[] | null
  after: readonly CodeSymbol[] | null
  /** The lines of the file after the change, which tell what is around the hunk. */
  lines?: readonly string[] | null
}

const MAX_ABOVE = 200
/** Sections are long. */
const MAX_ABOVE_PROSE = 3000
const PROSE = /^(?:markdown|mdx|restructuredtext|plaintext|asciidoc)$/
const STYLES = /^(?:css|scss|less)$/

export function describeHunk(asked: HunkToDescribe): string {
  const read = hunkLines(asked.diff, asked.file, asked.hunk)
  const said = sentenceOf(asked, read)
  if (!read.cut || /^(?:Creates|Deletes) the file/.test(said)) return said
  const extent = ` in the first ${read.lines.length} of ${asked.hunk.to - asked.hunk.from} lines.`
  return wordCount(said + extent) > MAX_WORDS ? said : said.replace(/\.$/, extent)
}

function sentenceOf(asked: HunkToDescribe, read: HunkLines): string {
  const { file, hunk, lines: text = null } = asked
  const { name, fate } = changedFile(file)
  const language = languageOf(name, text)
  const { lines } = read
  // A merge has more than one text before.
  const before = fate === 'added' ? [] : file.signs > 1 ? null : asked.before
  const after = fate === 'deleted' ? [] : asked.after

  const special =
    describeWholeFile(name, fate, read, (fate === 'added' ? after : before) ?? [], language) ??
    withoutWords(read, PROSE.test(language))
  if (special !== null) return special

  const start = Math.max(0, (lines[0]?.after ?? 1) - 1)
  const above = (text ?? []).slice(Math.max(0, start - MAX_ABOVE), start).map((line) => line.slice(0, 240))
  const place = placeInFile(lines, text?.length ?? null)
  if (isKeyFile(name, language)) {
    const { clauses, around } = keyClauses(name, lines, above)
    return hunkSentence(
      clauses.length === 0 ? place : around === '' ? '' : `under ${around}`,
      clauses.length === 0 ? [counts(read)] : clauses,
    )
  }
  if (PROSE.test(language) || (language === 'unknown' && !looksLikeCode(lines))) {
    const first = lines.findIndex(({ mark }) => mark !== ' ')
    const aboveAll = (text ?? []).slice(Math.max(0, start - MAX_ABOVE_PROSE), start)
    // In any other file, a line that looks like a heading is a comment.
    const isDocument = language !== 'unknown' || name.endsWith('doc')
    const sections = isDocument ? sectionsAround(lines, aboveAll) : []
    const section = spokenList(sections)
    const clauses = proseClauses(lines, aboveAll)
    const where =
      /^adds (?:the section|\w+ sections)/.test(clauses[0] ?? '') && lines[first]?.mark === '+'
        ? 'after'
        : 'in'
    const around =
      sections.length > 2
        ? `in ${numberWord(sections.length)} sections`
        : `${where} the ${sections.length > 1 ? 'sections' : 'section'} ${section}`
    return hunkSentence(section === '' ? place : around, clauses)
  }
  if (STYLES.test(language)) {
    const { clauses, around } = styleClauses(lines, above)
    if (clauses.length > 0) return hunkSentence(around === '' ? place : `in ${around}`, clauses)
  }
  if (isMarkup(language)) {
    const clauses = markupClauses(lines)
    if (clauses.length > 0) return hunkSentence(place, clauses)
  }
  return describeCode({
    language,
    isTest: isTestFile(name),
    heading: hunk.heading,
    lines,
    before,
    after,
    text,
  })
}

function languageOf(file: string, lines: readonly string[] | null): string {
  const known = languageOfFile(file)
  if (known !== undefined) return known
  const program = /^#!\s*\S*\/(?:env )?(\w+)/.exec(lines?.[0]?.slice(0, 100) ?? '')?.[1] ?? ''
  if (/^(?:ba|z|k|da|fi)?sh$/.test(program)) return 'shell'
  if (/^(?:python|node|ruby|perl)/.test(program))
    return program.startsWith('node') ? 'javascript' : program.replace(/\d.*$/, '')
  // CHANGES, AUTHORS, TODO
  return /^[A-Z-]+(?:\.rst~?|\.in)?$/.test(baseName(file)) ? 'plaintext' : 'unknown'
}

/** Every third line has a sign that text seldom has. */
const looksLikeCode = (lines: HunkLines['lines']): boolean =>
  lines.filter(({ text }) => /[{};]\s*$|[=(]|^\s*<\w/.test(text)).length * 3 >
  lines.filter(({ text }) => text.trim() !== '').length

/** Only white space, or the end of the last line. */
function withoutWords({ lines, added, removed, hasLongLine }: HunkLines, isProse: boolean): string | null {
  const side = (mark: '+' | '-'): string[] =>
    lines.filter((line) => line.mark === mark).map(({ text }) => text)
  const [old, now] = [side('-'), side('+')]
  if (added + removed === 0) return 'Changes nothing.'
  // Line by line of what stayed: what was moved is on both sides as well.
  const shape = (other: '+' | '-'): string =>
    squeezed(lines.map(({ mark, text }) => (mark === other ? '' : mark === ' ' ? '\u0001' : text)).join(''))
  if (shape('+') !== shape('-')) return null
  const place = placeInFile(lines, null)
  if (hasLongLine) return hunkSentence(place, ['changes the end of a long line'])
  if (old.every((line) => line.trim() === '') && now.every((line) => line.trim() === '')) {
    const by = now.length - old.length
    if (by !== 0)
      return hunkSentence(place, [
        `${by > 0 ? 'adds' : 'removes'} ${Math.abs(by) === 1 ? 'an empty line' : `${Math.abs(by)} empty lines`}`,
      ])
  }
  if (old.join('\n') === now.join('\n')) return 'Changes only the line end at the end of the file.'
  // White space in a string is a part of it.
  const bare = (texts: readonly string[]): string =>
    texts
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
  if (!isProse && bare(old) !== bare(now) && /["'`]/.test(`${bare(old)}${bare(now)}`)) return null
  const isIndent = old.length === now.length && old.every((line, at) => line.trim() === now[at]!.trim())
  return hunkSentence(place, [
    `changes only ${isIndent && old.some((line, at) => line.trimEnd() !== now[at]!.trimEnd()) ? 'the indentation' : 'white space'} of ${spokenCount(Math.max(old.length, now.length), 'line')}`,
  ])
}

function counts({ added, removed, cut }: HunkLines): string {
  const more = cut ? 'more than ' : ''
  if (removed === 0) return `adds ${more}${spokenCount(added, 'line')}`
  if (added === 0) return `removes ${more}${spokenCount(removed, 'line')}`
  if (added === removed) return `changes ${more}${spokenCount(added, 'line')}`
  return `replaces ${more}${spokenCount(removed, 'line')} with ${numberWord(added)}`
}
