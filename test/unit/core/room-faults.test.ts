import { describe, expect, it } from 'vitest'
import {
  anotherAgentFault,
  joiningFault,
  lostFault,
  replacedFault,
  takenFault,
} from '../../../src/core/room-faults.ts'

const URL = 'ws://127.0.0.1:7880'

describe('why a LiveKit room could not be joined', () => {
  it.each([
    ['the server does not know the key', 'engine: signal failure: HTTP error: 401 Unauthorized', false],
    ['the secret is another one', 'could not validate token signature', false],
    ['the token gives no right to it', 'permission denied', false],
    ['the address is none', 'invalid URL: relative URL without a base', false],
    ['nobody listens', 'signal failure: ws failure: IO error: Connection refused (os error 111)', true],
    ['it never answers', 'signal failure: timeout', true],
    ['it says something unheard of', '', true],
  ])('is worth another try or not: %s', (_, said, retryable) => {
    expect(joiningFault(said, URL)).toMatchObject({
      code: retryable ? 'room_absent' : 'room_refused',
      retryable,
      message: expect.stringContaining(URL),
    })
  })

  it('is not taken for a refusal because of digits in its address', () => {
    const said = 'signal failure: ws failure: error connecting to ws://10.0.0.1:14011: Connection refused'
    expect(joiningFault(said, 'ws://10.0.0.1:14011').retryable).toBe(true)
  })

  it('is said in a sentence of its own each time, with what to do', () => {
    const told = [
      joiningFault('401', URL),
      joiningFault('invalid url', URL),
      joiningFault('', URL),
      anotherAgentFault('other'),
      replacedFault(false),
      takenFault,
      lostFault(URL),
    ]
    for (const { message, remedy } of told) {
      expect(message).toMatch(/^\S.*\.$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
    }
    expect(new Set(told.map(({ message }) => message)).size).toBe(told.length)
  })

  it('names another agent, but not at any length', () => {
    expect(anotherAgentFault('x'.repeat(5_000)).message.length).toBeLessThan(200)
  })
})
