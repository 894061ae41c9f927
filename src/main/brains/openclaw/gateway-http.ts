// Looks for a gateway over HTTP, without a token.
import { record } from '../../../core/wires/openclaw/gateway-event.ts'
import { parseJson } from '../../../base/parse-json.ts'
import type { Address } from './address.ts'

/** Long, because nobody waits for it and the computer is busy while the app starts. */
const FIND_TIMEOUT_MS = 10_000
const MAX_ANSWER = 4_096

export async function findGateway(
  { http }: Pick<Address, 'http'>,
  signal = AbortSignal.timeout(FIND_TIMEOUT_MS),
): Promise<boolean> {
  try {
    const answer = await fetch(`${http}/healthz`, { redirect: 'error', signal })
    // Another program on this port may answer too, but not with this.
    const { ok, status } = record(parseJson(await boundedText(answer, MAX_ANSWER)))
    return answer.ok && ok === true && status === 'live'
  } catch {
    return false
  }
}

/** The text of an answer, up to a limit: the answer may come from anybody. */
export async function boundedText(answer: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > maxCharacters) break
  }
  return text
}
