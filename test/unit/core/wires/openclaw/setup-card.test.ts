import { describe, expect, it } from 'vitest'
import { setupCard, stateLabel } from '../../../../../src/core/wires/openclaw/setup-card.ts'
import type { Fault } from '../../../../../src/shared/errors.ts'

describe('The setup card of OpenClaw', () => {
  it('is absent while the gateway works', () => {
    expect([stateLabel('ready', null), setupCard('ready', null)]).toEqual([null, null])
    expect([stateLabel('connecting', null), setupCard('connecting', null)]).toEqual(['connecting', null])
  })

  it.each([
    ['lost', 'gateway_absent', 'not running', 'OpenClaw is not running', 'openclaw gateway', null],
    ['lost', 'gateway_starting', 'starting', undefined, undefined, undefined],
    ['lost', 'gateway_stopping', 'restarting', undefined, undefined, undefined],
    ['lost', 'gateway_silent', 'reconnecting', undefined, undefined, undefined],
    ['refused', 'gateway_token', 'token needed', 'The gateway needs its token', null, 'Gateway token'],
    [
      'refused',
      'gateway_pairing',
      'not paired',
      'The gateway does not know this device',
      'openclaw devices list',
      null,
    ],
    ['refused', 'gateway_protocol', 'refused', 'OpenClaw cannot be reached', null, null],
  ] as const)('for %s by %s says “%s”', (state, code, label, heading, command, secretLabel) => {
    const fault: Fault = { code, message: 'What.', remedy: 'Do.', retryable: state === 'lost' }
    const card = setupCard(state, fault)
    expect([stateLabel(state, fault), card?.heading, card?.command, card?.secretLabel]).toEqual([
      label,
      heading,
      command,
      secretLabel,
    ])
    expect(card?.explanation ?? 'What. Do.').toBe('What. Do.')
  })
})
