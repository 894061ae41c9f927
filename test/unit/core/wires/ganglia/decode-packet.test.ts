import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEnveloped } from '../../../../../src/core/wires/ganglia/enveloped.ts'
import { encodeFlat } from '../../../../../src/core/wires/ganglia/flat.ts'
import { decodePartialArtifact } from '../../../../../src/core/wires/ganglia/decode-packet.ts'
import { toUtf8 } from '../../../../../src/base/utf8.ts'
import type { RecordedEvent } from '../../../../../src/shared/conversation.ts'

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

/** Lines with many characters that JSON and UTF-8 write in several bytes. */
const line = fc.array(fc.constantFrom('a', 'n', '\\', '\\n', '"', '\t', 'ü', '€', '🙂', '\u0001', '}'), {
  maxLength: 12,
})
const text = fc
  .array(line, { minLength: 2, maxLength: 8 })
  .map((lines) => lines.map((parts) => `${parts.join('')}\n`).join(''))

describe.each(dialects)('the beginning of a diff, %s', (_, encode) => {
  it('gives, wherever it is cut, a beginning of the text and the id of the artifact, or nothing', () => {
    fc.assert(
      fc.property(text, fc.double({ min: 0, max: 1, noNaN: true }), (diff, share) => {
        const bytes = toUtf8(JSON.stringify(encode(recordOf(diff))))
        const decoded = decodePartialArtifact(bytes.subarray(0, Math.floor(bytes.length * share)))
        if (!decoded) return
        expect(decoded).toMatchObject({ id: 'event', at: 7, artifact: { kind: 'diff', id: 'artifact' } })
        const { artifact } = decoded
        expect(artifact.kind === 'diff' && diff.startsWith(artifact.diff)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('has every complete line', () => {
    const bytes = toUtf8(JSON.stringify(encode(recordOf(`one\ntwo "quoted"\nthree`))))
    const decoded = decodePartialArtifact(bytes.subarray(0, -6))
    expect(decoded?.artifact).toMatchObject({ diff: 'one\ntwo "quoted"\n' })
  })
})

describe('bytes that are not the beginning of an artifact', () => {
  it('give nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodePartialArtifact(bytes)).toBeNull()
      }),
    )
  })

  it('include an artifact without an id', () => {
    const unnamed = `{"type":"artifact","artifact_type":"diff","file":"a.ts","diff":"one\\ntwo`
    expect(decodePartialArtifact(toUtf8(unnamed))).toBeNull()
  })
})
