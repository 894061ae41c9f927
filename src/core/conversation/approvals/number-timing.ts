// Whether a spoken number may press something: never when it was begun before the user could read an approval card, whose
// buttons have numbers too.
import { SETTLE_MS, type AnswerSource } from './judge-answer.ts'
import type { OpenApproval } from './open-approvals.ts'

export const isTooEarlyToPress = (
  open: readonly OpenApproval[],
  { startedAt }: Pick<AnswerSource, 'startedAt'>,
): boolean => open.some(({ since }) => startedAt < since + SETTLE_MS)
