// The approvals that wait for an answer, oldest first. The first is the one in front: a new one never takes its place.
import type { Approval } from '../../../shared/conversation.ts'

export interface OpenApproval {
  approval: Approval
  turnId: string
  /** Since when it has its place in the list. */
  since: number
  /** Parley has said that a participant may not answer it, which it says once. */
  refusalSaid: boolean
}

export const openApproval = (approval: Approval, turnId: string): OpenApproval => ({
  approval,
  turnId,
  since: 0,
  refusalSaid: false,
})

/** Of this conversation, not of a guest. */
export const isOwn = ({ approval }: OpenApproval): boolean => approval.source === undefined

/** Stamps every approval that is new in its place: an answer that began before was meant for something else. */
export function placed(
  before: readonly OpenApproval[],
  after: readonly OpenApproval[],
  now: number,
): readonly OpenApproval[] {
  if (before === after) return after
  return after.map((one, at) => (before[at]?.approval.id === one.approval.id ? one : { ...one, since: now }))
}
