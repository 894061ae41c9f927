// What words can mean in a document: its headings, each with the section below it.
import type { ScreenThing } from '../../shared/screen.ts'
import { markdownLines } from './markdown-lines.ts'

const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/
const UNDERLINE = /^ {0,3}(=+|-{2,})\s*$/

interface Heading {
  line: number
  level: number
  name: string
}

/** In the order of the text; each ends before the next one of its level or above. */
export function markdownSections(text: string): ScreenThing[] {
  const headings = headingsOf(text)
  const lines = text.split('\n').length
  return headings.map(({ line, level, name }, at) => {
    const next = headings.slice(at + 1).find((other) => other.level <= level)
    return { kind: 'heading', name, line, endLine: next ? next.line - 1 : lines }
  })
}

function headingsOf(text: string): Heading[] {
  const headings: Heading[] = []
  let before = ''
  let number = 0
  for (const { line, inside } of markdownLines(text)) {
    number += 1
    const marked = inside ? null : HEADING.exec(line)
    const underlined = inside || !isParagraph(before) ? null : UNDERLINE.exec(line)
    if (marked) headings.push({ line: number, level: marked[1]!.length, name: plain(marked[2] ?? '') })
    else if (underlined)
      headings.push({ line: number - 1, level: underlined[1]!.startsWith('=') ? 1 : 2, name: plain(before) })
    before = inside ? '' : line
  }
  return headings
}

const isParagraph = (line: string): boolean => /^ {0,3}[^\s#>|`~=-]/.test(line)

/** As it is read: without marks. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .trim()
