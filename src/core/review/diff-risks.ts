// What deserves a second look in a diff: facts that can be read from it without knowing what it is for.
import { isTestFile, languageOfFile } from '../artifacts/file-language.ts'
import { summarizeDiff } from '../understanding/replies/diff-summary.ts'
import { scanDiff } from './diff-scan.ts'

export interface DiffRisk {
  kind: 'secret' | 'signature' | 'todo' | 'debugging' | 'skipped_test' | 'untested' | 'large' | 'dependencies'
  file: string
  /** In the file as it is now; null if it is about the whole file. */
  line: number | null
  text: string
}

/** More changed lines than a reviewer keeps in mind. */
const LARGE = 400
const MAX_RISKS = 200
const MAX_LINE = 2000

const SECRET =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}\b|\bsk-[A-Za-z0-9_-]{20,}\b|\bxox[abprs]-[A-Za-z0-9-]{10,}\b|\b(?:api[_-]?key|secret|token|passw(?:or)?d|private[_-]?key)\b["']?\s*[:=]\s*["'][^"'\s$<{]{8,}["']/i
const TODO = /\b(?:TODO|FIXME|XXX|HACK)\b/
const DEBUGGING =
  /\bdebugger\b;?|\bconsole\.(?:log|debug)\(|\bbinding\.pry\b|\bimport pdb\b|\bbreakpoint\(\)|\bdbg!\(/
const SKIPPED =
  /\b(?:it|test|describe)\.(?:only|skip)\(|\bx(?:it|describe)\(|@(?:pytest\.mark\.)?skip\b|\bt\.Skip\(|#\[ignore\]/
const PUBLIC =
  /^(?:export (?:default )?(?:async )?(?:function|class|interface|type|const|abstract class)|pub (?:async )?(?:fn|struct|enum|trait)|public |def [a-z]|class [A-Z]|func (?:\([^)]*\) )?[A-Z])/
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml|requirements[^/]*\.txt|Gemfile|pom\.xml)$/

export function diffRisks(diff: string): DiffRisk[] {
  const { lines, files } = scanDiff(diff)
  const risks: DiffRisk[] = []
  const names = files.map(({ header }) => summarizeDiff(`${header.join('\n')}\n`).files[0] ?? '')
  const testsChanged = names.some(isTestFile)
  for (const [at, { hunks, signs }] of files.entries()) {
    const file = names[at] ?? ''
    let changed = 0
    for (const { from, to, newStart } of hunks) {
      let line = newStart
      for (const raw of lines.slice(from, to)) {
        const isAdded = raw.slice(0, signs).includes('+')
        const isRemoved = raw.slice(0, signs).includes('-')
        const text = raw.slice(signs, MAX_LINE)
        if (isAdded) risks.push(...risksOfLine(file, line, text))
        if (isRemoved && PUBLIC.test(text) && !isTestFile(file)) {
          risks.push({ kind: 'signature', file, line, text: text.trim() })
        }
        if (isAdded || isRemoved) changed++
        if (!isRemoved && !raw.startsWith('\\')) line++
      }
    }
    if (changed > LARGE) risks.push({ kind: 'large', file, line: null, text: `${changed} lines changed` })
    if (MANIFEST.test(file))
      risks.push({ kind: 'dependencies', file, line: null, text: 'What the project depends on changed' })
    const language = languageOfFile(file)
    const isCode =
      language !== undefined && !/^(?:markdown|plaintext|json|yaml|toml|css|html|ini|xml)$/.test(language)
    if (isCode && !isTestFile(file) && !testsChanged && changed > 0) {
      risks.push({ kind: 'untested', file, line: null, text: 'Changed, and no test changed with it' })
    }
    if (risks.length >= MAX_RISKS) break
  }
  return risks.slice(0, MAX_RISKS)
}

function risksOfLine(file: string, line: number, text: string): DiffRisk[] {
  const shown = text.trim().slice(0, 200)
  return [
    // A secret is not shown again.
    ...(SECRET.test(text)
      ? [{ kind: 'secret' as const, file, line, text: 'This may be a password or key' }]
      : []),
    ...(TODO.test(text) ? [{ kind: 'todo' as const, file, line, text: shown }] : []),
    ...(DEBUGGING.test(text) && !isTestFile(file)
      ? [{ kind: 'debugging' as const, file, line, text: shown }]
      : []),
    ...(SKIPPED.test(text) ? [{ kind: 'skipped_test' as const, file, line, text: shown }] : []),
  ]
}
