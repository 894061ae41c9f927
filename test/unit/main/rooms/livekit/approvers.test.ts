import { expect, it } from 'vitest'
import { createApprovers } from '../../../../../src/main/rooms/livekit/approvers.ts'

it('of many guests who were invited and never came, only the latest may approve when they come', () => {
  const approvers = createApprovers()
  for (let at = 0; at <= 100; at++) approvers.invite(`guest-${at}`)
  approvers.setPresent(['guest-0', 'guest-1', 'guest-100'])
  expect(['guest-0', 'guest-1', 'guest-100'].map(approvers.has)).toEqual([false, true, true])
})
