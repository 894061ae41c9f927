// The participants of a LiveKit room who may approve commands and edits besides the owner. The owner allows it in an
// invitation or while they are in the room. It ends when they leave, because the next participant with the same identity may
// be somebody else.
import { BoundedSet } from '../../../base/bounded.ts'

export interface Approvers {
  has(identity: string): boolean
  /** The participant who joins with this identity, which Parley made, may approve. */
  invite(identity: string): void
  /** False when nobody with this identity is in the room. */
  allow(identity: string, mayApprove: boolean): boolean
  /** Who is in the room now. */
  setPresent(present: readonly string[]): void
}

const MAX_INVITED = 100

export function createApprovers(): Approvers {
  const invited = new BoundedSet<string>(MAX_INVITED)
  const allowed = new Set<string>()
  let present: ReadonlySet<string> = new Set()

  return {
    has: (identity) => allowed.has(identity),
    invite: (identity) => void invited.add(identity),
    allow(identity, mayApprove) {
      if (!present.has(identity)) return false
      if (mayApprove) allowed.add(identity)
      else allowed.delete(identity)
      return true
    },
    setPresent(identities) {
      present = new Set(identities)
      for (const identity of allowed) if (!present.has(identity)) allowed.delete(identity)
      for (const identity of present) if (invited.delete(identity)) allowed.add(identity)
    },
  }
}
