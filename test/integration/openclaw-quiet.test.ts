// A turn of which nothing is heard, on a gateway that does what the test says.
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { SESSION_KEY, type FakeGatewayOptions } from '../fakes/fake-gateway.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

/** A turn that the gateway has accepted, with a clock that stands still. */
async function accepted(options: FakeGatewayOptions = {}) {
  const clock = createFakeClock()
  const gateway = await gatewayThat(options)
  const on = brainAt(gateway.port, { clock })
  await on.ready()
  on.brain.ask({ runId: 'r', text: 'go' })
  const { params } = await gateway.request('chat.send')
  const worry = (isThere: boolean) =>
    new Promise<void>((resolve) => {
      const look = (): void => void ((on.brain.status().quietSince !== null) === isThere && resolve())
      on.brain.onStatus(look)
      look()
    })
  return { ...on, gateway, clock, key: String(params['idempotencyKey']), worry }
}

const silences = ({ events }: Awaited<ReturnType<typeof accepted>>) =>
  events.filter((event) => event.type === 'status.told' && event.detail.startsWith('Nothing heard'))

describe('A turn of which nothing is heard', () => {
  it('not even once, has no end of its own: the silence is shown, then the person may stop it, and one word ends the worry', async () => {
    const on = await accepted()
    const { brain, clock, events, gateway, key, worry } = on
    clock.advance(31_000)
    expect(events).toEqual([
      { type: 'status.told', runId: 'r', detail: 'Nothing heard from OpenClaw for 30 s' },
    ])
    expect(brain.status().quietSince).toBeNull()
    clock.advance(100_000)
    expect(brain.status().quietSince).toBe(1_000_000)
    clock.advance(3_600_000)
    expect(events.some(({ type }) => type === 'run.failed' || type === 'run.ended')).toBe(false)
    gateway.agent(key, 'lifecycle', { phase: 'model' })
    await worry(false)
  })

  it('because it waits for the person is no worry, until it has its answer', async () => {
    const on = await accepted()
    const { brain, clock, event, gateway, key, worry } = on
    const request = { command: 'npm publish', sessionKey: SESSION_KEY, runId: key }
    gateway.event('exec.approval.requested', { id: 'q1', request, expiresAtMs: 9e15 })
    // The gateway says so twice: by the question, and by the state of the run.
    gateway.agent(key, 'lifecycle', { phase: 'waiting-approval', approvalId: 'q1' })
    gateway.chat(key, { state: 'status', phase: 'starting_model' })
    await event(({ type }) => type === 'approval.requested')
    await event(({ type }) => type === 'status.told')
    clock.advance(600_000)
    expect(silences(on)).toEqual([])
    brain.answerApproval('q1', 'allow')
    clock.advance(121_000)
    await worry(true)
  })

  it('but of whose connection we speak ourselves, is a worry all the same', async () => {
    const { clock, gateway, status, worry } = await accepted()
    clock.advance(121_000)
    await worry(true)
    gateway.drop()
    await status(({ state }) => state === 'lost')
    await worry(true)
  })

  it('is watched from when the one before is over', async () => {
    const on = await accepted()
    const { brain, clock, gateway, key, over } = on
    clock.advance(29_000)
    brain.ask({ runId: 'next', text: 'and then' })
    clock.advance(2_000)
    expect(silences(on)).toMatchObject([{ runId: 'r' }])
    gateway.chat(key, { state: 'final' })
    await over('r')
    clock.advance(31_000)
    expect(silences(on)).toMatchObject([{ runId: 'r' }, { runId: 'next' }])
  })
})
