import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEnveloped } from '../../../src/core/codecs/ganglia-enveloped.ts'
import { encodeFlat } from '../../../src/core/codecs/ganglia-flat.ts'
import { decodeOpening } from '../../../src/core/codecs/opening.ts'
import { toUtf8 } from '../../../src/core/utf8.ts'
import type { RecordedEvent } from '../../../src/shared/conversation.ts'

const recordOf = (diff: string): RecordedEvent => ({
  id: 'event',
  at: 7,
  event: {
    type: 'artifact.created',
    turnId: 'turn',
    artifact: { kind: 'diff', id: 'artifact', title: 'Changes', file: 'a.ts', diff },
  },
})

const dialects = [
  ['flat', encodeFlat],
  ['enveloped', encodeEnveloped],
] as const

/** Lines full of what JSON and UTF-8 write in several bytes. */
const line = fc.array(fc.constantFrom('a', 'n', '\\', '\\n', '"', '\t', 'ü', '€', '🙂', '\u0001', '}'), {
  maxLength: 12,
})
const text = fc
  .array(line, { minLength: 2, maxLength: 8 })
  .map((lines) => lines.map((parts) => `${parts.join('')}\n`).join(''))

describe.each(dialects)('the beginning of a diff, %s', (_, encode) => {
  it('wherever it is cut, gives a beginning of the text and the name of the artifact, or nothing', () => {
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 1, noNaN: true }), (diff, share) => {
        const bytes = toUtf8(JSON.stringify(encode(recordOf(diff))))
        const heard = decodeOpening(bytes.subarray(0, Math.floor(bytes.length * share)))
        if (!heard) return
        expect(heard).toMatchObject({ id: 'event', at: 7, artifact: { kind: 'diff', id: 'artifact' } })
        const { artifact } = heard
        expect(artifact.kind === 'diff' && diff.startsWith(artifact.diff)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has every line that came whole', () => {
    const bytes = toUtf8(JSON.stringify(encode(recordOf(`one\ntwo "quoted"\nthree`))))
    const heard = decodeOpening(bytes.subarray(0, -6))
    expect(heard?.artifact).toMatchObject({ diff: 'one\ntwo "quoted"\n' })
  })
})

describe('what is no beginning of an artifact', () => {
  it('is nothing, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeOpening(bytes)).toBeNull()
      }),
    )
  })

  it('is one that has no name, by which it could not be known again', () => {
    const unnamed = `{"type":"artifact","artifact_type":"diff","file":"a.ts","diff":"one\\ntwo`
    expect(decodeOpening(toUtf8(unnamed))).toBeNull()
  })
})
