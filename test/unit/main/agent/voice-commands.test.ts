import { expect, it } from 'vitest'
import type { ConversationInput } from '../../../../src/core/conversation/conversation-state.ts'
import { createVoiceCommands } from '../../../../src/main/agent/voice-commands.ts'

function start(stopsOnlyReply: boolean) {
  const sent: ConversationInput[] = []
  const perform = createVoiceCommands({
    newId: () => 'id',
    record: () => {},
    send: (input) => void sent.push(input),
    answer: () => ({ tag: 'no answer' }),
    repeatLast: () => false,
    stopsOnlyReply: () => stopsOnlyReply,
    changePace: () => {},
    shown: null,
    view: () => null,
  })
  return { sent, stop: () => perform({ type: 'turn.interrupt' }, 't1') }
}

it('a spoken stop is confirmed as what it stopped', () => {
  const everything = start(false)
  expect(everything.stop()).toBe('Stopped')
  expect(everything.sent).toEqual([{ type: 'interrupt' }])
  expect(start(true).stop()).toBe('Stopped talking. The agent works on: say “stop” again to stop it')
})
