import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../../../../src/base/base64.ts'
import { packetsOf } from '../../../../../src/core/wires/ganglia/chunking.ts'
import {
  createChunkJoiner,
  defaultJoinLimits,
  type JoinLimits,
  type JoinResult,
} from '../../../../../src/core/wires/ganglia/chunk-joiner.ts'
import { fromUtf8 } from '../../../../../src/base/utf8.ts'
import { chunkMessage, MAX_PACKET_BYTES, type ChunkMessage } from '../../../../../src/shared/wire/ganglia.ts'

const bytesOfLength = (length: number, seed = 1): Uint8Array => {
  let value = seed
  return Uint8Array.from({ length }, () => (value = (value * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16)
}

const chunksOf = (packets: Iterable<Uint8Array>): ChunkMessage[] =>
  [...packets].map((packet) => chunkMessage.parse(JSON.parse(fromUtf8(packet)!)))

const joinAll = (chunks: readonly ChunkMessage[], limits: JoinLimits = defaultJoinLimits): JoinResult[] => {
  const joiner = createChunkJoiner(limits)
  return chunks.map((chunk) => joiner.accept(chunk, 0))
}

const completed = (results: readonly JoinResult[]): Uint8Array[] =>
  results.flatMap((result) => (result.tag === 'complete' ? [result.bytes] : []))

/** Small packets make many chunks of few bytes, so that the properties reach every edge. */
const SMALL = 120
const manyChunks = fc.integer({ min: SMALL + 1, max: 2_000 }).map((length) => bytesOfLength(length, length))

describe('splitting', () => {
  it('leaves a message that fits into one packet unchanged', () => {
    const bytes = bytesOfLength(MAX_PACKET_BYTES)
    expect([...packetsOf(bytes, 'id')]).toEqual([bytes])
  })

  it('splits a message one byte larger', () => {
    expect([...packetsOf(bytesOfLength(MAX_PACKET_BYTES + 1), 'id')]).toHaveLength(2)
  })

  it('never makes a packet larger than the limit, envelope included, up to 5 MB', () => {
    for (const length of [14_337, 100_000, 1_048_576, 5_000_001]) {
      for (const packet of packetsOf(bytesOfLength(length), crypto.randomUUID())) {
        expect(packet.length).toBeLessThanOrEqual(MAX_PACKET_BYTES)
      }
    }
  })

  it('gives the same bytes whether a receiver joins first or decodes first', () => {
    fc.assert(
      fc.property(manyChunks, (bytes) => {
        const chunks = chunksOf(packetsOf(bytes, 'id', SMALL))
        const textFirst = decodeBase64(chunks.map(({ data }) => data).join(''))
        const partsFirst = Buffer.concat(chunks.map(({ data }) => Buffer.from(data, 'base64')))
        expect(textFirst).toEqual(bytes)
        expect(new Uint8Array(partsFirst)).toEqual(bytes)
      }),
    )
  })

  it('refuses a packet size that cannot hold a chunk', () => {
    expect(() => [...packetsOf(bytesOfLength(200), 'id', 20)]).toThrow(RangeError)
  })
})

describe('joining', () => {
  it('restores the message whatever the order and number of its chunks', () => {
    fc.assert(
      fc.property(manyChunks, fc.infiniteStream(fc.nat()), (bytes, random) => {
        const chunks = chunksOf(packetsOf(bytes, 'id', SMALL))
        const order = [...chunks, ...chunks]
          .map((chunk) => [random.next().value as number, chunk] as const)
          .sort(([a], [b]) => a - b)
          .map(([, chunk]) => chunk)
        expect(completed(joinAll(order))).toEqual([bytes])
      }),
    )
  })

  it('keeps interleaved transfers apart', () => {
    fc.assert(
      fc.property(fc.array(manyChunks, { minLength: 2, maxLength: 5 }), (messages) => {
        const transfers = messages.map((bytes, index) =>
          chunksOf(packetsOf(bytes, `transfer ${index}`, SMALL)),
        )
        const longest = Math.max(...transfers.map((chunks) => chunks.length))
        const interleaved = Array.from({ length: longest }, (_, at) =>
          transfers.flatMap((chunks) => chunks.slice(at, at + 1)),
        )
        const joined = completed(joinAll(interleaved.flat()))
        expect(joined).toHaveLength(messages.length)
        for (const bytes of messages) expect(joined).toContainEqual(bytes)
      }),
    )
  })

  it('never completes a transfer that lacks a chunk', () => {
    fc.assert(
      fc.property(manyChunks, fc.nat(), (bytes, pick) => {
        const chunks = chunksOf(packetsOf(bytes, 'id', SMALL))
        const truncated = chunks.toSpliced(pick % chunks.length, 1)
        expect(completed(joinAll(truncated))).toEqual([])
      }),
    )
  })

  it('accepts a sender that pads inside a transfer, with parts of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { minLength: 1, maxLength: 20 }),
        (parts) => {
          const chunks = parts.map((part, chunk_index): ChunkMessage => ({
            type: 'chunk',
            transfer_id: 'odd',
            chunk_index,
            total_chunks: parts.length,
            data: Buffer.from(part).toString('base64'),
          }))
          expect(completed(joinAll(chunks))).toEqual([new Uint8Array(Buffer.concat(parts))])
        },
      ),
    )
  })

  it('stays within its bounds for any chunk messages', () => {
    const limits: JoinLimits = { transfers: 3, chunks: 8, transferBytes: 64, totalBytes: 100, age: 10 }
    const hostile = fc.record({
      type: fc.constant('chunk' as const),
      transfer_id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor'),
      chunk_index: fc.nat(12),
      total_chunks: fc.integer({ min: 1, max: 12 }),
      data: fc.oneof(fc.string({ maxLength: 40 }), fc.base64String({ maxLength: 200 })),
    })
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 200 }), (chunks) => {
        const joiner = createChunkJoiner(limits)
        chunks.forEach((chunk, index) => {
          joiner.accept(chunk, index)
          const { transfers, bytes } = joiner.pending()
          expect(transfers).toBeLessThanOrEqual(limits.transfers)
          expect(bytes).toBeLessThanOrEqual(limits.totalBytes)
          expect(bytes).toBeGreaterThanOrEqual(0)
        })
        joiner.drop()
        expect(joiner.pending()).toEqual({ transfers: 0, bytes: 0 })
      }),
    )
  })

  const chunk = (fields: Partial<ChunkMessage>): ChunkMessage => ({
    type: 'chunk',
    transfer_id: 'id',
    chunk_index: 0,
    total_chunks: 2,
    data: 'AAAA',
    ...fields,
  })

  it.each([
    ['too_many_chunks', { total_chunks: defaultJoinLimits.chunks + 1 }],
    ['index_out_of_range', { chunk_index: 2 }],
    ['not_base64', { data: '!' }],
    ['empty_chunk', { data: '' }],
  ] as const)('refuses a chunk with %s', (reason, fields) => {
    expect(joinAll([chunk(fields)])).toEqual([{ tag: 'refused', reason }])
  })

  it('refuses a chunk that changes the number of chunks, and finishes the transfer all the same', () => {
    const results = joinAll([
      chunk({}),
      chunk({ total_chunks: 3, chunk_index: 1 }),
      chunk({ chunk_index: 1 }),
    ])
    expect(results.map(({ tag }) => tag)).toEqual(['pending', 'refused', 'complete'])
  })

  it('drops a transfer that grows too large', () => {
    const limits = { ...defaultJoinLimits, transferBytes: 5 }
    const joiner = createChunkJoiner(limits)
    expect(joiner.accept(chunk({}), 0)).toEqual({ tag: 'pending' })
    expect(joiner.accept(chunk({ chunk_index: 1 }), 0)).toEqual({
      tag: 'refused',
      reason: 'transfer_too_large',
    })
    expect(joiner.pending()).toEqual({ transfers: 0, bytes: 0 })
  })

  it('drops a transfer without progress', () => {
    const joiner = createChunkJoiner()
    joiner.accept(chunk({}), 0)
    expect(joiner.expire(defaultJoinLimits.age - 1)).toBe(0)
    expect(joiner.expire(defaultJoinLimits.age)).toBe(1)
    expect(joiner.accept(chunk({ chunk_index: 1 }), defaultJoinLimits.age).tag).toBe('pending')
  })

  it('drops the transfer without progress for longest if there are too many', () => {
    const joiner = createChunkJoiner({ ...defaultJoinLimits, transfers: 2 })
    for (const transfer_id of ['first', 'second', 'third']) joiner.accept(chunk({ transfer_id }), 0)
    expect(joiner.accept(chunk({ transfer_id: 'third', chunk_index: 1 }), 0).tag).toBe('complete')
    expect(joiner.accept(chunk({ transfer_id: 'first', chunk_index: 1 }), 0).tag).toBe('pending')
  })

  it('does not restart a finished transfer for late duplicates', () => {
    const joiner = createChunkJoiner()
    joiner.accept(chunk({ total_chunks: 1 }), 0)
    expect(joiner.accept(chunk({ total_chunks: 1 }), 0)).toEqual({ tag: 'duplicate' })
    expect(joiner.pending().transfers).toBe(0)
  })
})
