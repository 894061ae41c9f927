// The words of an approval card.
import type { Approval, ApprovalDecision } from '../../shared/conversation.ts'

/** How long there is left to answer; null where there is no end. */
export function timeLeft(expiresAt: number | undefined, now: number): string | null {
  if (expiresAt === undefined) return null
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000))
  if (seconds === 0) return 'Time is up'
  if (seconds < 60) return `${seconds} s left`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}

const always: Record<Approval['kind'], string> = {
  edit: 'Always allow edits in this session',
  command: 'Always allow commands in this session',
}

/** What an "always" would allow: whoever asks may mean less by it than the built-in agent. */
export const alwaysWords = ({ kind, alwaysMeans }: Approval): string => alwaysMeans ?? always[kind]

export const isOffered = ({ decisions }: Approval, decision: ApprovalDecision): boolean =>
  decisions?.includes(decision) !== false

export const allowWords: Record<Approval['kind'], string> = { edit: 'Make the change', command: 'Run it' }

/** A change in a few lines: what is added and removed, without the headings. */
export function diffLines(diff: string, limit: number): { lines: string[]; more: number } {
  const lines = diff
    .split('\n')
    .filter((line) => !/^(?:diff --|index |--- |\+\+\+ |new file mode|deleted file mode|\\)/.test(line))
    .filter((line) => line !== '')
  return { lines: lines.slice(0, limit), more: Math.max(0, lines.length - limit) }
}
