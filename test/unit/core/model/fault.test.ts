import { describe, expect, it } from 'vitest'
import { modelFault, type ModelFailure } from '../../../../src/core/model/fault.ts'

const KEY = 'abcd-1234-secret'
const faultOf = (failure: Partial<ModelFailure>) =>
  modelFault({ message: '', ...failure }, { model: 'big', place: 'api.example.com', key: KEY })

describe('The fault of a model', () => {
  it.each([
    [{ systemCode: 'ENOTFOUND' }, 'model_absent', 'never'],
    [{ systemCode: 'ECONNREFUSED' }, 'model_absent', 'later'],
    [{ message: 'fetch failed: unexpected redirect' }, 'model_failed', 'never'],
    [{ message: 'terminated' }, 'model_failed', 'later'],
    [{ status: 401 }, 'model_key', 'never'],
    [{ status: 404 }, 'model_unknown', 'never'],
    [{ status: 413 }, 'model_context', 'smaller'],
    [{ status: 429 }, 'model_busy', 'later'],
    [
      { status: 429, body: '{"error":{"message":"Slow","code":"insufficient_quota"}}' },
      'model_quota',
      'never',
    ],
    [
      {
        status: 429,
        body: '{"error":{"message":"Rate limit reached for requests per day. Please try again in 20s. You can increase it by adding a payment method at https://platform.openai.com/account/billing.","code":"rate_limit_exceeded"}}',
      },
      'model_busy',
      'later',
    ],
    [
      {
        status: 429,
        body: '{"error":{"message":"Request too large for big on tokens per min: Limit 10000, Requested 20000.","code":"rate_limit_exceeded"}}',
      },
      'model_context',
      'smaller',
    ],
    [
      { status: 400, body: '{"error":{"message":"Billing hard limit has been reached"}}' },
      'model_quota',
      'never',
    ],
    [
      {
        status: 429,
        body: '{"error":{"message":"Your account is not active, please check your billing details.","code":"billing_not_active"}}',
      },
      'model_quota',
      'never',
    ],
    [{ status: 400, body: '{"error":{"message":"No tool is called billing."}}' }, 'model_failed', 'never'],
    [{ systemCode: 'CERT_HAS_EXPIRED' }, 'model_absent', 'never'],
    [{ systemCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'model_absent', 'never'],
    [{ systemCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'model_absent', 'never'],
    [{ status: 500 }, 'model_busy', 'later'],
    [{ status: 418 }, 'model_failed', 'never'],
    [{ status: 400, body: '{"error":"this model does not support tools"}' }, 'model_tools', 'without tools'],
    // What a stream reports has no status.
    [
      { body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'model_busy',
      'later',
    ],
  ] as const)('for %j is %s, and Parley may try again: %s', (failure, code, retry) => {
    const found = faultOf(failure)
    expect({ code: found.fault.code, retry: found.retry }).toEqual({ code, retry })
    expect(found.fault.retryable).toBe(retry === 'later')
    expect(found.fault.remedy).not.toBe('')
  })

  it('quotes the endpoint in its own words, without codes, keys and pages', () => {
    const said = (body: unknown): string => faultOf({ status: 400, body }).fault.message
    expect(said('{"error":{"message":"No pears","type":"invalid_request_error","code":"no_pears"}}')).toBe(
      'api.example.com refused the request (400). It says: No pears.',
    )
    expect(said(`{"error":{"message":"The key ${KEY} and sk-123456789abc are odd."}}`)).not.toMatch(
      /secret|123456789/,
    )
    expect(said('<!doctype html><html>Bad gateway</html>')).toBe('api.example.com refused the request (400).')
    expect(said(JSON.stringify({ error: { message: 'x'.repeat(5_000) } })).length).toBeLessThan(400)
  })

  it.each([
    ['CERT_HAS_EXPIRED', /certificate cannot be trusted: it has expired/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /nobody whom this computer trusts/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /belongs to another address/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not use https/],
    ['EAI_AGAIN', /or this computer has no network/],
  ])('names the cause of %s', (systemCode, cause) => {
    expect(faultOf({ systemCode }).fault.message).toMatch(cause)
  })

  it('speaks of a reply only if there is one', () => {
    const remedy = (hasReply: boolean): string => faultOf({ message: 'terminated', hasReply }).fault.remedy
    expect(remedy(true)).toContain('You keep the reply so far')
    expect(remedy(false)).toBe('Check the network, then ask again.')
  })

  it('asks for a key where there is none', () => {
    const { fault } = modelFault({ status: 401, message: '' }, { model: 'm', place: 'p', key: null })
    expect(fault).toMatchObject({ message: 'p needs a key.' })
  })
})
