import { afterEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../../../src/main/agent/agent.ts'
import type { Approval, RecordedEvent } from '../../../../src/shared/conversation.ts'
import {
  ANSWER_METHOD,
  CHAT_TOPIC,
  SESSION,
  TALK_START_METHOD,
  TALK_STOP_METHOD,
} from '../../../../src/shared/wire/transcription.ts'
import { createFakeRoom } from '../../../fakes/fake-room.ts'
import { createFakeRecognizer } from '../../../fakes/fake-recognizer.ts'
import { createMemoryJournal } from '../../../fakes/memory-journal.ts'
import { createPlainAgent } from '../../../fakes/plain-agent.ts'
import { createScriptedBrain } from '../../../fakes/scripted-brain.ts'

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

const approval: Approval = { id: 'a1', kind: 'command', title: 'Run it', action: 'make' }
const opened: { takeId: string; session: string }[] = []
const recognizer = createFakeRecognizer({ words: () => 'hello', now: Date.now })

function start(id: string) {
  const room = createFakeRoom(['window'])
  const records: RecordedEvent[] = []
  const brain = createScriptedBrain({
    script: () => [{ ask: approval, deed: () => {} }, { say: `I am ${id}.` }],
  })
  agents.push(
    createPlainAgent({
      id,
      room,
      brain,
      journal: createMemoryJournal(records),
      speech: {
        recognizer: () => ({
          ...recognizer,
          open(options) {
            opened.push(options)
            return recognizer.open(options)
          },
        }),
      },
      onError(what, error) {
        throw new Error(what, { cause: error })
      },
    }),
  )
  const call = (method: string, payload: unknown) =>
    room.call(method, { caller: 'window', payload: JSON.stringify(payload) })
  const types = (): string[] => records.map(({ event }) => event.type)
  return { room, brain, call, types }
}

describe('two conversations with one recognizer', () => {
  it('have their own id, journal, approvals and takes', async () => {
    const first = start('first')
    const second = start('second')
    expect([first.room.attributes[SESSION], second.room.attributes[SESSION]]).toEqual(['first', 'second'])

    first.room.type(CHAT_TOPIC, 'run it', 'window')
    second.room.type(CHAT_TOPIC, 'run it', 'window')
    await expect.poll(first.types).toContain('approval.requested')
    await expect.poll(second.types).toContain('approval.requested')
    await second.call(ANSWER_METHOD, { approvalId: 'a1', decision: 'allow' })
    await expect.poll(second.types).toContain('turn.ended')
    expect(first.types()).not.toContain('approval.settled')
    expect(first.brain.answers).toEqual([])

    await first.call(TALK_START_METHOD, { takeId: 'one', mode: 'hold' })
    await second.call(TALK_START_METHOD, { takeId: 'two', mode: 'hold' })
    expect(opened.map(({ session }) => session)).toEqual(['first', 'second'])
    await first.call(TALK_STOP_METHOD, { takeId: 'one' })
    await second.call(TALK_STOP_METHOD, { takeId: 'two' })
  })
})
