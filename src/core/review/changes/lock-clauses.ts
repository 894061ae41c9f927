// Says which packages a lock file now has.
import { spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames } from './hunk-sentence.ts'
import { shortName } from './read-keys.ts'

export const isVersion = (text: string): boolean =>
  /^\d[\d.]*(?:-?[a-z]+[.\d]*)?$/i.test(text) && text.length <= 16

const PACKAGE =
  /^\s*(?:"checksum |name = |"name": |resolution: )?["'/]*(@?[A-Za-z][\w./-]*?)["']?(?:[@ ]|: )["']?v?(\d+\.\d[\w.-]*)/
const PACKAGE_NAME = /^\s*(?:- )?"?name"?\s*[=:]\s*["']?([^"'\s,]{1,100})/
/** They hold packages, or say something of one. */
const NO_PACKAGE =
  /^(?:\w*packages|\w*dependencies|\w*requirements|\w*imports|importers|snapshots|specifiers|resolutions?|settings|overrides|engines|bin|hashes|files|extras|metadata|_meta|funding|default|develop|dev|root|target|sources?|scripts|catalogs?|cpu|os|libc|gems?|platforms|checksums|sha\w*|integrity)$/i
const PACKAGE_KEY = /^\s*['"]?(?:node_modules\/)?(@?[\w./-]{1,100})['"]?:\s*(?:\{\s*)?$/
/** Of Yarn: `"name@^1.0.0", "name@^1.2.0":` */
const YARN_KEY = /^"?(@?[\w./-]{1,100})@.{1,400}:\s*$/
/** A package may be locked to a commit. */
const PACKAGE_VERSION = /^\s*"?version"?\s*[=: ]\s*["']?(v?\d[\w.-]*|[\da-f]{12,40})\b/

export function lockClauses(lines: readonly HunkLine[]): string[] {
  const versions = { '+': new Map<string, string>(), '-': new Map<string, string>() }
  let name = ''
  /** How far in the key is that names a package; less than any line if it is named in another way. */
  let within = -1
  for (const { mark, text } of lines) {
    const indent = text.search(/\S/)
    const key = [PACKAGE_KEY, YARN_KEY].map((one) => one.exec(text)?.[1]).find(Boolean)
    const named = PACKAGE_NAME.exec(text)?.[1]
    if (named !== undefined) [name, within] = [shortName(named), -1]
    else if (key !== undefined) [name, within] = NO_PACKAGE.test(key) ? ['', -1] : [key, indent]
    // What is no further in than a key says nothing of it.
    else if (indent !== -1 && indent <= within) name = ''
    if (/^\s*specifier:/.test(text)) continue
    if (mark === ' ') continue
    const version = PACKAGE_VERSION.exec(text)?.[1]
    const found = PACKAGE.exec(text.replace(/^\s*"(?=\w)/, ''))
    if (version !== undefined && name !== '') versions[mark].set(name, version)
    else if (found && version === undefined)
      versions[mark].set(
        found[1]!.replace(/^(?:github\.com|golang\.org|gopkg\.in)\/(?:\w+\/)?/, ''),
        found[2]!,
      )
  }
  const names = [...new Set([...versions['+'].keys(), ...versions['-'].keys()])]
  const updates = names.filter((one) => versions['+'].has(one) && versions['-'].has(one))
  const added = names.filter((one) => !versions['-'].has(one))
  const removed = names.filter((one) => !versions['+'].has(one))
  const one = updates.length === 1 ? updates[0]! : null
  const [from, to] = one === null ? ['', ''] : [versions['-'].get(one)!, versions['+'].get(one)!]
  const clauses = [
    ...(one !== null && from !== to
      ? [
          isVersion(from) && isVersion(to)
            ? `updates the package ${saidName(one)} from ${from} to ${to}`
            : `updates the package ${saidName(one)}`,
        ]
      : []),
    ...(updates.length > 1 ? [`updates the packages ${saidNames(updates)}`] : []),
    ...(added.length > 0
      ? [`adds the ${added.length === 1 ? 'package' : 'packages'} ${saidNames(added)}`]
      : []),
    ...(removed.length > 0
      ? [`removes the ${removed.length === 1 ? 'package' : 'packages'} ${saidNames(removed)}`]
      : []),
  ]
  if (clauses.length > 0) return clauses
  const count = (mark: '+' | '-'): string =>
    spokenCount(lines.filter((line) => line.mark === mark).length, 'line')
  return [`changes what is locked: ${count('+')} added and ${count('-')} removed`]
}
