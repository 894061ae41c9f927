// Joins chunked transfers. Chunks may arrive in any order, twice, and mixed with those of other transfers. A sender may be
// broken or hostile, so everything held is bounded: transfers, chunks, bytes and age.
import type { ChunkMessage } from '../../../shared/wire/ganglia.ts'
import { decodeBase64 } from '../../../base/base64.ts'
import { BoundedSet } from '../../../base/bounded.ts'

export interface JoinLimits {
  /** Transfers under way at once; a new one replaces the one without progress for longest. */
  transfers: number
  /** Chunks of one transfer. */
  chunks: number
  /** Bytes of one transfer, decoded. */
  transferBytes: number
  /** Bytes of all unfinished transfers together. */
  totalBytes: number
  /** Milliseconds after its last new chunk until a transfer expires. */
  age: number
}

export const defaultJoinLimits: JoinLimits = {
  transfers: 32,
  chunks: 8_192,
  transferBytes: 64 * 1024 * 1024,
  totalBytes: 128 * 1024 * 1024,
  age: 60_000,
}

export type Refusal =
  | 'too_many_chunks'
  | 'index_out_of_range'
  | 'total_changed'
  | 'not_base64'
  | 'empty_chunk'
  | 'transfer_too_large'
  | 'too_many_bytes'

export type JoinResult =
  | { tag: 'pending' }
  | { tag: 'duplicate' }
  | { tag: 'complete'; bytes: Uint8Array }
  | { tag: 'refused'; reason: Refusal }

interface Transfer {
  parts: (Uint8Array | undefined)[]
  received: number
  bytes: number
  touchedAt: number
}

export interface ChunkJoiner {
  accept(chunk: ChunkMessage, now: number): JoinResult
  /** Drops expired transfers and returns how many. */
  expire(now: number): number
  /** Drops all transfers, as on a disconnect. */
  drop(): void
  pending(): { transfers: number; bytes: number }
}

/** Finished transfers are remembered, so that a late duplicate does not start them again. */
const MAX_REMEMBERED = 256

export function createChunkJoiner(limits: JoinLimits = defaultJoinLimits): ChunkJoiner {
  // In the order of their last progress, the oldest first.
  const transfers = new Map<string, Transfer>()
  const finished = new BoundedSet<string>(MAX_REMEMBERED)
  let heldBytes = 0

  function forget(id: string): void {
    heldBytes -= transfers.get(id)?.bytes ?? 0
    transfers.delete(id)
  }

  function expire(now: number): number {
    let expired = 0
    for (const [id, transfer] of transfers) {
      if (now - transfer.touchedAt < limits.age) break
      forget(id)
      expired++
    }
    return expired
  }

  function refusalOf(chunk: ChunkMessage, known: Transfer | undefined): Refusal | null {
    if (chunk.total_chunks > limits.chunks) return 'too_many_chunks'
    if (chunk.chunk_index >= chunk.total_chunks) return 'index_out_of_range'
    if (known && known.parts.length !== chunk.total_chunks) return 'total_changed'
    return null
  }

  function accept(chunk: ChunkMessage, now: number): JoinResult {
    expire(now)
    const id = chunk.transfer_id
    if (finished.has(id)) return { tag: 'duplicate' }
    const known = transfers.get(id)
    const refusal = refusalOf(chunk, known)
    if (refusal) return { tag: 'refused', reason: refusal }
    if (known?.parts[chunk.chunk_index]) return { tag: 'duplicate' }

    const part = decodeBase64(chunk.data)
    if (!part) return { tag: 'refused', reason: 'not_base64' }
    // Empty parts would let a transfer grow in number without growing in bytes.
    if (part.length === 0) return { tag: 'refused', reason: 'empty_chunk' }
    if ((known?.bytes ?? 0) + part.length > limits.transferBytes) {
      forget(id)
      return { tag: 'refused', reason: 'transfer_too_large' }
    }
    if (heldBytes + part.length > limits.totalBytes) return { tag: 'refused', reason: 'too_many_bytes' }

    const transfer = known ?? {
      parts: Array.from({ length: chunk.total_chunks }),
      received: 0,
      bytes: 0,
      touchedAt: now,
    }
    transfer.parts[chunk.chunk_index] = part
    transfer.received++
    transfer.bytes += part.length
    transfer.touchedAt = now
    heldBytes += part.length
    transfers.delete(id)
    transfers.set(id, transfer)

    if (transfer.received === transfer.parts.length) {
      const bytes = joined(transfer)
      forget(id)
      finished.add(id)
      return { tag: 'complete', bytes }
    }
    if (transfers.size > limits.transfers) forget(transfers.keys().next().value!)
    return { tag: 'pending' }
  }

  return {
    accept,
    expire,
    drop() {
      transfers.clear()
      // What is sent again after this must be received again.
      finished.clear()
      heldBytes = 0
    },
    pending: () => ({ transfers: transfers.size, bytes: heldBytes }),
  }
}

/** Allocates once, with the exact size. */
function joined(transfer: Transfer): Uint8Array {
  const bytes = new Uint8Array(transfer.bytes)
  let at = 0
  for (const part of transfer.parts) {
    if (!part) continue
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
