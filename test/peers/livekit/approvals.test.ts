// Approvals in a LiveKit room for participants without a Parley window: asked as text, in the two forms that LiveKit's
// frontends show, and answered only by an approver.
import { expect, it } from 'vitest'
import { SETTLE_MS } from '../../../src/core/conversation/approvals/judge-answer.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import { systemClock } from '../../../src/main/app/clock.ts'
import type { Approval } from '../../../src/shared/conversation.ts'
import type { BrainStep } from '../../fakes/scripted-brain.ts'
import { approvers, closeAfterwards, startAgent } from './agent-in-room.ts'
import { joinForeign, type ForeignParticipant, type TextStream } from './foreign-participant.ts'
import { describeOnServer } from './on-server.ts'

const approval: Approval = { id: 'q1', kind: 'command', title: 'Run the tests', action: 'npm test' }
const QUESTION = 'May I run `npm test`? Say yes or no.'
const EXPIRED = 'Nobody answered in time, so I did not do this: Run the tests.'
const REFUSAL = 'Only the owner of Parley, or somebody the owner chose, can approve this.'

/** A clock that skips the time somebody needs to read a question. */
function skippableClock(): Clock & { read(): void } {
  let ahead = 0
  return { ...systemClock, now: () => systemClock.now() + ahead, read: () => void (ahead += SETTLE_MS) }
}

async function joinApprover(name: string, identity: string): Promise<ForeignParticipant> {
  approvers.add(identity)
  closeAfterwards(() => approvers.delete(identity))
  return joinForeign(name, identity)
}

async function startAskingAgent(steps: readonly BrainStep[]) {
  const clock = skippableClock()
  return { ...(await startAgent({ speaks: false, clock, script: () => steps })), clock }
}

const says =
  (text: string) =>
  (streams: readonly TextStream[]): boolean =>
    streams.some((one) => one.sender === 'parley' && one.text === text)

/** Expects the text once as the agent's transcription and once as chat. */
async function expectMessage({ until, untilChat }: ForeignParticipant, text: string): Promise<void> {
  for (const streams of [await until(says(text)), await untilChat(says(text))])
    expect(streams.filter((one) => one.text === text)).toHaveLength(1)
}

describeOnServer('an approval in a LiveKit room', () => {
  it('is asked of everybody, refused to a plain participant, and given by an approver', async () => {
    let done = 0
    const { name, brain, clock, until } = await startAskingAgent([
      { ask: approval, deed: () => void done++ },
      { say: 'The tests pass.' },
    ])
    const [ada, bo] = [await joinApprover(name, 'ada'), await joinForeign(name, 'bo')]
    await until((status) => status.tag === 'livekit' && status.people.length === 2)
    await bo.type('run the tests')
    await Promise.all([expectMessage(ada, QUESTION), expectMessage(bo, QUESTION)])
    clock.read()
    await bo.type('yes')
    await expectMessage(bo, REFUSAL)
    expect(brain.answers).toEqual([])
    await ada.type('yes')
    await bo.until(says('The tests pass.'))
    expect(brain.answers).toEqual([{ approvalId: 'q1', decision: 'allow' }])
    expect(done).toBe(1)
  })

  it('that nobody answered in time is announced', async () => {
    const { name, brain, until } = await startAskingAgent([
      { ask: approval, while: 'nobody answers' },
      { lapses: approval.id },
      { say: 'I left it.' },
    ])
    const [ada, bo] = [await joinApprover(name, 'ada'), await joinForeign(name, 'bo')]
    await until((status) => status.tag === 'livekit' && status.people.length === 2)
    await bo.type('run the tests')
    await Promise.all([expectMessage(ada, QUESTION), expectMessage(bo, QUESTION)])
    brain.release('nobody answers')
    await Promise.all([expectMessage(ada, EXPIRED), expectMessage(bo, EXPIRED)])
    await ada.until(says('I left it.'))
  })

  it('is shown to a participant who joins while it is open, who may answer it', async () => {
    let done = 0
    const { name, clock, until } = await startAskingAgent([{ ask: approval, deed: () => void done++ }])
    const bo = await joinForeign(name, 'bo')
    await until((status) => status.tag === 'livekit' && status.people.length === 1)
    await bo.type('run the tests')
    await expectMessage(bo, QUESTION)
    clock.read()
    const late = await Promise.all(['ada', 'cy', 'dee'].map((identity) => joinApprover(name, identity)))
    await Promise.all(late.map((one) => expectMessage(one, QUESTION)))
    // A participant who got the question does not get it again when others join.
    await expectMessage(bo, QUESTION)
    clock.read()
    await late[0]!.type('yes')
    await expect.poll(() => done).toBe(1)
  })
})
