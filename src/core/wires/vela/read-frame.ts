// Reads a client's frame: an event, or the error to send back.
import { velaClientEvent, type VelaClientEvent, type VelaServerEvent } from '../../../shared/wire/vela.ts'
import { decodeBase64 } from '../../../base/base64.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { samplesOfBytes } from '../../speech/pcm.ts'
import { invalid, notJson } from './errors.ts'

/** Sixteen seconds of audio in base64, far more than a client appends at once. */
export const MAX_CHUNK_CHARACTERS = 682_668

type Read = { ok: true; event: VelaClientEvent } | { ok: false; refusal: VelaServerEvent }

const refused = (refusal: VelaServerEvent): Read => ({ ok: false, refusal })

export function readFrame(text: string | null): Read {
  if (text === null) return refused(invalid('Binary frames are not supported; send JSON text.'))
  const value = parseJson(text)
  if (value === undefined) return refused(notJson)
  const parsed = velaClientEvent.safeParse(value)
  if (!parsed.success) return refused(invalid('This is not an event of a client.'))
  const { data: event } = parsed
  if (event.type === 'input_audio.append' && event.payload.chunk.length > MAX_CHUNK_CHARACTERS)
    return refused(invalid('The chunk is too long; append it in smaller pieces.'))
  return { ok: true, event }
}

/** The samples of a live chunk, or null if it is not audio. */
export function audioOf(chunk: string): Int16Array | null {
  const bytes = decodeBase64(chunk)
  return bytes && samplesOfBytes(bytes)
}
