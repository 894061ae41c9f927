// What a spoken command did, in the few words that are shown for it.
import type { ControlAction } from '../../core/control/spoken-control.ts'
import type { ViewAction } from '../../shared/conversation.ts'

const views: Record<ViewAction, string> = {
  'tab.next': 'Next tab',
  'tab.previous': 'Previous tab',
  'tab.close': 'Closed the tab',
  'tab.close_others': 'Closed the other tabs',
  'tab.reopen': 'Reopened the tab',
  'tab.back': 'Back',
  'tab.pin': 'Pinned or unpinned the tab',
  'hunk.next': 'Next hunk',
  'hunk.previous': 'Previous hunk',
  'hunk.keep': 'Kept the hunk',
  'hunk.revert': 'Reverting the hunk',
  'file.next': 'Next file',
  'file.previous': 'Previous file',
  'scroll.up': 'Scrolled up',
  'scroll.down': 'Scrolled down',
  'scroll.top': 'To the top',
  'scroll.end': 'To the end',
  'line.reveal': 'To the line',
  'voice.louder': 'Louder',
  'voice.softer': 'Softer',
  'voice.mute': 'Voice off',
  'voice.unmute': 'Voice on',
  'microphone.mute': 'Muted the microphone',
}

const decisions = { allow: 'Allowed', always: 'Allowed from now on', deny: 'Denied' } as const

const others: Record<
  Exclude<ControlAction['type'], ViewAction | 'view.request' | 'approval.answer'>,
  string
> = {
  'choice.take': 'Chosen',
  'turn.interrupt': 'Stopped',
  'reply.read_out': 'Reading it out',
  'reply.repeat': 'Saying it again',
  'voice.faster': 'Faster',
  'voice.slower': 'Slower',
}

export function controlDone(action: ControlAction): string {
  if (action.type === 'view.request')
    return action.line === undefined ? views[action.action] : `To line ${action.line}`
  if (action.type === 'approval.answer') return decisions[action.decision]
  return { ...views, ...others }[action.type]
}
