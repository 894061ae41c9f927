// The older form of OpenClaw (docs/protocols/openclaw.md), message by message.
import { describe, expect, it } from 'vitest'
import {
  OPENCLAW_HOST,
  OPENCLAW_PORT,
  OPENCLAW_SESSION_KEY,
  openClawAccepted,
  openClawHookRequest,
  openClawInbound,
  openClawReason,
  openClawRequest,
  parseOpenClawAgentEvent,
} from '../../src/shared/wire/openclaw.ts'

describe('the older form of OpenClaw', () => {
  it.each([
    { type: 'req', id: 1, method: 'connect', params: { auth: { token: '<OPENCLAW_GATEWAY_TOKEN>' } } },
    { type: 'req', id: 1, method: 'connect', params: {} },
    { type: 'req', id: 2, method: 'agent', params: { message: 'What is 2+2?', sessionKey: 'agent:claw:g2' } },
  ])('sends %j', (frame) => {
    expect(openClawRequest.parse(frame)).toEqual(frame)
  })

  it.each([
    { type: 'res', id: 1, ok: true, payload: {} },
    { type: 'res', id: 2, ok: true, payload: { runId: 'run_abc123', acceptedAt: '2026-02-22T10:00:00Z' } },
    { type: 'res', id: 2, ok: false, error: 'no such agent' },
    { type: 'event', event: 'agent', payload: { stream: 'assistant', delta: 'The answer' } },
    { type: 'event', event: 'agent', payload: { stream: 'lifecycle', phase: 'end' } },
    { type: 'event', event: 'connect.challenge', payload: { nonce: 'n', ts: 1 } },
  ])('receives %j', (frame) => {
    expect(openClawInbound.parse(frame)).toEqual(frame)
  })

  it('finds the run in the answer to a request', () => {
    const payload = { runId: 'run_abc123', acceptedAt: '2026-02-22T10:00:00Z' }
    expect(openClawAccepted.parse(payload)).toEqual(payload)
    expect(openClawAccepted.safeParse({}).success).toBe(false)
  })

  it.each([
    { stream: 'assistant', delta: 'The answer' },
    { stream: 'assistant', delta: ' is 4.' },
    { stream: 'lifecycle', phase: 'end' },
    { stream: 'lifecycle', phase: 'error', error: 'The model did not answer.' },
  ])('reads %j', (payload) => {
    expect(parseOpenClawAgentEvent(payload)).toEqual({ ok: true, event: payload })
  })

  it('ignores other streams, and refuses its own if they lack a required field', () => {
    expect(parseOpenClawAgentEvent({ stream: 'tool', data: {} })).toEqual({
      ok: false,
      reason: 'other_stream',
      stream: 'tool',
    })
    for (const payload of [{ stream: 'assistant' }, { stream: 'lifecycle', status: 'end' }, { delta: 'x' }]) {
      expect(parseOpenClawAgentEvent(payload)).toMatchObject({ ok: false, reason: 'invalid' })
    }
  })

  it('reads an event with all the fields that a real gateway adds', () => {
    const extras = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`field${index}`, { index }]))
    const payload = { ...extras, stream: 'assistant', delta: 'hi', runId: 'r', seq: 4, ts: 1 }
    const frame = { type: 'event', event: 'agent', payload, seq: 9, stateVersion: {} }
    expect(openClawInbound.parse(frame)).toMatchObject({ event: 'agent' })
    expect(parseOpenClawAgentEvent(payload)).toEqual({
      ok: true,
      event: { stream: 'assistant', delta: 'hi', runId: 'r' },
    })
  })

  it('finds the text of a reason in any form', () => {
    expect(openClawReason('unauthorized')).toBe('unauthorized')
    expect(openClawReason({ code: 'UNAVAILABLE', message: 'busy' })).toBe('busy')
    for (const nothing of ['', null, undefined, 7, [], {}, { message: '' }, { message: 3 }]) {
      expect(openClawReason(nothing)).toBe('OpenClaw gave no reason.')
    }
  })

  it('has the synchronous request, the address and the session of the glasses', () => {
    const body = { message: 'What is 2+2?', sessionKey: 'agent:claw:g2', wait: true }
    expect(openClawHookRequest.parse(body)).toEqual(body)
    expect([OPENCLAW_HOST, OPENCLAW_PORT]).toEqual(['localhost', 18789])
    expect(OPENCLAW_SESSION_KEY).toBe('agent:claw:g2')
  })
})
