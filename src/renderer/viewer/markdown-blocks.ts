// Splits a document into blocks that can be rendered one by one with the same result. It splits only where that is safe:
// after an empty line, before an unindented line that cannot belong to what came before. A document that is too large is also
// split where it is not certain.
import { noteStubs, takeFootnotes } from './markdown-footnotes.ts'
import { markdownLines } from './markdown-lines.ts'
import { markdownPieces, MAX_CHARACTERS, type MarkdownPiece } from './markdown-pieces.ts'

const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/
const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/

export interface MarkdownNote {
  label: string
  number: number
  text: string
  pieces: MarkdownPiece[]
}

export interface CutMarkdown {
  pieces: MarkdownPiece[]
  notes: MarkdownNote[]
}

export function cutMarkdown(text: string): CutMarkdown {
  const { body, notes } = takeFootnotes(text)
  const { blocks, definitions } = markdownBlocks(body)
  const known = new Set(notes.map(({ label }) => label))
  const withDefinitions = definitionsFor(definitions)
  const pieces = (parts: readonly string[]): MarkdownPiece[] =>
    parts.flatMap(markdownPieces).map((piece) => {
      if (piece.kind !== 'markdown') return piece
      return { ...piece, text: noteStubs(piece.text, known) + withDefinitions(piece.text) }
    })
  return {
    pieces: pieces(blocks),
    notes: notes.map((note) => ({ ...note, pieces: pieces(markdownBlocks(note.text).blocks) })),
  }
}

/** Whether an unindented line after an empty one always starts a new block. */
function startsBlock(line: string): boolean {
  return line !== '' && !/^\s/.test(line) && !LIST_ITEM.test(line)
}

function markdownBlocks(text: string): { blocks: string[]; definitions: string[] } {
  const mustCut = text.length > MAX_CHARACTERS
  const blocks: string[] = []
  const definitions: string[] = []
  let block: string[] = []
  let afterDefinition = false

  for (const { line, inside, afterEmpty, unclear } of markdownLines(text)) {
    if (unclear && !mustCut) return { blocks: [text], definitions: [] }
    if (!inside && afterEmpty && startsBlock(line) && block.length > 0) {
      blocks.push(block.join('\n'))
      block = []
    }
    block.push(line)
    const isDefinition = !inside && DEFINITION.test(line)
    if (isDefinition) {
      // Below other text it may be a definition or just text; only the whole document decides.
      if (!afterEmpty && !afterDefinition && !mustCut) return { blocks: [text], definitions: [] }
      definitions.push(line)
    }
    afterDefinition = isDefinition
  }
  if (block.some((line) => line.trim() !== '')) blocks.push(block.join('\n'))
  return { blocks, definitions }
}

/** Labels ignore case and spaces. */
const labelOf = (written: string): string => written.toLowerCase().replace(/\s+/g, ' ').trim()

/** The most definitions each block gets, and how many of those with an unreadable label. */
const MAX_GIVEN = 300
const MAX_UNCLEAR = 50
const MAX_DEFINITION = 2_000

/**
 * A link may be defined anywhere in the document. Each block gets only the definitions it uses, because a changelog has
 * thousands. They go before the block, because an unclosed code fence would swallow what comes after.
 */
function definitionsFor(definitions: readonly string[]): (block: string) => string {
  const byLabel = new Map<string, string>()
  const unclear: string[] = []
  for (const definition of definitions) {
    if (definition.length > MAX_DEFINITION) continue
    const label = /^ {0,3}\[([^\]]+)\]:/.exec(definition)?.[1] ?? ''
    // An escaped bracket cannot be distinguished from the end of the label here, so such a definition goes everywhere.
    if (label.includes('\\') || label.includes('[')) unclear.push(definition)
    else if (!byLabel.has(labelOf(label))) byLabel.set(labelOf(label), definition)
  }
  return (block) => {
    if (!block.includes('[')) return block
    const named = new Set(unclear.slice(0, MAX_UNCLEAR))
    for (const [, label = ''] of block.matchAll(/\[([^[\]]{1,999})\]/g)) {
      const definition = byLabel.get(labelOf(label))
      if (definition !== undefined && named.size < MAX_GIVEN) named.add(definition)
    }
    return named.size === 0 ? block : `${[...named].join('\n')}\n\n${block}`
  }
}
