// Why a request to a model failed: what the user reads, what they can do, and whether Parley may try again by itself.
import { parseJson } from '../../base/parse-json.ts'
import { truncate } from '../../base/truncate.ts'
import type { Fault, FaultCode } from '../../shared/errors.ts'

/** What is known of the failure. */
export interface ModelFailure {
  /** The status of the answer; absent if there was none. */
  status?: number | undefined
  /** The body of the answer, or the error event of the stream. */
  body?: unknown
  message: string
  /** The system's code, such as ECONNREFUSED. */
  systemCode?: string | undefined
  retryAfterMs?: number | undefined
  /** Something of the reply had arrived. */
  hasReply?: boolean | undefined
}

export interface ModelPlace {
  /** The model's name. */
  model: string
  /** As users write it, such as api.openai.com. */
  place: string
  /** Left out of messages. */
  key: string | null
}

export interface ModelFault {
  fault: Fault
  /** `later`: the same request may succeed soon. `smaller`: it is too long. `without tools`: the model cannot use tools. */
  retry: 'never' | 'later' | 'smaller' | 'without tools'
  retryAfterMs: number
}

const CONTEXT =
  /context[_ ](?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|input is too long|exceeds? the (?:available )?context|reduce the length|input length|request too large|exceed_context/i
const NO_TOOLS =
  /(?:does not|doesn['’]t|not) support (?:tools?|function|tool)|tools? (?:is|are) not supported|tool (?:use|calling) is not supported|no endpoints found that support tool|requires --jinja|tools param requires/i
const QUOTA =
  /insufficient[_ ](?:quota|funds|credits?)|exceeded your current quota|credit balance|billing[_ ](?:hard|limit|(?:is )?(?:not[_ ]active|inactive))|account is not active|payment required|out of credits|quota exceeded/i
const BUSY =
  /overloaded|rate[_ ]limit|too many requests|capacity|temporarily|try again|loading model|server is busy/i
const NO_MODEL =
  /model.{0,80}(?:not found|does not exist|not exist|unknown|not available|not loaded)|no such model|model_not_found|not a valid model/i
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])
const NO_SUCH_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN'])
/** Providers write about billing in these too. */
const RATE_LIMIT = /"rate_limit_(?:exceeded|error)"/
/** What is wrong with the certificate of a server, by the system's code. */
const CERTIFICATES: readonly [code: RegExp, what: string][] = [
  [/^CERT_HAS_EXPIRED$/, 'it has expired'],
  [/^CERT_NOT_YET_VALID$/, 'it is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'it belongs to another address'],
  [/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|^CERT_/, 'nobody whom this computer trusts has signed it'],
]

export function modelFault(failure: ModelFailure, { model, place, key }: ModelPlace): ModelFault {
  const { status, systemCode = '', retryAfterMs = 0 } = failure
  const said = wordsOf(failure, key)
  // The codes of an endpoint are for programs: they are compared, never shown.
  const codes = typeof failure.body === 'string' ? failure.body : JSON.stringify(failure.body ?? '')
  const text = `${said} ${failure.message} ${codes.slice(0, 4_000)}`
  const quoted = said === '' ? '' : ` It says: ${sentence(said)}`

  const make = (
    code: FaultCode,
    message: string,
    remedy: string,
    retry: ModelFault['retry'] = 'never',
  ): ModelFault => ({
    fault: { code, message, remedy, retryable: retry === 'later' },
    retry,
    retryAfterMs,
  })

  if (NO_SUCH_HOST.has(systemCode))
    return make(
      'model_absent',
      `There is no server called ${place}, or this computer has no network.`,
      'Check the network, and the address of the model in the settings.',
    )
  const [, certificate] = CERTIFICATES.find(([one]) => one.test(systemCode)) ?? []
  if (certificate !== undefined)
    return make(
      'model_absent',
      `Parley sends nothing to ${place}, because its certificate cannot be trusted: ${certificate}.`,
      'Check the address and the date of this computer, or ask whoever runs the server.',
    )
  if (systemCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return make(
      'model_absent',
      `${place} does not use https.`,
      'Check the address of the model in the settings: it may begin with http://.',
    )
  if (/unexpected redirect/i.test(failure.message))
    return make(
      'model_failed',
      `${place} sends requests on to another address.`,
      'Enter the address it leads to, if you trust it. Parley does not follow it by itself.',
    )
  if (UNREACHABLE.has(systemCode))
    return make(
      'model_absent',
      `No model server answers at ${place}.`,
      'Start it, or check its address in the settings. Then ask again.',
      'later',
    )
  if (status === 403 && key !== null)
    return make(
      'model_key',
      `${place} does not allow this with your key.${quoted}`,
      'Enter another key, or choose a model that your account may use.',
    )
  if (status === 401 || status === 403)
    return key === null
      ? make('model_key', `${place} needs a key.`, 'Enter the key of your account there.')
      : make(
          'model_key',
          `${place} does not accept the key.`,
          'Enter another key, or check that this one is still valid.',
        )
  const isRateLimit = RATE_LIMIT.test(codes) && !CONTEXT.test(text)
  if (status === 402 || (!isRateLimit && QUOTA.test(text)))
    return make(
      'model_quota',
      `Your account at ${place} has no credit left, or its limit is reached.${quoted}`,
      'Check the billing page of the provider, or choose another model.',
    )
  if (NO_TOOLS.test(text))
    return make(
      'model_tools',
      `The model ${model} cannot use tools.`,
      'Choose a model that can, or ask about what you are looking at.',
      'without tools',
    )
  if (CONTEXT.test(text) || status === 413)
    return make(
      'model_context',
      'The conversation is too long for this model.',
      'Start a new conversation, or choose a model with a larger context.',
      'smaller',
    )
  if (status === 404 || NO_MODEL.test(text))
    return make(
      'model_unknown',
      `${place} has no model called ${model}.${quoted}`,
      'Choose another model in the settings, or check the address.',
    )
  if (status === 429 || isRateLimit)
    return make(
      'model_busy',
      `${place} gets too many requests from this account.`,
      'Wait a minute, then ask again.',
      'later',
    )
  if (
    status === 408 ||
    status === 409 ||
    (status !== undefined && status >= 500) ||
    (status === undefined && BUSY.test(text))
  )
    return make(
      'model_busy',
      `${place} is overloaded or does not work at the moment.${quoted}`,
      'Wait a moment, then ask again.',
      'later',
    )
  if (status !== undefined)
    return make(
      'model_failed',
      `${place} refused the request (${status}).${quoted}`,
      'Check the address and the model in the settings.',
    )
  return make(
    'model_failed',
    `The connection to ${place} broke.`,
    failure.hasReply === true
      ? 'You keep the reply so far. Say “continue”, or ask again.'
      : 'Check the network, then ask again.',
    'later',
  )
}

const MAX_SAID = 300

/** What the endpoint says about it, without the key. */
function wordsOf({ body }: ModelFailure, key: string | null): string {
  const read = typeof body === 'string' ? (parseJson(body) ?? body) : body
  const found = messageIn(read, 0)
  // A page of a proxy or another server says nothing to the user.
  if (found === null || /<(?:!doctype|html|body)\b/i.test(found)) return ''
  const hidden = key === null || key.length < 4 ? found : found.replaceAll(key, '…')
  return truncate(
    hidden
      .replaceAll(/\b(?:sk|key|xai|gsk)-[\w*-]{6,}/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    MAX_SAID,
  )
}

function messageIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.slice(0, 4_000)
  if (typeof value !== 'object' || value === null || depth > 4) return null
  const fields = value as Record<string, unknown>
  const found = ['message', 'error', 'detail']
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => messageIn(fields[name], depth + 1))
  return found.find((part) => part !== null && part !== '') ?? null
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
