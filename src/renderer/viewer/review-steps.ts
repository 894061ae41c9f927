// What is left to do with a diff once its hunks are decided about.
import type { DiffComments } from '../store/state.ts'
import type { Marks } from './hunk-marks.ts'

export interface ReviewSteps {
  undecided: number
  /** Comments the agent does not have yet, and reverted hunks. */
  toSend: number
  /** Every hunk is decided about, and some are kept. */
  canCommit: boolean
}

export function reviewSteps(
  hunks: Iterable<string>,
  marks: Marks,
  comments: DiffComments,
  /** Only the working changes can be committed. */
  isWorking: boolean,
): ReviewSteps {
  const keys = [...hunks]
  const tags = keys.map((key) => marks.get(key)?.tag)
  const undecided = tags.filter((tag) => tag === undefined).length
  const isUnsent = (key: string): boolean => {
    const { text = '', sent = false } = comments.get(key) ?? {}
    return !sent && (text !== '' || marks.get(key)?.tag === 'reverted')
  }
  return {
    undecided,
    toSend: keys.filter(isUnsent).length,
    canCommit: isWorking && undecided === 0 && tags.includes('kept'),
  }
}
