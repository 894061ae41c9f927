// How a question of the brain is asked where there are no buttons.
import type { Approval } from '../../shared/conversation.ts'

/** Longer commands are not read to the end by anybody, and what is not read is not allowed. */
const MOST_OF_ACTION = 500

const placeOf = ({ folder }: Approval): string => (folder === undefined ? '' : ` in ${folder}`)

/** The words of the question; null where it cannot be told whole. */
export function approvalQuestion(approval: Approval): string | null {
  const { kind, title, action, warning } = approval
  if (kind === 'command' && action.length > MOST_OF_ACTION) return null
  const what =
    kind === 'command' ? `May I run \`${action}\`${placeOf(approval)}?` : `May I do this: ${title}?`
  return [...(warning === undefined ? [] : [warning]), what, 'Say yes or no.'].join(' ')
}

/** What a guest is told instead. */
export const tooLongToAsk = (approval: Approval): string =>
  `A command of ${approval.action.length} characters was to be run${placeOf(approval)}. That is too long to be told here, ` +
  'so it was not allowed. Ask for it at the desktop, where it can be read whole.'
