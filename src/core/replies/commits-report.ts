// Commits as a page, the newest first.
import type { Commit } from '../codebase.ts'
import { inlineCode, plainWords } from './markdown-words.ts'
import { spokenDate } from './spoken-date.ts'

export function commitsReport(heading: string, commits: readonly Commit[]): string {
  const lines = commits.map(
    ({ hash, subject, author, date }) =>
      `- ${inlineCode(hash.slice(0, 8))} ${plainWords(subject)}, ${plainWords(author)}, ${spokenDate(date)}\n`,
  )
  return `# ${heading}\n\n${lines.join('')}`
}
