// node build/release-notes.ts TAG: the notes of a release, from the conventional commits since the previous one.
// Only what a user would notice: breaking changes, features, fixes and speed.
import { execFileSync } from 'node:child_process'

const BREAKING = /^\w+(?:\([^)]*\))?!: /
const GROUPS: readonly [string, RegExp][] = [
  ['Breaking changes', BREAKING],
  ['New', /^feat(?:\([^)]*\))?: /],
  ['Fixed', /^fix(?:\([^)]*\))?: /],
  ['Faster', /^perf(?:\([^)]*\))?: /],
]

/** "fix: a word is lost" becomes "A word is lost". */
function sentence(subject: string): string {
  const text = subject.replace(/^[^:]*: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Subjects of commits, newest first, as entries under the headings that have any. */
export const groupCommits = (subjects: readonly string[]): [heading: string, entries: string[]][] =>
  GROUPS.map(([heading, pattern]): [string, string[]] => [
    heading,
    [...new Set(subjects.filter((subject) => pattern.test(subject)).map(sentence))],
  ]).filter(([, entries]) => entries.length > 0)

export const releaseNotes = (subjects: readonly string[]): string =>
  groupCommits(subjects)
    .map(([heading, entries]) => `## ${heading}\n\n${entries.map((entry) => `- ${entry}`).join('\n')}\n`)
    .join('\n') || 'No user-visible changes.\n'

/** The subjects of the commits in this range, newest first, without merges. */
export const subjectsOf = (range: string, cwd = process.cwd()): string[] =>
  execFileSync('git', ['log', '--no-merges', '--format=%s', range], { cwd, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

/**
 * The previous tag, or null for the first. The notes of a final version cover its pre-releases, because most people update
 * from the previous final version.
 */
export function previousTag(tag: string, cwd = process.cwd()): string | null {
  const finalOnly = tag.includes('-') ? [] : ['--exclude=v*-*']
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match=v*', ...finalOnly, `${tag}^`], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

if (import.meta.main) {
  const tag = process.argv[2]
  if (!tag) throw new Error('Usage: node build/release-notes.ts TAG')
  const previous = previousTag(tag)
  process.stdout.write(releaseNotes(subjectsOf(previous === null ? tag : `${previous}..${tag}`)))
}
