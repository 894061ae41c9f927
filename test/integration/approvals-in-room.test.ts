// Approvals in a room with several participants: who is asked, in which words, and whose answer counts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SETTLE_MS } from '../../src/core/conversation/approvals/judge-answer.ts'
import { authorizedRoom } from '../../src/main/rooms/authorized-room.ts'
import type { Agent } from '../../src/main/agent/agent.ts'
import type { Approval, ConversationEvent } from '../../src/shared/conversation.ts'
import { ANSWER_METHOD, CHAT_TOPIC, TRANSCRIPTION_TOPIC } from '../../src/shared/wire/transcription.ts'
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.ts'
import { createFakeRoom, type FakeRoom } from '../fakes/fake-room.ts'
import { createMemoryJournal } from '../fakes/memory-journal.ts'
import { createPlainAgent } from '../fakes/plain-agent.ts'
import { readJournal } from '../fakes/read-journal.ts'
import { createScriptedBrain, type ScriptedBrain } from '../fakes/scripted-brain.ts'

const question: Approval = { id: 'q1', kind: 'command', title: 'Run the tests', action: 'npm test' }

let room: FakeRoom
let clock: FakeClock
let brain: ScriptedBrain
let agent: Agent
let journal: ReturnType<typeof createMemoryJournal>
beforeEach(() => {
  room = createFakeRoom(['window', 'ada', 'bo'])
  room.roles = { ada: 'approver', bo: 'participant' }
  clock = createFakeClock()
  brain = createScriptedBrain({ script: () => [{ ask: question, while: 'asked' }, { say: 'Done.' }] })
  journal = createMemoryJournal()
  agent = createPlainAgent({
    room: authorizedRoom(room),
    brain,
    clock,
    journal,
    onError(what, error) {
      throw new Error(what, { cause: error })
    },
  })
})
afterEach(() => agent.close())

async function recorded(type: ConversationEvent['type']): Promise<ConversationEvent[]> {
  const records = await readJournal(journal)
  return records!.map(({ event }) => event).filter((event) => event.type === type)
}

async function asked(): Promise<void> {
  room.type(CHAT_TOPIC, 'run the tests', 'bo')
  await expect.poll(() => recorded('approval.requested')).toHaveLength(1)
  clock.advance(SETTLE_MS)
}

/** What was written to a participant on a topic. */
function written(topic: string, to: string): string[] {
  return room.sent.flatMap((sent, at) => {
    const [kind, on, whom] = sent as [string, string, string | undefined]
    const next = room.sent[at + 1] as [string, string] | undefined
    return kind === 'text' && on === topic && whom === to && next?.[0] === 'write' ? [next[1]] : []
  })
}

