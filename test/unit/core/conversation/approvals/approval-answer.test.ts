import { describe, expect, it } from 'vitest'
import { approvalAnswer } from '../../../../../src/core/conversation/approvals/approval-answer.ts'

describe('an answer', () => {
  it.each([
    'yes',
    'Yes.',
    'yes do it',
    'yes go ahead and apply the patch',
    'ok',
    'sure',
    'go ahead',
    'allow',
    'Approve it!',
  ])('is a yes when it is %j', (said) => expect(approvalAnswer(said)).toBe('allow'))

  it.each(['always', 'yes, always', 'always allow this', 'allow it always', 'don’t ask again'])(
    'is an always when it is %j',
    (said) => expect(approvalAnswer(said)).toBe('always'),
  )

  it.each(['no', "no don't", 'No, don’t.', 'deny', 'cancel that', 'not now', 'never mind', 'leave it alone'])(
    'is a no when it is %j',
    (said) => expect(approvalAnswer(said)).toBe('deny'),
  )

  it.each([
    '',
    'open the readme',
    'yes but first show me the file',
    'what would it do',
    'no idea what that is',
    'stop',
    'run it on main',
  ])('is no answer when it is %j', (said) => expect(approvalAnswer(said)).toBeNull())

  it('is no answer when it is too long', () => {
    for (const word of ['yes ', 'no, ', 'please ', 'always ', 'ok'])
      expect(approvalAnswer(word.repeat(20_000))).toBeNull()
  })
})
