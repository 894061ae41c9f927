// The agent's status as text.
import type { AgentState } from '../../shared/conversation.ts'
import type { ShownStatus } from '../store/state.ts'

export const stateText: Record<AgentState, string> = {
  initializing: 'Starting',
  idle: 'Ready',
  listening: 'Listening',
  thinking: 'Thinking',
  speaking: 'Speaking',
}

export function statusText({ action, detail }: Pick<ShownStatus, 'action' | 'detail'>): string {
  const what = detail?.trim() ?? ''
  switch (action) {
    case 'thinking':
      return what || 'Thinking'
    case 'searching_files':
      return what ? `Searching for “${what}”` : 'Searching the files'
    case 'reading_file':
      return `Reading ${what || 'a file'}`
    case 'writing_file':
      return `Writing ${what || 'a file'}`
    case 'editing_file':
      return `Editing ${what || 'a file'}`
    case 'web_search':
      return what ? `Searching the web for “${what}”` : 'Searching the web'
    case 'executing_command':
      return what ? `Running ${what}` : 'Running a command'
    case 'analyzing':
      return what ? `Analyzing ${what}` : 'Analyzing'
  }
}

/** The same in the past tense: what an idle agent did last. */
export function doneText({ action, detail }: Pick<ShownStatus, 'action' | 'detail'>): string {
  const what = detail?.trim() ?? ''
  switch (action) {
    case 'thinking':
    case 'analyzing':
      return ''
    case 'searching_files':
      return what ? `Searched for “${what}”` : 'Searched the files'
    case 'reading_file':
      return `Read ${what || 'a file'}`
    case 'writing_file':
      return `Wrote ${what || 'a file'}`
    case 'editing_file':
      return `Edited ${what || 'a file'}`
    case 'web_search':
      return what ? `Searched the web for “${what}”` : 'Searched the web'
    case 'executing_command':
      return what ? `Ran ${what}` : 'Ran a command'
  }
}

/** How long a status has lasted: empty in the first second, then seconds, then minutes. */
export function elapsedText(startedAt: number, now: number): string {
  const seconds = Math.floor((now - startedAt) / 1000)
  // The clock of another computer may be ahead.
  if (!Number.isFinite(seconds) || seconds < 1) return ''
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
