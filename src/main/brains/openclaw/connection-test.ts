// The test of the connection in the settings: the handshake, as the conversation does it, then document 004's one HTTP
// request that answers whole. Many gateways have that request switched off, which is no fault.
import { connectionFault } from '../../../core/openclaw/connection-faults.ts'
import { textOfContent } from '../../../core/openclaw/content-text.ts'
import { record } from '../../../core/openclaw/gateway-event.ts'
import { boundText } from '../../../core/interceptors/bound-text.ts'
import { parseJson } from '../../../core/parse-json.ts'
import type { Clock } from '../../../core/ports.ts'
import { faultOf } from '../../../shared/errors.ts'
import type { ConnectionReport } from '../../../shared/ipc.ts'
import { OPENCLAW_SESSION_KEY, type OpenClawHookRequest } from '../../../shared/wire/openclaw.ts'
import type { Address } from './address.ts'
import { boundedAnswer } from './bounded-answer.ts'
import { openLink } from './link.ts'
import type { Secrets } from './secrets.ts'

interface Deps {
  address: Address
  token: string | null
  secrets: Secrets
  version: string
  clock: Clock
}

const CONNECT_MS = 20_000
const HOOK_MS = 60_000
const MAX_ANSWER = 256 * 1024

export async function testConnection(deps: Deps): Promise<ConnectionReport> {
  const connected = await connects(deps)
  return connected.ok ? { steps: [connected, await asksHook(deps)] } : { steps: [connected] }
}

type Step = ConnectionReport['steps'][number]

function connects({ address, token, secrets, version, clock }: Deps): Promise<Step> {
  const from = clock.now()
  return new Promise((resolve) => {
    const finish = (step: Step): void => {
      clearTimeout(patience)
      resolve(step)
      void link.close()
    }
    const link = openLink({
      address: () => address,
      token: () => token,
      secrets,
      version,
      clock,
      random: () => 0,
      onOpen({ form }) {
        const what = form === 'gateway' ? 'an OpenClaw gateway' : 'a gateway of the older form'
        finish({ ok: true, words: `Connected to ${what} at ${address.place} in ${clock.now() - from} ms.` })
      },
      onEvent() {},
      onGap() {},
      onFault: ({ message, remedy }) =>
        queueMicrotask(() => finish({ ok: false, words: `${message} ${remedy}` })),
    })
    const patience = setTimeout(() => {
      const { fault } = connectionFault({ code: 4000, reason: '', wasReady: false }, address.place)
      finish({ ok: false, words: `${fault.message} ${fault.remedy}` })
    }, CONNECT_MS)
  })
}

async function asksHook({ address, token }: Deps): Promise<Step> {
  const body: OpenClawHookRequest = { message: 'What is 2+2?', sessionKey: OPENCLAW_SESSION_KEY, wait: true }
  try {
    const answer = await fetch(`${address.http}/hooks/agent`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(HOOK_MS),
    })
    const said = answeredWords(await boundedAnswer(answer, MAX_ANSWER))
    if (answer.ok) return { ok: true, words: `Asked “${body.message}” over HTTP, and it answered: ${said}` }
    if (answer.status === 404)
      return { ok: null, words: 'Its HTTP hook is switched off. The conversation does not need it.' }
    if (answer.status === 401 || answer.status === 403)
      return { ok: null, words: 'Its HTTP hook wants a token of its own. The conversation does not need it.' }
    return { ok: null, words: `Its HTTP hook answered ${answer.status}: ${said}` }
  } catch (error) {
    return { ok: null, words: `Its HTTP hook gave no answer: ${faultOf(error).message}` }
  }
}

/** The document does not say in which form the response comes. */
function answeredWords(text: string): string {
  const answer = parseJson(text)
  const fields = record(answer)
  const found = ['response', 'reply', 'text', 'output', 'answer', 'message', 'error']
    .map((name) => fields[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
  const words = typeof answer === 'string' ? answer : (found ?? textOfContent(answer) ?? text)
  return boundText(words.trim() || 'nothing', 500)
}
