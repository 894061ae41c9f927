// Which passages are about a question: how rare the words are that they share with it, how many of them, and what kind
// of file it is. The weights were chosen with questions about three public repositories; bench/ measures them on others.
import type { SQLInputValue } from 'node:sqlite'
import { isTestFile } from '../../core/artifacts/file-language.ts'
import type { FoundPassage } from '../../core/tools/codebase.ts'
import type { SearchTerm } from '../../core/understanding/search-terms.ts'

export interface PassageRow {
  id: number
  file: string
  kind: FoundPassage['kind']
  name: string | null
  first: number
  last: number
  score: number
  /** Two bits for each term: it has the word itself, or another word for it. */
  bits: number
}

/** Of these, the best are ranked by more than their words. */
const CANDIDATES = 300
/** Of a word in the title, path, comment and body. */
const WEIGHTS = '6, 3, 3, 1'
/** How much of a term another word for the same thing covers. */
const OTHER_WORD_MET = 0.7
/** Of another word for the same thing. */
const OTHER_WORD = 0.35

/** Words for one thing in a question. */
interface QueryPart {
  /** As the database reads it; every word is quoted, so that none is taken for an operator. */
  match: string
  weight: number
  bit: number
}

/** A part that so many passages have says nothing about any of them, and takes most of the time. */
const COMMON = 0.2
const MIN_COMMON = 2000

export interface PassageQuery {
  sql: string
  values: SQLInputValue[]
  /** How many terms tell anything: those that nearly every passage has are not looked for. */
  terms: number
}

/** `count` tells how many passages have a part, up to a limit. */
export function passageQuery(
  terms: readonly SearchTerm[],
  total: number,
  count: (match: string, limit: number) => number,
): PassageQuery | null {
  const all: QueryPart[] = terms.flatMap(({ word, others }, at) => [
    { match: quoted([word]), weight: 1, bit: 2 ** (2 * at) },
    ...(others.length === 0 ? [] : [{ match: quoted(others), weight: OTHER_WORD, bit: 2 ** (2 * at + 1) }]),
  ])
  // A limit with a fraction would be an error.
  const limit = Math.max(MIN_COMMON, Math.floor(COMMON * total))
  const present = all
    .map((part) => ({ ...part, passages: count(part.match, limit + 1) }))
    .filter(({ passages }) => passages > 0)
  const telling = present.filter(({ passages }) => passages <= limit)
  // A question of common words alone has an answer too, if not the best of all.
  const parts = telling.length > 0 ? telling : present.slice(0, 1)
  if (parts.length === 0) return null
  const common = present.filter((part) => part.weight === 1 && !parts.includes(part)).length
  const each = parts.map(
    ({ weight, bit }) =>
      `SELECT * FROM (SELECT rowid AS id, ${weight} * bm25(words, ${WEIGHTS}) AS score, ${bit} AS bits
        FROM words WHERE words MATCH ? LIMIT ${limit})`,
  )
  return {
    // Materialized: bm25 works only in the query that matches.
    sql: `WITH hits AS MATERIALIZED (${each.join(' UNION ALL ')}),
        best AS (SELECT id, SUM(score) AS score, SUM(bits) AS bits FROM hits GROUP BY id ORDER BY score LIMIT ${CANDIDATES})
      SELECT p.id, f.path AS file, p.kind, p.name, p.first, p.last, -best.score AS score, best.bits
      FROM best JOIN passages p ON p.id = best.id JOIN files f ON f.id = p.file`,
    values: parts.map(({ match }) => match),
    terms: Math.max(1, terms.length - common),
  }
}

const quoted = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '')}"`).join(' OR ')

/** A passage that means about the same as the question. */
export interface SimilarPassage {
  row: PassageRow
  /** 1 if it points the same way. */
  similarity: number
}

interface Candidates {
  rows: readonly PassageRow[]
  similar: readonly SimilarPassage[]
  terms: number
  question: string
  limit: number
}

/** How much the most similar passage counts, beside the one with most words of the question. */
const SIMILAR = 0.4
/** How much an unlikely kind of file takes from a similarity. */
const UNLIKELY = 0.15
/** From this similarity on, a passage without a word of the question may answer it, if only as the nearest there is. */
const ALIKE = 0.5
const COVERAGE_OF_ALIKE = 0.35

