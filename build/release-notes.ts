// What is new in a release, from the commits since the one before: what a user would notice, in the words of the commits.
import { execFileSync } from 'node:child_process'

const GROUPS: [RegExp, string][] = [
  [/^feat(?:\([^)]*\))?!?: /, 'New'],
  [/^fix(?:\([^)]*\))?!?: /, 'Fixed'],
  [/^perf(?:\([^)]*\))?!?: /, 'Faster'],
]
const BREAKING = /^\w+(?:\([^)]*\))?!: /

/** Subjects of commits, newest first, as Markdown. Tests, merges and the like are nobody's news. */
export function notesOf(subjects: readonly string[]): string {
  const said = (subject: string): string => {
    const words = subject.replace(/^[^:]*: /, '')
    return `- ${words.charAt(0).toUpperCase()}${words.slice(1)}`
  }
  const section = (title: string, chosen: readonly string[]): string[] =>
    chosen.length === 0 ? [] : [`## ${title}\n\n${[...new Set(chosen.map(said))].join('\n')}`]
  const sections = [
    ...section(
      'Changed in a way you have to know',
      subjects.filter((subject) => BREAKING.test(subject)),
    ),
    ...GROUPS.flatMap(([pattern, title]) =>
      section(
        title,
        subjects.filter((subject) => pattern.test(subject) && !BREAKING.test(subject)),
      ),
    ),
  ]
  return `${sections.join('\n\n') || 'Nothing that a user would notice.'}\n`
}

/**
 * The tag before this one, or null for the first. Most people come from a version that was no early one: to them all that the
 * early ones brought is new.
 */
export function tagBefore(tag: string, cwd = process.cwd()): string | null {
  const early = tag.includes('-') ? [] : ['--exclude=v*-*']
  try {
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match=v*', ...early, `${tag}^`], {
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
  if (!tag) throw new Error('Which tag?')
  const before = tagBefore(tag)
  const range = before === null ? tag : `${before}..${tag}`
  const log = execFileSync('git', ['log', '--no-merges', '--format=%s', range], { encoding: 'utf8' })
  process.stdout.write(notesOf(log.split('\n').filter(Boolean)))
}
