// Keeps every block of a document small enough to be drawn in a moment. Reading markdown takes longer than its length
// says: the time grows with the square of its marks and of its depth. What is too large is cut where that shows least;
// what cannot be read in time at any size is shown as the text it is.
import { opensFence } from './markdown-lines.ts'

export interface MarkdownPiece {
  /** `code` is the inside of a code block without colours, `text` is shown as it was written. */
  kind: 'markdown' | 'code' | 'text'
  text: string
}

export const MAX_CHARACTERS = 8_000
const MAX_LINES = 160
/** Of one paragraph, list item or cell. */
const MAX_MARKS = 400
const MAX_DEPTH = 40
/** Colouring code takes its time, too. */
const MAX_COLOURED = 12_000
const MAX_CODE_LINES = 400

const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)))+/
const STARTS_LEAF = /^\s*(?:$|#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|\|)/

export function markdownPieces(written: string): MarkdownPiece[] {
  const block = written.trimEnd()
  const lines = block.split('\n')
  const fence = opensFence(lines[0] ?? '')
  if (fence !== null && block.length > MAX_COLOURED) return codePieces(lines, fence)
  if (fence !== null) return [{ kind: 'markdown', text: block }]
  if (block.length <= MAX_CHARACTERS && lines.length <= MAX_LINES) return [piece(block)]
  if (isTable(lines)) return tablePieces(lines)
  // A list is cut between its items, anything else between its lines.
  const isList = LIST_ITEM.test(lines[0] ?? '')
  return groups(lines, isList ? (line) => LIST_ITEM.test(line) : () => true).flatMap(bounded)
}

/** Its second line is short where it is one; in a long one the rule would be looked for too long. */
function isTable([head = '', rule = '']: readonly string[]): boolean {
  return head.includes('|') && rule.length < 2_000 && TABLE_RULE.test(rule)
}

/** What is still too large after it was cut is one line, or one item, that goes on and on. */
function bounded(text: string): MarkdownPiece[] {
  if (text.length <= MAX_CHARACTERS * 2 && text.split('\n').length <= MAX_LINES * 2) return [piece(text)]
  return slices(text, MAX_CHARACTERS).map((part) => ({ kind: 'text', text: part }))
}

function piece(text: string): MarkdownPiece {
  return { kind: isReadable(text) ? 'markdown' : 'text', text }
}

/** Whether it can be read as markdown in a moment. */
function isReadable(text: string): boolean {
  let marks = 0
  for (const line of text.split('\n')) {
    if (STARTS_LEAF.test(line)) marks = 0
    marks += line.match(/[*_~[\]`<&\\]/g)?.length ?? 0
    if (marks > MAX_MARKS) return false
    const containers = CONTAINERS.exec(line)?.[0].match(/[>\-+*.)]/g)?.length ?? 0
    if (containers > MAX_DEPTH) return false
  }
  return true
}

/** Lines together up to what is bearable, a new group only where a line may begin one. */
function groups(lines: readonly string[], mayBegin: (line: string) => boolean): string[] {
  const made: string[] = []
  let group: string[] = []
  let length = 0
  for (const line of lines) {
    const full = length + line.length > MAX_CHARACTERS || group.length >= MAX_LINES
    if (full && group.length > 0 && mayBegin(line)) {
      made.push(group.join('\n'))
      group = []
      length = 0
    }
    group.push(line)
    length += line.length + 1
  }
  made.push(group.join('\n'))
  return made
}

/** Each part has the head of the table, so that it is a table by itself. */
function tablePieces([head = '', rule = '', ...rows]: readonly string[]): MarkdownPiece[] {
  return groups(rows, () => true).flatMap((part) => bounded(`${head}\n${rule}\n${part}`))
}

function codePieces([, ...lines]: readonly string[], fence: string): MarkdownPiece[] {
  const closed = lines.findLastIndex(
    (line) => line.trim().startsWith(fence) && line.trim().length >= fence.length,
  )
  const code =
    closed >= 0 && lines.slice(closed + 1).every((line) => line.trim() === '')
      ? lines.slice(0, closed)
      : lines
  const parts: MarkdownPiece[] = []
  for (let at = 0; at < code.length; at += MAX_CODE_LINES) {
    const text = code.slice(at, at + MAX_CODE_LINES).join('\n')
    parts.push(
      ...slices(text, MAX_CHARACTERS * 4).map((part): MarkdownPiece => ({ kind: 'code', text: part })),
    )
  }
  return parts
}

function slices(text: string, size: number): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += size) parts.push(text.slice(at, at + size))
  return parts
}
