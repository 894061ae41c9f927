// Whether an OpenClaw gateway answers there, without a word to it that needs a token.
import type { Address } from './address.ts'

const PATIENCE_MS = 1_000

export async function findGateway({ http }: Address): Promise<boolean> {
  try {
    const answer = await fetch(`${http}/healthz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
