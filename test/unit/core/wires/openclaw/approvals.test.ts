import { describe, expect, it } from 'vitest'
import {
  approvalOf,
  approvalDecision,
  gatewayDecision,
} from '../../../../../src/core/wires/openclaw/approvals.ts'
import { runs, traceOf } from '../../../../fixtures/openclaw-trace.ts'

const asked = (run: string) => {
  const event = traceOf(run).find(({ type }) => type === 'approval.requested')
  if (event?.type !== 'approval.requested') throw new Error('the trace has no question')
  return event.request
}

describe('An approval of the gateway', () => {
  it('has the exact command, its folder, its expiry and the offered answers', () => {
    const request = asked(runs.allowed)
    expect(approvalOf(request)).toEqual({
      id: request.id,
      kind: 'command',
      title: 'OpenClaw wants to run a command',
      action: 'touch allow-once.txt && echo ran',
      folder: '/workspace',
      expiresAt: request.expiresAtMs,
      decisions: ['allow', 'deny'],
    })
  })

  it('has the warnings of the gateway and of Parley', () => {
    const request = asked(runs.allowed)
    const warned = approvalOf({
      ...request,
      request: {
        ...request.request,
        command: 'sudo rm -rf /',
        warningText: 'Dangerous.',
        commandAnalysis: { riskKinds: ['shell_wrapper'], warningLines: ['It is deep.'] },
      },
    })
    expect(warned?.warning).toBe('Dangerous. It is deep. Risk: shell wrapper. It deletes files permanently.')
  })

  it('says what “always” allows, and can always be denied', () => {
    const request = asked(runs.allowed)
    const offering = (...allowedDecisions: string[]) =>
      approvalOf({ ...request, request: { ...request.request, allowedDecisions } })
    expect(offering('allow-once', 'allow-always', 'deny')).toMatchObject({
      decisions: ['allow', 'always', 'deny'],
      alwaysMeans: 'Always allow this exact command in this folder',
    })
    expect(offering('something-new')).toMatchObject({ decisions: ['deny'] })
  })

  it('is not shown if the command is too long', () => {
    const request = asked(runs.allowed)
    expect(
      approvalOf({ ...request, request: { ...request.request, command: 'x'.repeat(20_001) } }),
    ).toBeNull()
  })

  it('is answered with the terms of the gateway, and with “always” only if offered', () => {
    expect(gatewayDecision('allow', ['allow', 'deny'])).toBe('allow-once')
    expect(gatewayDecision('deny', ['allow', 'deny'])).toBe('deny')
    expect(gatewayDecision('choice:1', ['allow', 'deny'])).toBeNull()
    expect(gatewayDecision('always', ['allow', 'deny'])).toBe('allow-once')
    expect(gatewayDecision('always', ['allow', 'always', 'deny'])).toBe('allow-always')
    expect(gatewayDecision('allow', ['always', 'deny'])).toBeNull()
    expect(gatewayDecision('always', ['deny'])).toBeNull()
  })

  it('that was answered elsewhere has one of Parley’s decisions', () => {
    expect(['allow-once', 'allow-always', 'deny', null, 'expired'].map(approvalDecision)).toEqual([
      'allow',
      'always',
      'deny',
      'lapsed',
      'lapsed',
    ])
  })
})