describe('an approval in a room', () => {
  it('is sent to every participant without a window, as transcription and as chat, and once', async () => {
    await asked()
    for (const person of ['ada', 'bo'])
      for (const topic of [TRANSCRIPTION_TOPIC, CHAT_TOPIC])
        expect(written(topic, person)).toEqual(['May I run `npm test`? Say yes or no.'])
    expect(written(CHAT_TOPIC, 'window')).toEqual([])
    expect(written(TRANSCRIPTION_TOPIC, 'window')).toEqual([])
  })

  it('is sent to a newcomer while it is open, and not once it is answered', async () => {
    await asked()
    room.roles = { ...room.roles, cy: 'participant', dee: 'participant' }
    room.enter('cy')
    for (const topic of [TRANSCRIPTION_TOPIC, CHAT_TOPIC])
      expect(written(topic, 'cy')).toEqual(['May I run `npm test`? Say yes or no.'])
    // A window asks for open approvals itself, and earlier participants know them.
    room.enter('second-window')
    expect(written(CHAT_TOPIC, 'second-window')).toEqual([])
    expect(written(CHAT_TOPIC, 'ada')).toHaveLength(1)
    room.type(CHAT_TOPIC, 'yes', 'ada')
    room.enter('dee')
    expect(written(CHAT_TOPIC, 'dee')).toEqual([])
  })

  it('is not given by a participant who may not approve: they are told, and the turn goes on waiting', async () => {
    await asked()
    room.type(CHAT_TOPIC, 'yes', 'bo')
    room.type(CHAT_TOPIC, 'yes', 'bo')
    expect(brain.answers).toEqual([])
    expect(written(CHAT_TOPIC, 'bo').slice(1)).toEqual([
      'Only the owner of Parley, or somebody the owner chose, can approve this.',
    ])
    expect(await recorded('turn.ended')).toEqual([])
    room.type(CHAT_TOPIC, 'yes', 'ada')
    expect(brain.answers).toEqual([{ approvalId: 'q1', decision: 'allow' }])
  })

  it('is not given by a participant who took the name of a window after it left', async () => {
    await asked()
    room.roles = { ...room.roles, window: 'participant' }
    room.type(CHAT_TOPIC, 'yes', 'window')
    expect(brain.answers).toEqual([])
  })

  it('is not given by a call of a participant who may not approve', async () => {
    await asked()
    const payload = JSON.stringify({ approvalId: 'q1', decision: 'allow' })
    await expect((async () => room.call(ANSWER_METHOD, { caller: 'bo', payload }))()).rejects.toMatchObject({
      fault: { code: 'not_allowed' },
    })
    expect(brain.answers).toEqual([])
    await room.call(ANSWER_METHOD, { caller: 'window', payload })
    expect(brain.answers).toHaveLength(1)
  })

  it('is not given by a yes that was sent before the newcomer was asked', async () => {
    await asked()
    room.roles = { ...room.roles, cy: 'approver' }
    clock.advance(10_000)
    room.enter('cy')
    room.type(CHAT_TOPIC, 'yes', 'cy')
    expect(brain.answers).toEqual([])
    expect(written(CHAT_TOPIC, 'cy').at(-1)).toMatch(/^That came before this question: Run the tests/)
    clock.advance(SETTLE_MS)
    room.type(CHAT_TOPIC, 'yes', 'cy')
    expect(brain.answers).toEqual([{ approvalId: 'q1', decision: 'allow' }])
  })

  it('is not given by a yes that was sent as the question came', async () => {
    room.type(CHAT_TOPIC, 'run the tests', 'window')
    await expect.poll(() => recorded('approval.requested')).toHaveLength(1)
    clock.advance(SETTLE_MS - 1)
    room.type(CHAT_TOPIC, 'yes', 'window')
    expect(brain.answers).toEqual([])
    expect(written(CHAT_TOPIC, 'ada').at(-1)).toMatch(/^That came before this question: Run the tests/)
  })
})

describe('an approval for a guest', () => {
  const guests = { ...question, id: 'g1', source: 'G2 glasses' }

  it('is answered with its card, and the answer goes to the guest', async () => {
    const answers: string[] = []
    agent.askForGuest('turn', guests, (decision) => void answers.push(decision))
    expect(await recorded('approval.requested')).toMatchObject([{ approval: { source: 'G2 glasses' } }])
    const payload = JSON.stringify({ approvalId: 'g1', decision: 'allow' })
    await room.call(ANSWER_METHOD, { caller: 'window', payload })
    await room.call(ANSWER_METHOD, { caller: 'window', payload })
    expect(answers).toEqual(['allow'])
    expect(brain.answers).toEqual([])
  })

  it('lapses for the guest when the folder is closed, and here when the guest withdraws it', async () => {
    const answers: string[] = []
    const first = agent.askForGuest('turn', guests, (decision) => void answers.push(decision))
    first.settle('lapsed')
    expect(await recorded('approval.settled')).toMatchObject([{ decision: 'lapsed' }])
    agent.askForGuest('turn', { ...guests, id: 'g2' }, (decision) => void answers.push(decision))
    await agent.close()
    expect(answers).toEqual(['lapsed'])
  })

  it('can be seen only in an open window of the owner', () => {
    expect(agent.hasWindow()).toBe(true)
    room.people = ['ada', 'bo']
    expect(agent.hasWindow()).toBe(false)
  })
})
