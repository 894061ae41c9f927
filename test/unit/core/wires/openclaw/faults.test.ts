import { describe, expect, it } from 'vitest'
import {
  connectionFault,
  type ConnectionEnd,
  type ConnectionError,
} from '../../../../../src/core/wires/openclaw/faults.ts'

const end = (
  code: number,
  error?: Partial<ConnectionError>,
  more: Partial<ConnectionEnd> = {},
): ConnectionEnd => ({
  code,
  reason: '',
  wasReady: false,
  ...(error && { error: { message: '', ...error } }),
  ...more,
})

const cases: [string, ConnectionEnd, string, 'soon' | 'never'][] = [
  ['nobody listens', end(1006, { systemCode: 'ECONNREFUSED' }), 'gateway_absent', 'soon'],
  ['there is no such machine', end(1006, { systemCode: 'ENOTFOUND' }), 'gateway_absent', 'soon'],
  [
    'it is starting',
    end(1013, { gatewayCode: 'UNAVAILABLE', retryAfterMs: 500 }),
    'gateway_starting',
    'soon',
  ],
  ['it stops', end(1012, undefined, { wasReady: true }), 'gateway_stopping', 'soon'],
  ['it has stopped and its port is still there', end(1006, { httpStatus: 503 }), 'gateway_stopping', 'soon'],
  ['the token is wrong', end(1008, { detailCode: 'AUTH_TOKEN_MISMATCH' }), 'gateway_token', 'never'],
  ['no token was given', end(1008, { detailCode: 'AUTH_TOKEN_MISSING' }), 'gateway_token', 'never'],
  [
    'it wants a device',
    end(1008, { gatewayCode: 'NOT_PAIRED', detailCode: 'DEVICE_IDENTITY_REQUIRED' }),
    'gateway_token',
    'never',
  ],
  [
    'it does not know us',
    end(1008, { gatewayCode: 'NOT_PAIRED', detailCode: 'PAIRING_REQUIRED' }),
    'gateway_pairing',
    'never',
  ],
  ['it is of another version', end(1002, { detailCode: 'PROTOCOL_MISMATCH' }), 'gateway_protocol', 'never'],
  ['a frame was too large', end(1009, undefined, { wasReady: true }), 'gateway_oversize', 'soon'],
  [
    'it fell silent',
    end(4000, undefined, { wasReady: true, reason: 'tick timeout' }),
    'gateway_silent',
    'soon',
  ],
  ['it never spoke', end(1008, undefined, { reason: 'connect challenge timeout' }), 'gateway_silent', 'soon'],
  ['it turns everyone away', end(1008, { detailCode: 'AUTH_RATE_LIMITED' }), 'gateway_refused', 'never'],
  [
    'it would go in the clear',
    end(0, { message: 'SECURITY ERROR: Cannot connect' }),
    'gateway_refused',
    'never',
  ],
  ['it refuses', end(1008, { message: 'invalid connect params' }), 'gateway_refused', 'never'],
  [
    'it closes what reads too slowly',
    { ...end(1008, undefined, { wasReady: true }), reason: 'slow consumer' },
    'gateway_lost',
    'soon',
  ],
  ['it is there and not ready', end(1013, undefined, { wasReady: true }), 'gateway_starting', 'soon'],
  ['it was killed', end(1006, undefined, { wasReady: true }), 'gateway_lost', 'soon'],
]

describe('The fault of a connection', () => {
  it.each(cases)('when %s', (_, ended, code, retry) => {
    expect(connectionFault(ended, 'localhost:18789')).toMatchObject({
      fault: { code, retryable: retry === 'soon' },
      retry,
    })
  })

  it('has its own message each time, with what to do', () => {
    const faults = cases.map(([, ended]) => connectionFault(ended, 'localhost:18789').fault)
    for (const { message, remedy } of faults) {
      expect(message).toMatch(/^[A-Z].*\.$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
    }
    const codes = new Set(faults.map(({ code }) => code))
    expect(codes.size).toBe(10)
  })

  it('is short, however long the gateway’s message is', () => {
    const { fault } = connectionFault({ ...end(1008), reason: 'no '.repeat(5_000) }, 'here')
    expect(fault.message.length).toBeLessThan(700)
  })

  it('waits as long as the gateway asks for', () => {
    expect(connectionFault(end(1013, { retryAfterMs: 500 }), 'here').retryAfterMs).toBe(500)
  })
})