export function rankPassages({ rows, similar, terms, question, limit }: Candidates): FoundPassage[] {
  const wants = {
    test: WANTS_TEST.test(question),
    document: WANTS_DOCUMENT.test(question),
    history: WANTS_HISTORY.test(question),
  }
  const isWanted = wantedBy(question, rows)
  const byWords = rows
    .filter(isWanted)
    .map((row) => {
      const coverage = coverageOf(row.bits, terms)
      return { row, coverage, weight: row.score * (0.3 + coverage) * likelihood(row, wants) }
    })
    .sort(byWeight)
  const byMeaning = similar
    .filter(({ row }) => isWanted(row))
    .map(({ row, similarity }) => ({
      row,
      coverage: similarity >= ALIKE ? COVERAGE_OF_ALIKE : 0,
      weight: similarity - UNLIKELY * (1 - Math.min(1, likelihood(row, wants))),
    }))
    .sort(byWeight)
  const found = new Map<number, Ranked>()
  const most = byWords[0]?.weight ?? 1
  for (const one of byWords) found.set(one.row.id, { ...one, weight: one.weight / most })
  const nearest = byMeaning[0]?.weight ?? 1
  const farthest = byMeaning.at(-1)?.weight ?? 0
  for (const one of byMeaning) {
    const weight = SIMILAR * ((one.weight - farthest) / (nearest - farthest || 1))
    const known = found.get(one.row.id)
    found.set(one.row.id, {
      row: one.row,
      coverage: Math.max(known?.coverage ?? 0, one.coverage),
      weight: (known?.weight ?? 0) + weight,
    })
  }
  return [...found.values()]
    .filter(({ coverage }) => coverage > 0)
    .sort(byWeight)
    .slice(0, limit)
    .map(({ row: { file, kind, name, first, last }, coverage }) => ({
      file,
      kind,
      name,
      startLine: first,
      endLine: last,
      coverage,
    }))
}

interface Ranked {
  row: PassageRow
  coverage: number
  weight: number
}

const byWeight = (a: Ranked, b: Ranked): number =>
  b.weight - a.weight || (a.row.file < b.row.file ? -1 : a.row.file > b.row.file ? 1 : a.row.id - b.row.id)

/** Who asks for documentation or tests does not want code. */
function wantedBy(question: string, rows: readonly PassageRow[]): (row: PassageRow) => boolean {
  const isSection = ({ kind }: PassageRow): boolean => kind === 'section'
  if (ONLY_DOCUMENTS.test(question) && rows.some(isSection)) return isSection
  return ONLY_TESTS.test(question) ? ({ file }) => isTestFile(file) : () => true
}

/** How much of the question a passage has. */
function coverageOf(bits: number, terms: number): number {
  let met = 0
  for (let rest = bits; rest > 0; rest = Math.floor(rest / 4)) {
    const has = rest % 4
    met += has % 2 === 1 ? 1 : has === 2 ? OTHER_WORD_MET : 0
  }
  return Math.min(1, met / terms)
}

const WANTS_TEST =
  /\b(?:tests|specs?|tested|(?:unit|integration) test|test (?:for|of|that|which|cases?|files?|suites?))\b/i
const WANTS_DOCUMENT =
  /\b(?:docs?|documentation|documented|guide|read ?me|manual|tutorial|change ?log|read about)\b/i
const ONLY_DOCUMENTS = /\b(?:docs?|documentation|documented)\b/i
const ONLY_TESTS = /\bin the tests$/i
const WANTS_HISTORY = /\b(?:change ?log|history|releases?|what(?:'s| is) new|changed)\b/i
const IS_EXAMPLE = /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|integration|vendor)\//i
const IS_LOG = /(?:^|\/)(?:changelog|changes|history|releases?)\b[^/]*$/i

function likelihood(
  { file, kind }: PassageRow,
  wants: { test: boolean; document: boolean; history: boolean },
): number {
  const isTest = isTestFile(file)
  let weight = isTest === wants.test ? 1 : isTest ? 0.45 : 0.8
  if (kind === 'section') weight *= wants.document ? 1.6 : 0.6
  else if (wants.document) weight *= 0.2
  if (kind === 'file') weight *= 0.85
  if (IS_EXAMPLE.test(file)) weight *= 0.6
  if (IS_LOG.test(file) && !wants.history) weight *= wants.document ? 0.8 : 0.4
  // Declarations without code.
  if (/\.d\.[cm]?ts$/.test(file)) weight *= 0.6
  return weight
}
