// node build/changelog.ts [VERSION]: adds the commits since the last run to "Unreleased" in CHANGELOG.md, and with a version
// turns that section into its release. Entries that are already there stay as they are, so they may be edited by hand.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupCommits, subjectsOf } from './release-notes.ts'
import { repository } from './repository.ts'

const UNRELEASED = /^## Unreleased\n(?:(?!## )[^\n]*(?:\n|$))*/m
const MARK = /<!-- Includes commits up to ([0-9a-f]{7,40})\. -->/

/** The last commit that the changelog includes. */
export function lastCommit(changelog: string): string {
  const commit = MARK.exec(changelog)?.[1]
  if (commit === undefined) throw new Error('CHANGELOG.md does not say which commits it includes.')
  return commit
}

/**
 * Puts the commits, newest first, above the entries of "Unreleased". What stands there already is not added again: after a
 * merge, the remembered commit may be the one of a branch that did not have it yet.
 */
export function addCommits(changelog: string, subjects: readonly string[], upTo: string): string {
  const section = UNRELEASED.exec(changelog)?.[0]
  if (section === undefined) throw new Error('CHANGELOG.md has no section "Unreleased".')
  const groups = new Map(
    section
      .split(/^### /m)
      .slice(1)
      .map((part): [string, string] => {
        const end = part.indexOf('\n')
        return [part.slice(0, end), part.slice(end).trim()]
      }),
  )
  const known = new Set(section.split('\n'))
  for (const [heading, entries] of groupCommits(subjects)) {
    const added = entries.map((entry) => `- ${entry}`).filter((line) => !known.has(line))
    if (added.length > 0) groups.set(heading, `${added.join('\n')}\n${groups.get(heading) ?? ''}`.trim())
  }
  const written = [...groups].map(([heading, entries]) => `### ${heading}\n\n${entries}\n\n`)
  return changelog
    .replace(MARK, `<!-- Includes commits up to ${upTo}. -->`)
    .replace(UNRELEASED, () => `## Unreleased\n\n${written.join('')}`)
    .trimEnd()
    .concat('\n')
}

export const releaseChangelog = (changelog: string, version: string, date: string): string =>
  changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`)

if (import.meta.main) {
  const file = join(repository, 'CHANGELOG.md')
  const version = process.argv[2]
  const head = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: repository,
    encoding: 'utf8',
  }).trim()
  const before = readFileSync(file, 'utf8')
  const added = addCommits(before, subjectsOf(`${lastCommit(before)}..HEAD`, repository), head)
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(file, version === undefined ? added : releaseChangelog(added, version, today))
}
