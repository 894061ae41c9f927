// Footnotes are numbered across a whole document, which is rendered in blocks. So they are extracted and numbered first; a
// block only knows that its notes exist, and the notes are rendered at the end of the document.
import { markdownLines } from './markdown-lines.ts'

export interface Footnote {
  label: string
  number: number
  text: string
}

const DEFINITION = /^ {0,3}\[\^([^\]\s[]+)\]:[ \t]*/
const REFERENCE = /\[\^([^\]\s[]+)\]/g
const INDENT = /^(?: {4}|\t)/
/** What ends a note's paragraph even without an empty line. */
const INTERRUPTS =
  /^ {0,3}(?:#{1,6}(?:\s|$)|>|[-+*]\s|\d{1,9}[.)]\s|`{3}|~{3}|<|(?:[-*_]\s*){3,}$|\[\^[^\]\s[]+\]:)/

/** Labels ignore case. */
export const noteLabel = (written: string): string => written.toLowerCase()

/** The document without its notes, and the referenced notes in the order of their references. */
export function takeFootnotes(text: string): { body: string; notes: Footnote[] } {
  if (!/^ {0,3}\[\^/m.test(text)) return { body: text, notes: [] }
  const body: string[] = []
  const defined = new Map<string, string[]>()
  let open: string[] | null = null
  for (const { line, inside, afterEmpty } of markdownLines(text)) {
    const definition = inside ? null : DEFINITION.exec(line)
    if (definition) {
      open = [line.slice(definition[0].length)]
      const label = noteLabel(definition[1] ?? '')
      if (!defined.has(label)) defined.set(label, open)
      // The text before and after stays separate.
      body.push('')
      continue
    }
    const goesOn =
      open !== null && (line.trim() === '' || INDENT.test(line) || (!afterEmpty && !INTERRUPTS.test(line)))
    if (goesOn) open?.push(line.replace(INDENT, ''))
    else {
      open = null
      body.push(line)
    }
  }
  return { body: body.join('\n'), notes: inOrder(body.join('\n'), defined) }
}

function inOrder(body: string, defined: ReadonlyMap<string, readonly string[]>): Footnote[] {
  const notes = new Map<string, Footnote>()
  const look = (text: string): void => {
    for (const label of referredNotes(text)) {
      const lines = defined.get(label)
      if (lines === undefined || notes.has(label)) continue
      notes.set(label, { label, number: notes.size + 1, text: lines.join('\n').trim() })
    }
  }
  look(body)
  // A note may refer to another; those are numbered after the ones in the text.
  for (const { text } of notes.values()) look(text)
  return [...notes.values()]
}

export function referredNotes(text: string): Set<string> {
  return new Set([...text.matchAll(REFERENCE)].map(([, label = '']) => noteLabel(label)))
}

/** No block that renders in time refers to more. */
const MAX_STUBS = 200

/** The stubs that a block needs before it, so that its references are recognized. */
export function noteStubs(block: string, known: ReadonlySet<string>): string {
  const labels = [...referredNotes(block)].filter((label) => known.has(label)).slice(0, MAX_STUBS)
  if (labels.length === 0) return ''
  const stubs = labels.map((label) => `[^${label}]: .\n\n`).join('')
  // Indented text after a note would count as part of it.
  return /^\s/.test(block) ? `${stubs}<!-- -->\n\n` : stubs
}

interface MarkdownNode {
  type: string
  identifier?: string
  value?: string
  children?: MarkdownNode[]
  data?: unknown
}

/** A remark plugin: removes the stubs, and turns a reference into an element with only the label. */
export function markFootnotes() {
  return (tree: MarkdownNode): void => {
    const visit = (node: MarkdownNode): void => {
      if (!node.children) return
      node.children = node.children.filter(({ type }) => type !== 'footnoteDefinition')
      for (const child of node.children) {
        if (child.type !== 'footnoteReference') visit(child)
        else {
          child.type = 'text'
          child.value = ''
          child.data = { hName: 'sup', hProperties: { dataNote: child.identifier ?? '' }, hChildren: [] }
        }
      }
    }
    visit(tree)
  }
}
