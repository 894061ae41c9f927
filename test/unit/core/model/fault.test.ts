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

  it('asks for a key where there is none', () => {
    const { fault } = modelFault({ status: 401, message: '' }, { model: 'm', place: 'p', key: null })
    expect(fault).toMatchObject({ message: 'p needs a key.' })
  })
})
