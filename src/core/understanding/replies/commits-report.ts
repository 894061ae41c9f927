import type { Commit } from '../../tools/codebase.ts'
import { inlineCode, escapeMarkdown } from './markdown-text.ts'

/** Commits as a page, the newest first. */
export const commitsReport = (heading: string, commits: readonly Commit[]): string =>
  `# ${heading}\n\n${commits.map((commit) => `${commitLine(commit)}\n`).join('')}`

export const commitLine = ({ hash, subject, author, date }: Commit): string =>
  `- ${inlineCode(hash.slice(0, 8))} ${escapeMarkdown(subject)}, ${escapeMarkdown(author)}, ${spokenDate(date)}`

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** "3 March 2026" of an ISO date. */
export function spokenDate(iso: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? 'an unknown day' : `${Number(day)} ${name} ${year}`
}
