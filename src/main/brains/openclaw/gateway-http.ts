// Looks for a gateway over HTTP, without a token.
import { record } from '../../../core/wires/openclaw/gateway-event.ts'
import { parseJson } from '../../../base/parse-json.ts'
import { boundedText } from '../bounded-text.ts'
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
