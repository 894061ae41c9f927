// What is known of a request that failed, from the errors of the SDK, of fetch and of the system.
import { modelFault, type ModelFault, type ModelPlace } from '../../../core/model/fault.ts'
import { FaultError } from '../../../shared/errors.ts'

const MAX_DEPTH = 6

export function faultOfRequest(error: unknown, place: ModelPlace, hasReply = false): ModelFault {
  const causes = causesOf(error)
  const known = causes.find((one) => one instanceof FaultError)
  if (known) return { fault: known.fault, retry: 'never', retryAfterMs: 0 }
  const first = causes.find(isRecord) ?? {}
  const called = causes.find((one) => isRecord(one) && typeof one['statusCode'] === 'number')
  const answer = isRecord(called) ? called : {}
  const systemCode = causes.flatMap((one) => (isRecord(one) ? one['code'] : [])).find(isSystemCode)
  return modelFault(
    {
      status: refusalIn(answer) ?? statusIn(error),
      body:
        answer['responseBody'] ??
        (typeof error === 'string' || !(error instanceof Error) ? error : undefined),
      message: typeof first['message'] === 'string' ? first['message'] : String(error),
      systemCode,
      hasReply,
      retryAfterMs: retryAfter(answer['responseHeaders']),
    },
    place,
  )
}

/** The error, what caused it, and so on. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = []
  let now = [error]
  for (let depth = 0; depth < MAX_DEPTH && now.length > 0; depth++) {
    found.push(...now)
    now = now.flatMap((one) => {
      if (!isRecord(one)) return []
      const parts: unknown[] = Array.isArray(one['errors']) ? one['errors'].slice(0, 4) : []
      return one['cause'] === undefined ? parts : [one['cause'], ...parts]
    })
  }
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isSystemCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z_]{4,40}$/.test(value)

/** A stream that broke began with a good status, which says nothing about the end. */
function refusalIn({ statusCode }: Record<string, unknown>): number | undefined {
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : undefined
}

/** An error event of a stream may say what status it stands for. */
function statusIn(error: unknown): number | undefined {
  const fields = isRecord(error) && isRecord(error['error']) ? error['error'] : error
  if (!isRecord(fields)) return undefined
  const { code, status } = fields
  const told = [status, code].find((one) => typeof one === 'number' && one >= 400 && one < 600)
  return typeof told === 'number' ? told : undefined
}

function retryAfter(headers: unknown): number {
  const value = isRecord(headers) ? headers['retry-after'] : undefined
  const seconds = Number(value)
  return typeof value === 'string' && Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}
