// What a tool call would do to a file, worked out before it is allowed. Agents tell it as a whole file, as a piece of one, or
// only in the arguments of their tool; some do not tell it at all.
import {
  CONTENT_KEYS,
  type Fields,
  NEW_TEXT_KEYS,
  OLD_TEXT_KEYS,
  textField,
} from '../../artifacts/tool-fields.ts'
import type { FileImage } from './file-change.ts'
import { fileInside, isFields, pathIn } from './file-names.ts'
import { type AgentCall, kindOf } from './tool-call.ts'

/** One replacement: `before` is null for a whole file. */
interface Piece {
  before: string | null
  after: string
  everywhere: boolean
}

export type Proposal =
  | { known: true; file: string; after: FileImage }
  /** `why` completes "Parley cannot show the change: …". */
  | { known: false; file: string; why: string }

const MAX_PIECES = 200

/** What would become of each file. `files` are those the call names, relative to the folder. */
export function proposedChanges(
  call: AgentCall,
  root: string,
  files: readonly string[],
  imageOf: (file: string) => FileImage,
): Proposal[] {
  const pieces = piecesOf(call, root)
  return files.map((file): Proposal => {
    const image = imageOf(file)
    const mine = pieces.get(file) ?? []
    if (mine.length === 0 && kindOf(call) === 'delete')
      return { known: true, file, after: { kind: 'absent' } }
    if (mine.length === 0) return { known: false, file, why: 'the agent does not tell it' }
    return applied(file, image, mine)
  })
}

function applied(file: string, image: FileImage, pieces: readonly Piece[]): Proposal {
  const [first] = pieces
  if (image.kind === 'unreadable' && !(pieces.length === 1 && first?.before === null))
    return { known: false, file, why: image.why }
  let text = image.kind === 'text' ? image.text : ''
  const isWindows = /\r\n/.test(text)
  const ended = (piece: string): string => (isWindows ? piece.replaceAll(/\r?\n/g, '\r\n') : piece)
  for (const piece of pieces) {
    const [before, after] = [piece.before === null ? null : ended(piece.before), ended(piece.after)]
    if (before === null || before === text || (before === '' && text === '')) {
      text = after
      continue
    }
    const at = before === '' ? -1 : text.indexOf(before)
    if (at < 0) return { known: false, file, why: 'the text to replace is not in the file' }
    if (piece.everywhere) text = text.replaceAll(before, () => after)
    else if (text.includes(before, at + 1))
      return { known: false, file, why: 'the text to replace is in the file more than once' }
    else text = text.slice(0, at) + after + text.slice(at + before.length)
  }
  return { known: true, file, after: { kind: 'text', text } }
}

/** The replacements by file: as the agent shows them, otherwise from the arguments of its tool. */
function piecesOf(call: AgentCall, root: string): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>()
  const add = (path: string | undefined, piece: Piece): void => {
    const file = path === undefined ? null : fileInside(root, path)
    if (file === null) return
    const known = found.get(file) ?? []
    if (known.length < MAX_PIECES) found.set(file, [...known, piece])
  }
  const everywhere = call.input['replace_all'] === true || call.input['replaceAll'] === true
  for (const part of call.content) {
    if (part.type !== 'diff') continue
    add(part.path, { before: part.oldText ?? null, after: part.newText, everywhere })
  }
  if (found.size > 0) return found
  const path = pathIn(call.input)
  const edits: unknown = call.input['edits']
  for (const edit of Array.isArray(edits) ? edits.slice(0, MAX_PIECES) : [call.input]) {
    if (!isFields(edit)) continue
    const piece = pieceIn(edit, everywhere)
    if (piece) add(pathIn(edit) ?? path, piece)
  }
  return found
}

function pieceIn(fields: Fields, everywhere: boolean): Piece | null {
  const before = textField(fields, [...OLD_TEXT_KEYS, 'oldString', 'before'])
  const after = textField(fields, [...NEW_TEXT_KEYS, 'newString', 'after'])
  if (after !== undefined) return { before: before ?? null, after, everywhere }
  const whole = textField(fields, CONTENT_KEYS)
  return whole === undefined ? null : { before: null, after: whole, everywhere }
}

/**
 * The file before a change that was only seen afterwards, from the piece the agent says it replaced. Null if that does not
 * fit what is on disk.
 */
export function imageBefore(call: AgentCall, root: string, file: string, after: string): FileImage | null {
  let text = after
  for (const { before, after: piece } of (piecesOf(call, root).get(file) ?? []).toReversed()) {
    if (before === null) return piece === text ? { kind: 'absent' } : null
    const at = piece === '' ? -1 : text.indexOf(piece)
    if (at < 0 || text.includes(piece, at + 1)) return null
    text = text.slice(0, at) + before + text.slice(at + piece.length)
  }
  return text === after ? null : { kind: 'text', text }
}
