import { describe, expect, it } from 'vitest'
import { remedyCommand, setupHeading, stateWord } from '../../../src/renderer/brain/brain-words.ts'
import { readyBrain, type BrainStatus } from '../../../src/shared/brain-status.ts'
import type { FaultCode } from '../../../src/shared/errors.ts'

const troubled = (state: BrainStatus['state'], code: FaultCode): BrainStatus => ({
  ...readyBrain('OpenClaw'),
  state,
  fault: { code, message: 'What.', remedy: 'Do.', retryable: state === 'lost' },
})

describe('What is said about whoever answers', () => {
  it('is nothing while all is well', () => {
    expect(stateWord(readyBrain('OpenClaw'))).toBeNull()
    expect(setupHeading(readyBrain('OpenClaw'))).toBeNull()
  })

  it.each([
    ['lost', 'gateway_absent', 'not running', 'OpenClaw is not running', 'openclaw gateway'],
    ['lost', 'gateway_starting', 'starting', null, null],
    ['lost', 'gateway_stopping', 'restarting', null, null],
    ['lost', 'gateway_silent', 'reconnecting', null, null],
    ['refused', 'gateway_token', 'token needed', 'The gateway’s token is needed', null],
    [
      'refused',
      'gateway_pairing',
      'not paired',
      'The gateway has to know this device first',
      'openclaw devices list',
    ],
    ['refused', 'gateway_protocol', 'refused', 'OpenClaw cannot be reached', null],
  ] as const)('%s by %s is “%s”', (state, code, word, heading, command) => {
    const status = troubled(state, code)
    expect([stateWord(status), setupHeading(status), remedyCommand(status)]).toEqual([word, heading, command])
  })
})
