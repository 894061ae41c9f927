// What a client sent: one of the document's events, or why it is none.
import { velaClientEvent, type VelaClientEvent, type VelaServerEvent } from '../../../shared/wire/vela.ts'
import { decodeBase64 } from '../../base64.ts'
import { parseJson } from '../../parse-json.ts'
import { samplesOfBytes } from '../../pcm.ts'
import { invalid, notJson } from './errors.ts'

/** Sixteen seconds of sound in base64, far more than is appended at once. */
export const MOST_CHUNK_LETTERS = 682_668

type Read = { ok: true; event: VelaClientEvent } | { ok: false; refusal: VelaServerEvent }

const refused = (refusal: VelaServerEvent): Read => ({ ok: false, refusal })

export function readFrame(text: string | null): Read {
  if (text === null) return refused(invalid('Binary frames mean nothing here; send JSON text.'))
  const value = parseJson(text)
  if (value === undefined) return refused(notJson)
  const parsed = velaClientEvent.safeParse(value)
  if (!parsed.success) return refused(invalid('This is no event that a client may send.'))
  const { data: event } = parsed
  if (event.type === 'input_audio.append' && event.payload.chunk.length > MOST_CHUNK_LETTERS)
    return refused(invalid('The chunk is too long; append it in smaller pieces.'))
  return { ok: true, event }
}

/** The sound of a live chunk, or null where it is none. */
export function soundOf(chunk: string): Int16Array | null {
  const bytes = decodeBase64(chunk)
  return bytes && samplesOfBytes(bytes)
}
