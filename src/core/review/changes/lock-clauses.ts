// Says which packages a lock file now has.
import { spokenCount } from '../../understanding/replies/spoken-count.ts'
import type { HunkLine } from './hunk-lines.ts'
import { saidName, saidNames } from './hunk-sentence.ts'

export const isVersion = (text: string): boolean =>
  /^\d[\d.]*(?:-?[a-z]+[.\d]*)?$/i.test(text) && text.length <= 16

const PACKAGE =
  /^\s*(?:"checksum |name = |"name": |resolution: )?["'/]*(@?[A-Za-z][\w./-]*?)["']?(?:[@ ]|: )["']?v?(\d+\.\d[\w.-]*)/
const PACKAGE_NAME = /^\s*"?name"?\s*[=:]\s*"([^"]{1,100})"/
const PACKAGE_KEY = /^\s*['"]?(?:node_modules\/)?(@?[\w./-]{1,100})['"]?:\s*(?:\{\s*)?$/
/** Of Yarn: `"name@^1.0.0", "name@^1.2.0":` */
const YARN_KEY = /^"?(@?[\w./-]{1,100})@.{1,400}:\s*$/
const PACKAGE_VERSION = /^\s*"?version"?\s*[=: ]\s*["']?(\d[\w.-]*)/

export function lockClauses(lines: readonly HunkLine[]): string[] {
  const versions = { '+': new Map<string, string>(), '-': new Map<string, string>() }
  let name = ''
  for (const { mark, text } of lines) {
    name = [PACKAGE_NAME, PACKAGE_KEY, YARN_KEY].map((key) => key.exec(text)?.[1]).find(Boolean) ?? name
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
