// Limits what one guest can store on disk in a day. Requests and replies are always stored. Artifacts are not stored above the
// quota, so that a guest cannot fill the disk by opening large files again and again.
import type { Artifact } from '../../../shared/artifacts.ts'
import type { ConversationEvent } from '../../../shared/conversation.ts'

export interface GuestQuota {
  /** Whether to store this event of the guest. */
  admits(guest: string, event: ConversationEvent): boolean
}

const BYTES_A_DAY = 32 * 1024 * 1024
const DAY_MS = 24 * 3600 * 1000
/** Above this number, the guest that was counted first starts at zero. */
const MAX_GUESTS = 1_000

export function createGuestQuota(now: () => number, bytesADay = BYTES_A_DAY): GuestQuota {
  const used = new Map<string, { day: number; bytes: number }>()
  return {
    admits(guest, event) {
      const day = Math.floor(now() / DAY_MS)
      const known = used.get(guest)
      const before = known?.day === day ? known.bytes : 0
      const bytes = before + Buffer.byteLength(JSON.stringify(event))
      if (event.type === 'artifact.created' && bytes > bytesADay) return false
      used.set(guest, { day, bytes })
      if (used.size > MAX_GUESTS) used.delete(used.keys().next().value!)
      return true
    },
  }
}

/** What the guest sees when it reaches the quota. */
export const quotaNotice = (id: string): Artifact => ({
  kind: 'error',
  id,
  title: 'Storage limit of this device reached',
  message:
    'Parley stores at most 32 MB a day of what it shows on one device. Until tomorrow (UTC) it still shows results here, ' +
    'but does not store them. It still stores your requests and its replies.',
})
