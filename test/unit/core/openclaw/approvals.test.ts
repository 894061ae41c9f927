import { describe, expect, it } from 'vitest'
import { approvalOf, decisionTold, gatewayDecision } from '../../../../src/core/openclaw/approvals.ts'
import { runs, traceOf } from '../../../fixtures/openclaw-trace.ts'

const asked = (run: string) => {
  const event = traceOf(run).find(({ type }) => type === 'approval.requested')
  if (event?.type !== 'approval.requested') throw new Error('the trace has no question')
  return event.request
}

describe('A question of the gateway', () => {
  it('is a card with the exact command, its folder, its end and the answers it takes', () => {
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

  it('says what the gateway warns of, and what we would', () => {
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
    expect(warned?.warning).toBe(
      'Dangerous. It is deep. Risk: shell wrapper. It deletes files, and they cannot be brought back.',
    )
  })

  it('says what an always would allow, and can be said no to whatever it offers', () => {
    const request = asked(runs.allowed)
    const offering = (...allowedDecisions: string[]) =>
      approvalOf({ ...request, request: { ...request.request, allowedDecisions } })
    expect(offering('allow-once', 'allow-always', 'deny')).toMatchObject({
      decisions: ['allow', 'always', 'deny'],
      alwaysMeans: 'Always allow this exact command in this folder',
    })
    expect(offering('something-new')).toMatchObject({ decisions: ['deny'] })
  })

  it('is no card where the command cannot be shown whole', () => {
    const request = asked(runs.allowed)
    expect(
      approvalOf({ ...request, request: { ...request.request, command: 'x'.repeat(20_001) } }),
    ).toBeNull()
  })

  it('is answered in the gateway’s words, and always only where that is offered', () => {
    expect(gatewayDecision('allow', ['allow', 'deny'])).toBe('allow-once')
    expect(gatewayDecision('deny', ['allow', 'deny'])).toBe('deny')
    expect(gatewayDecision('always', ['allow', 'deny'])).toBe('allow-once')
    expect(gatewayDecision('always', ['allow', 'always', 'deny'])).toBe('allow-always')
    expect(gatewayDecision('allow', ['always', 'deny'])).toBeNull()
    expect(gatewayDecision('always', ['deny'])).toBeNull()
  })

  it('that was answered elsewhere is told in our words', () => {
    expect(['allow-once', 'allow-always', 'deny', null, 'expired'].map(decisionTold)).toEqual([
      'allow',
      'always',
      'deny',
      'lapsed',
      'lapsed',
    ])
  })
})
