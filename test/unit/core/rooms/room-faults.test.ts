import { describe, expect, it } from 'vitest'
import {
  anotherAgentFault,
  joiningFault,
  lostFault,
  replacedFault,
  takenFault,
} from '../../../../src/core/rooms/room-faults.ts'

const URL = 'ws://127.0.0.1:7880'

describe('the fault of a failed join', () => {
  it.each([
    ['the server does not know the key', 'engine: signal failure: HTTP error: 401 Unauthorized', false],
    ['the secret is another one', 'could not validate token signature', false],
    ['the token gives no right to it', 'permission denied', false],
    ['the address is none', 'invalid URL: relative URL without a base', false],
    ['nobody listens', 'signal failure: ws failure: IO error: Connection refused (os error 111)', true],
    ['it never answers', 'signal failure: timeout', true],
    ['it says something unheard of', '', true],
  ])('is retryable or not: %s', (_, said, retryable) => {
    expect(joiningFault(said, URL)).toMatchObject({
      code: retryable ? 'room_absent' : 'room_refused',
      retryable,
      message: expect.stringContaining(URL),
    })
  })

  it('is not a refusal because of digits in the address', () => {
    const said = 'signal failure: ws failure: error connecting to ws://10.0.0.1:14011: Connection refused'
    expect(joiningFault(said, 'ws://10.0.0.1:14011').retryable).toBe(true)
  })

  it('has its own sentence and remedy for each cause', () => {
    const faults = [
      joiningFault('401', URL),
      joiningFault('invalid url', URL),
      joiningFault('', URL),
      anotherAgentFault('other'),
      replacedFault(false),
      takenFault,
      lostFault(URL),
    ]
    for (const { message, remedy } of faults) {
      expect(message).toMatch(/^\S.*\.$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
    }
    expect(new Set(faults.map(({ message }) => message)).size).toBe(faults.length)
  })

  it('names another agent, shortened', () => {
    expect(anotherAgentFault('x'.repeat(5_000)).message.length).toBeLessThan(200)
  })
})
