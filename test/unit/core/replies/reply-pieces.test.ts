import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replyPieces } from '../../../../src/core/replies/reply-pieces.ts'

describe('A reply in pieces', () => {
  it('is a few words at a time', () => {
    expect(replyPieces('Here is session manager, line 40.')).toEqual([
      'Here is session',
      ' manager, line 40.',
    ])
    expect(replyPieces('')).toEqual([])
  })

  it('is the whole reply when joined', () => {
    fc.assert(
      fc.property(fc.string(), (reply) => {
        expect(replyPieces(reply).join('')).toBe(reply.trimEnd())
      }),
    )
  })
})
