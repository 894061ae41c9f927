// Keeps every block of a document small enough to render quickly. The time to parse markdown grows with the square of its
// markup and its depth. A block that is too large is split where it shows least; one that is too slow at any size is shown
// as plain text.
import { opensFence } from './markdown-lines.ts'

export interface MarkdownPiece {
  /** `code` is the content of a code block without colours, `text` is shown as plain text. */
  kind: 'markdown' | 'code' | 'text'
  text: string
}

export const MAX_CHARACTERS = 8_000
const MAX_LINES = 160
/** Of one paragraph, list item or cell. */
const MAX_MARKS = 400
const MAX_DEPTH = 40
/** Syntax colours take time, too. */
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
  // A list is split between its items, anything else between its lines.
  const isList = LIST_ITEM.test(lines[0] ?? '')
  return groups(lines, isList ? (line) => LIST_ITEM.test(line) : () => true).flatMap(bounded)
}

/** The second line of a table is short; matching a long line would take too long. */
function isTable([head = '', rule = '']: readonly string[]): boolean {
  return head.includes('|') && rule.length < 2_000 && TABLE_RULE.test(rule)
}

/** A piece that is still too large is one endless line or item. */
function bounded(text: string): MarkdownPiece[] {
  if (text.length <= MAX_CHARACTERS * 2 && text.split('\n').length <= MAX_LINES * 2) return [piece(text)]
  return slices(text, MAX_CHARACTERS).map((part) => ({ kind: 'text', text: part }))
}

function piece(text: string): MarkdownPiece {
  return { kind: isReadable(text) ? 'markdown' : 'text', text }
}

/** Whether it can be parsed as markdown quickly. */
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

/** Groups lines up to the limit; a new group starts only at a line that may start one. */
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

/** Each part repeats the head of the table. */
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
