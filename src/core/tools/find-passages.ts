// Finds the code and documents that a question in plain words is about.
import { z } from 'zod'
import type { SearchHit } from '../../shared/artifacts.ts'
import { shortTitle } from '../artifacts/artifact-title.ts'
import type { Workspace } from '../ports/workspace.ts'
import { searchTerms } from '../understanding/search-terms.ts'
import { wordsOfName } from '../understanding/spoken-forms.ts'
import type { FoundPassage } from './codebase.ts'
import type { RunnableTool } from './tool.ts'

/** A passage with its most telling line. */
export interface Finding extends FoundPassage {
  /** The line of the passage that shares most with the question. */
  bestLine: number
  content: string
}

export interface Findings {
  /** Best first, one for each symbol or section. */
  findings: Finding[]
  complete: boolean
  truncated?: boolean
}

const MAX_PASSAGES = 24
const MAX_FINDINGS = 8
/** The most telling line of a longer passage is looked for in its beginning. */
const MAX_LINES = 2000
const MAX_LINE = 1000
/** Of one file, so that the list shows several. */
const MAX_OF_FILE = 2

const args = z.object({ question: z.string().max(1000) })

export const findPassagesTool: RunnableTool<z.infer<typeof args>, Findings> = {
  name: 'FindPassages',
  failure: 'Search failed',
  status: ({ question }) => ({
    action: 'searching_files',
    detail: typeof question === 'string' ? question : undefined,
  }),
  args,
  async run({ question }, { workspace, signal }) {
    const { passages, ...extent } = await workspace.passages(question, { limit: MAX_PASSAGES, signal })
    const perFile = new Map<string, number>()
    const chosen = passages.filter(({ file }) => {
      const count = (perFile.get(file) ?? 0) + 1
      perFile.set(file, count)
      return count <= MAX_OF_FILE
    })
    const weightOf = lineWeight(question)
    const findings = await Promise.all(
      chosen.slice(0, MAX_FINDINGS).map((passage) => withBestLine(passage, weightOf, workspace)),
    )
    return { findings: findings.filter((finding) => finding !== null), ...extent }
  },
  artifact: ({ findings }, { question }) =>
    findings.length < 2
      ? null
      : {
          kind: 'search_results',
          title: shortTitle(question),
          query: question,
          results: findings.map(hitOf),
        },
}

const hitOf = ({ file, bestLine, content }: Finding): SearchHit => ({ file, line: bestLine, content })

/** Null if the file has changed so much that the passage is gone. */
async function withBestLine(
  passage: FoundPassage,
  weightOf: (line: string) => number,
  workspace: Workspace,
): Promise<Finding | null> {
  const { file, startLine, endLine } = passage
  const read = await workspace.readText(file).catch(() => null)
  const lines =
    read?.text.split('\n').slice(startLine - 1, Math.min(endLine, startLine - 1 + MAX_LINES)) ?? []
  if (lines.length === 0) return null
  let best = 0
  let most = weightOf(lines[0] ?? '') + 0.5
  for (const [at, line] of lines.entries()) {
    const weight = weightOf(line)
    if (weight > most) [best, most] = [at, weight]
  }
  return { ...passage, bestLine: startLine + best, content: (lines[best] ?? '').trim().slice(0, 300) }
}

/** How much a line has of a question. */
function lineWeight(question: string): (line: string) => number {
  const terms = searchTerms(question).map(({ word, others }) => ({
    word: stem(word),
    others: others.map(stem),
  }))
  return (line) => {
    const words = new Set(wordsOfName(line.slice(0, MAX_LINE)).map(stem))
    return terms.reduce(
      (sum, { word, others }) =>
        sum + (words.has(word) ? 1 : others.some((other) => words.has(other)) ? 0.4 : 0),
      0,
    )
  }
}

const stem = (word: string): string =>
  word.length <= 4 ? word : word.replace(/(?:ing|ed|es|s|er|or|ation|ion)$/, '')
