import { expect, it } from 'vitest'
import type { ConversationInput } from '../../../../src/core/conversation/conversation-state.ts'
import type { ConversationEvent } from '../../../../src/shared/conversation.ts'
import { createVoiceCommands } from '../../../../src/main/agent/voice-commands.ts'

function start({ stopsOnlyReply = false, isOwner = true, isTooEarly = false } = {}) {
  const recorded: ConversationEvent[] = []
  const sent: ConversationInput[] = []
  const perform = createVoiceCommands({
    newId: () => 'id',
    record: (event) => void recorded.push(event),
    send: (input) => void sent.push(input),
    answer: () => ({ tag: 'no answer' }),
    repeatLast: () => false,
    stopsOnlyReply: () => stopsOnlyReply,
    isOwner: () => isOwner,
    isTooEarlyToPress: () => isTooEarly,
    shown: null,
    review: (text) => ({ done: `done: ${text}`, reply: Promise.resolve('The next hunk.') }),
    view: () => ({ tabs: ['a.ts', 'b.ts'] }),
  })
  return { sent, recorded, perform, stop: () => perform({ type: 'turn.interrupt' }, 't1') }
}

it('a spoken stop is confirmed as what it stopped', () => {
  const everything = start()
  expect(everything.stop()).toBe('Stopped')
  expect(everything.sent).toEqual([{ type: 'interrupt' }])
  expect(start({ stopsOnlyReply: true }).stop()).toBe(
    'Stopped talking. The agent works on: say “stop” again to stop it',
  )
})

it('changes settings of the window only for its owner', () => {
  const dark = { type: 'view.request', action: 'theme.dark' } as const
  const owner = start()
  expect(owner.perform(dark, 't1')).toBe('Dark theme')
  expect(owner.recorded).toEqual([{ type: 'view.requested', turnId: 't1', action: 'theme.dark' }])
  const other = start({ isOwner: false })
  expect(other.perform(dark, 't1')).toBe('Only the owner can change that, in their own window.')
  expect(other.recorded).toEqual([])
  expect(other.perform({ type: 'view.request', action: 'tab.next' }, 't1')).toBe('Next tab')
})

it('presses a number only for the owner, and never because of words that came before an approval card', () => {
  const seven = { type: 'view.request', action: 'number.press', line: 7 } as const
  const owner = start()
  expect(owner.perform(seven, 't1')).toBe('Number 7')
  expect(owner.recorded).toEqual([{ type: 'view.requested', turnId: 't1', action: 'number.press', line: 7 }])
  const other = start({ isOwner: false })
  expect(other.perform(seven, 't1')).toBe('Only the owner can change that, in their own window.')
  const early = start({ isTooEarly: true })
  expect(early.perform(seven, 't1')).toBe('Not counted: it came before the question')
  expect([...other.recorded, ...early.recorded]).toEqual([])
})

it('says how many tabs there are, and asks which one is meant', () => {
  const { perform, recorded } = start()
  expect(perform({ type: 'view.request', action: 'tab.nth', line: 3 }, 't1')).toBe('There are only 2 tabs')
  expect(recorded).toEqual([])
  expect(perform({ type: 'tab.ask', numbers: [1, 2] }, 't1')).toBe('Which tab?')
  expect(recorded.at(-1)).toMatchObject({
    type: 'reply.ended',
    text: 'Which tab: a.ts or b.ts? Say “the first tab”, for example.',
  })
})

it('a command to a review is confirmed at once, and the review speaks after it', async () => {
  const { perform, recorded } = start()
  expect(perform({ type: 'review.say', text: 'keep' }, 't1')).toBe('done: keep')
  expect(recorded).toEqual([])
  await new Promise(setImmediate)
  expect(recorded.map((event) => 'text' in event && event.text)).toContain('The next hunk.')
})
