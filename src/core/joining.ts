// Joining chunked transfers. Chunks may come in any order, twice, and mixed with those of other transfers; a sender may
// also be broken or hostile, so everything that is kept has a bound: transfers, chunks, bytes and age.
import type { ChunkMessage } from '../shared/wire/ganglia.ts'
import { decodeBase64 } from './base64.ts'

export interface JoinLimits {
  /** Transfers under way at once; the one that stood still longest gives way to a new one. */
  transfers: number
  /** Chunks of one transfer. */
  chunks: number
  /** Bytes of one transfer, decoded. */
  transferBytes: number
  /** Bytes of all unfinished transfers together. */
  totalBytes: number
  /** Milliseconds since a transfer's last new chunk, after which it is given up. */
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

export interface Joiner {
  accept(chunk: ChunkMessage, now: number): JoinResult
  /** Forgets transfers that have stood still too long, and says how many. */
  expire(now: number): number
  /** Forgets everything unfinished, as on a disconnect. */
  drop(): void
  pending(): { transfers: number; bytes: number }
}

/** How many finished transfers are remembered, so that their late duplicates do not start them anew. */
const REMEMBERED = 256

export function createJoiner(limits: JoinLimits = defaultJoinLimits): Joiner {
  // Kept in the order of their last progress: the first is the one that has stood still longest.
  const transfers = new Map<string, Transfer>()
  const finished = new Set<string>()
  let heldBytes = 0

  function forget(id: string): void {
    heldBytes -= transfers.get(id)?.bytes ?? 0
    transfers.delete(id)
  }

  function remember(id: string): void {
    finished.add(id)
    if (finished.size > REMEMBERED) finished.delete(finished.values().next().value!)
  }

  function expire(now: number): number {
    let given = 0
    for (const [id, transfer] of transfers) {
      if (now - transfer.touchedAt < limits.age) break
      forget(id)
      given++
    }
    return given
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
    // An empty part would let a transfer grow in count without ever growing in bytes.
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
      remember(id)
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
      // What is told again after this is meant to be heard again.
      finished.clear()
      heldBytes = 0
    },
    pending: () => ({ transfers: transfers.size, bytes: heldBytes }),
  }
}

/** One allocation of the exact size, each part copied once. */
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
