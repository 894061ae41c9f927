// The connection test of the settings: the handshake of a conversation, then one request to the HTTP hook, which many gateways
// have turned off.
import { connectionFault } from '../../../core/wires/openclaw/faults.ts'
import { record, textOfContent } from '../../../core/wires/openclaw/gateway-event.ts'
import { truncate } from '../../../base/truncate.ts'
import { parseJson } from '../../../base/parse-json.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { faultOf } from '../../../shared/errors.ts'
import type { ConnectionReport } from '../../../shared/ipc.ts'
import { OPENCLAW_SESSION_KEY, type OpenClawHookRequest } from '../../../shared/wire/openclaw.ts'
import type { Secrets } from '../brain-definition.ts'
import type { Address } from './address.ts'
import { boundedText } from '../bounded-text.ts'
import { openLink } from './link.ts'

interface Deps {
  address: Address
  token: string | null
  secrets: Secrets
  version: string
  clock: Clock
}

const CONNECT_TIMEOUT_MS = 20_000
const HOOK_TIMEOUT_MS = 60_000
const MAX_ANSWER = 256 * 1024

export async function testConnection(deps: Deps): Promise<ConnectionReport> {
  const connected = await connect(deps)
  return connected.ok ? { steps: [connected, await askHook(deps)] } : { steps: [connected] }
}

type Step = ConnectionReport['steps'][number]

function connect({ address, token, secrets, version, clock }: Deps): Promise<Step> {
  const from = clock.now()
  return new Promise((resolve) => {
    const finish = (step: Step): void => {
      clearTimeout(timeout)
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
        finish({ ok: true, text: `Connected to ${what} at ${address.place} in ${clock.now() - from} ms.` })
      },
      onEvent() {},
      onGap() {},
      onFault: ({ message, remedy }) =>
        queueMicrotask(() => finish({ ok: false, text: `${message} ${remedy}` })),
    })
    const timeout = setTimeout(() => {
      const { fault } = connectionFault({ code: 4000, reason: '', wasReady: false }, address.place)
      finish({ ok: false, text: `${fault.message} ${fault.remedy}` })
    }, CONNECT_TIMEOUT_MS)
  })
}

async function askHook({ address, token }: Deps): Promise<Step> {
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
      signal: AbortSignal.timeout(HOOK_TIMEOUT_MS),
    })
    const reply = answerText(await boundedText(answer, MAX_ANSWER))
    if (answer.ok) return { ok: true, text: `Asked “${body.message}” over HTTP, and it answered: ${reply}` }
    if (answer.status === 404)
      return { ok: null, text: 'The HTTP hook is turned off. Conversations do not need it.' }
    if (answer.status === 401 || answer.status === 403)
      return { ok: null, text: 'The HTTP hook needs its own token. Conversations do not need the hook.' }
    return { ok: null, text: `The HTTP hook answered ${answer.status}: ${reply}` }
  } catch (error) {
    return { ok: null, text: `The HTTP hook did not answer: ${faultOf(error).message}` }
  }
}

/** The protocol does not define the form of the response. */
function answerText(text: string): string {
  const answer = parseJson(text)
  const fields = record(answer)
  const found = ['response', 'reply', 'text', 'output', 'answer', 'message', 'error']
    .map((name) => fields[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
  const answered = typeof answer === 'string' ? answer : (found ?? textOfContent(answer) ?? text)
  return truncate(answered.trim() || 'nothing', 500)
}
