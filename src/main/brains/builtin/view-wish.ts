// "Next tab": for the window to do. A word says that it was heard; the rest is seen.
import type { ViewAction } from '../../../shared/conversation.ts'
import type { Turn } from './turn.ts'

const WORDS: Partial<Record<ViewAction, string>> = {
  'tab.close': 'Closed.',
  'tab.close_others': 'Closed the others.',
  'tab.pin': 'Pinned.',
  'hunk.keep': 'Kept.',
}

export function viewWish(action: ViewAction, turn: Turn): string {
  turn.wish(action)
  return WORDS[action] ?? ''
}
