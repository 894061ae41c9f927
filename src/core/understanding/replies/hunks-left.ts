// "How many are left": a sentence about the diff in front.
import type { ViewContext } from '../../../shared/conversation.ts'
import { numberWord, sentenceCase } from './spoken-count.ts'

export function hunksLeft({ hunks }: Pick<ViewContext, 'hunks'>): string {
  if (!hunks || hunks.of === 0) return 'You are not looking at a diff.'
  const { left, of } = hunks
  if (left === 0)
    return of === 1 ? 'None. The only hunk is decided.' : `None. All ${numberWord(of)} hunks are decided.`
  const verb = left === 1 ? 'is' : 'are'
  return left === of
    ? `${left === 1 ? 'The only hunk' : `All ${numberWord(of)} hunks`} ${verb} left.`
    : `${sentenceCase(numberWord(left))} of ${numberWord(of)} hunks ${verb} left.`
}
