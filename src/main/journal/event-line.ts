// An event as a line of the journal. A search reads only the beginning of each line. A damaged line is skipped, or read
// from where an intact event begins in it.
import { parseJson } from '../../base/parse-json.ts'
import { conversationEvent, type ConversationEvent } from '../../shared/conversation.ts'

export interface EventHead {
  id: string
  type: ConversationEvent['type']
  turnId: string | null
  artifactId: string | null
}

const HEAD_BYTES = 1024
const BEGINNING = Buffer.from('{"id":"')

const beginningForm = /^\{"id":"([^"\\]{1,128})","at":/
const headForm =
  /^\{"id":"([^"\\]{1,128})","at":[-+.\deE]+,"event":\{"type":"([a-z.]+)","turnId":"([^"\\]{1,128})"/
const artifactForm = /"artifact":\{"kind":"[a-z_]+","id":"([^"\\]{1,128})"/

const types: ReadonlySet<string> = new Set(
  conversationEvent.options.flatMap(({ shape }) => [...shape.type.values]),
)
const isType = (text: unknown): text is ConversationEvent['type'] =>
  typeof text === 'string' && types.has(text)

/**
 * A power cut may leave zeros, and a full disk half a line, in front of the next event. Quotation marks inside an event's
 * texts are escaped, so what looks like the beginning of an event is one.
 */
export function intactPart(line: Buffer): Buffer {
  for (let at = line.lastIndexOf(BEGINNING); at > 0; at = line.lastIndexOf(BEGINNING, at - 1))
    if (beginningForm.test(line.toString('utf8', at, at + HEAD_BYTES))) return line.subarray(at)
  return line
}

/** The id of the event that begins here; null where none does. */
export const idIn = (start: Buffer): string | null => beginningForm.exec(start.toString('utf8'))?.[1] ?? null

/** Null for what is not an event. */
export function headOf(line: Buffer): EventHead | null {
  const text = line.toString('utf8', 0, HEAD_BYTES)
  const [, id, type, turnId] = headForm.exec(text) ?? []
  if (id === undefined || turnId === undefined || !isType(type)) return parsedHead(line)
  if (type !== 'artifact.created') return { id, type, turnId, artifactId: null }
  const artifactId = artifactForm.exec(text)?.[1]
  return artifactId === undefined ? parsedHead(line) : { id, type, turnId, artifactId }
}

/** The slow way, for lines in another form than Parley's own. */
function parsedHead(line: Buffer): EventHead | null {
  const value = parseJson(line.toString('utf8')) as
    | { id?: unknown; event?: { type?: unknown; turnId?: unknown; artifact?: { id?: unknown } } }
    | null
    | undefined
  const { id, event } = value ?? {}
  if (typeof id !== 'string' || !isType(event?.type)) return null
  const { type, turnId, artifact } = event
  return {
    id,
    type,
    turnId: typeof turnId === 'string' ? turnId : null,
    artifactId: typeof artifact?.id === 'string' ? artifact.id : null,
  }
}
