// Which functions, classes and values a diff adds, removes or changes, by its lines and the headings of its hunks.
import { summarizeDiff } from '../understanding/replies/diff-summary.ts'
import { scanDiff } from './diff-scan.ts'

export interface ChangedSymbols {
  /** As the file is called now. */
  file: string
  added: string[]
  removed: string[]
  changed: string[]
}

const MAX_LINE = 500
const MODIFIER =
  'export|default|public|private|protected|internal|static|abstract|final|async|pub|pub\\([^)]{0,40}\\)|unsafe|override|virtual|inline|declare|open|suspend|data|sealed'
const KEYWORD =
  'function\\*?|class|interface|type|enum|struct|trait|def|fn|func(?:[ \\t]*\\([^)]{0,100}\\))?|fun|module|namespace|record|protocol'
const DECLARED = new RegExp(
  `^[ \\t]*(?:(?:${MODIFIER})[ \\t]+)*(?:${KEYWORD})[ \\t]+([A-Za-z_$][\\w$]{0,60})`,
)
/** Inside a function, it is nobody else's business. */
const VALUE = /^(?:export[ \t]+)?(?:const|let|var|val|static)[ \t]+(?:mut[ \t]+)?([A-Za-z_$][\w$]{0,60})/

/** The name that a line declares. */
export const declaredIn = (line: string): string | undefined =>
  DECLARED.exec(line.slice(0, MAX_LINE))?.[1] ?? VALUE.exec(line.slice(0, MAX_LINE))?.[1]

export function changedSymbols(diff: string): ChangedSymbols[] {
  const { lines, files } = scanDiff(diff)
  return files.map(({ header, hunks, signs }) => {
    const added = new Set<string>()
    const removed = new Set<string>()
    const changed = new Set<string>()
    for (const { heading, from, to } of hunks) {
      let around = declaredIn(heading.replace(/^@@+[^@]*@@+ ?/, ''))
      for (const raw of lines.slice(from, to)) {
        const marks = raw.slice(0, signs)
        const text = raw.slice(signs)
        const name = declaredIn(text)
        if (name !== undefined) around = name
        if (marks.includes('+') && name !== undefined) added.add(name)
        else if (marks.includes('-') && name !== undefined) removed.add(name)
        else if (/[+-]/.test(marks) && text.trim() !== '' && around !== undefined) changed.add(around)
        // The declaration ends here.
        if (/^[}\])]/.test(text)) around = undefined
      }
    }
    for (const name of added) if (removed.has(name)) changed.add(name)
    return {
      file: summarizeDiff(`${header.join('\n')}\n`).files[0] ?? '',
      added: [...added].filter((name) => !removed.has(name)),
      removed: [...removed].filter((name) => !added.has(name)),
      changed: [...changed].filter((name) => added.has(name) === removed.has(name)),
    }
  })
}
