// How much of one guest is stored in a day, and what the guest sees.
import { createFakeClock } from '../../../../fakes/fake-clock.ts'
import { describe, expect, it } from 'vitest'
import { createGuestConversation } from '../../../../../src/main/gateways/guest-host/guest-conversation.ts'
import { createGuestQuota } from '../../../../../src/main/gateways/guest-host/guest-quota.ts'
import type { BrainEvent } from '../../../../../src/core/ports/brain.ts'
import type { GuestEvent } from '../../../../../src/core/ports/guests.ts'
import { readyBrain } from '../../../../../src/shared/brain-status.ts'
import type { ConversationEvent } from '../../../../../src/shared/conversation.ts'
import { toolEnded } from '../../../../fakes/tool-ended.ts'

const DAY = 24 * 3600 * 1000
const shown = (content: string): ConversationEvent => ({
  type: 'artifact.created',
  turnId: 't',
  artifact: { kind: 'code', id: 'a', title: 'a.ts', content },
})
const said = (text: string): ConversationEvent => ({
  type: 'transcript.updated',
  turnId: 't',
  segmentId: 't:user',
  text,
  final: true,
})

describe('the quota of a guest', () => {
  it('limits the artifacts of one guest on one day, and never requests and replies', () => {
    let now = 5 * DAY
    const quota = createGuestQuota(() => now, 10_000)
    expect(quota.admits('g2:a', shown('x'.repeat(6_000)))).toBe(true)
    expect(quota.admits('g2:a', shown('x'.repeat(6_000)))).toBe(false)
    expect(quota.admits('g2:a', shown('x'.repeat(100)))).toBe(true)
    expect(quota.admits('g2:a', said('x'.repeat(50_000)))).toBe(true)
    expect(quota.admits('g2:a', shown('x'))).toBe(false)
    expect(quota.admits('g2:a', said('hello'))).toBe(true)
    expect(quota.admits('g2:b', shown('x'.repeat(6_000)))).toBe(true)
    now += DAY
    expect(quota.admits('g2:a', shown('x'.repeat(6_000)))).toBe(true)
  })

  it('is shown once to a guest that reaches it, which still sees everything', () => {
    let tell: (event: BrainEvent) => void = () => {}
    const told: GuestEvent[] = []
    const onDesktop: string[] = []
    const conversation = createGuestConversation({
      openBrain: () => ({
        name: 'reader',
        ask({ runId }) {
          for (const callId of ['one', 'two', 'three']) {
            const call = { callId, name: 'Read', args: { path: `${callId}.ts` } }
            tell({ type: 'tool.started', runId, call })
            tell(toolEnded(runId, call, { ok: true, output: { text: callId } }))
          }
        },
        answerApproval() {},
        abort() {},
        status: () => readyBrain('reader'),
        onStatus: () => () => {},
        onEvent(listener) {
          tell = listener
          return () => {}
        },
        close: async () => {},
      }),
      record: (event) => event.type !== 'artifact.created' || event.artifact.title.startsWith('one'),
      show: (_, { title }) => void onDesktop.push(title),
      newId: () => 'notice',
      askOwner: () => ({ settle() {} }),
      hasWindow: () => true,
      mayApprove: () => false,
      source: 'G2 glasses',
      clock: createFakeClock(),
      onError: (_, error) => {
        throw error
      },
    })
    conversation.onEvent((event) => told.push(event))
    conversation.ask('t', 'show me all three')
    const titles = told.flatMap((event) => (event.type === 'artifact.created' ? [event.artifact.title] : []))
    expect(titles).toEqual(['one.ts', 'Storage limit of this device reached', 'two.ts', 'three.ts'])
    expect(onDesktop).toEqual(['one.ts', 'two.ts', 'three.ts'])
  })
})
