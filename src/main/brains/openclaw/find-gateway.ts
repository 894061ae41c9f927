// Whether an OpenClaw gateway answers there, without a word to it that needs a token.
import { record } from '../../../core/openclaw/gateway-event.ts'
import { parseJson } from '../../../core/parse-json.ts'
import type { Address } from './address.ts'
import { boundedAnswer } from './bounded-answer.ts'

/** Nobody waits for it, and it is looked for when the machine has most to do: while the app starts. */
const PATIENCE_MS = 10_000
const MAX_ANSWER = 4_096

export async function findGateway(
  { http }: Pick<Address, 'http'>,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<boolean> {
  try {
    const answer = await fetch(`${http}/healthz`, { redirect: 'error', signal })
    // Another program that has the port may well answer too, but not in these words.
    const { ok, status } = record(parseJson(await boundedAnswer(answer, MAX_ANSWER)))
    return answer.ok && ok === true && status === 'live'
  } catch {
    return false
  }
}
