// A turn without news, on a scripted gateway.
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { SESSION_KEY, type FakeGatewayOptions } from '../fakes/fake-gateway.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

/** A turn that the gateway has accepted, with a clock that only the test moves. */
async function accepted(options: FakeGatewayOptions = {}) {
  const clock = createFakeClock()
  const gateway = await gatewayThat(options)
  const on = brainAt(gateway.port, { clock })
  await on.ready()
  on.brain.ask({ runId: 'r', text: 'go' })
  const { params } = await gateway.request('chat.send')
  const warning = (isThere: boolean) =>
    new Promise<void>((resolve) => {
      const look = (): void => void ((on.brain.status().quietSince !== null) === isThere && resolve())
      on.brain.onStatus(look)
      look()
    })
  return { ...on, gateway, clock, key: String(params['idempotencyKey']), warning }
}

const silences = ({ events }: Awaited<ReturnType<typeof accepted>>) =>
  events.filter((event) => event.type === 'status.told' && event.detail.startsWith('No news'))

describe('A silent turn', () => {
  it('is not ended: the silence is shown, then the user may stop it, and any news ends the warning', async () => {
    const on = await accepted()
    const { brain, clock, events, gateway, key, warning } = on
    clock.advance(31_000)
    expect(events).toEqual([{ type: 'status.told', runId: 'r', detail: 'No news from OpenClaw for 30 s' }])
    expect(brain.status().quietSince).toBeNull()
    clock.advance(100_000)
    expect(brain.status().quietSince).toBe(1_000_000)
    clock.advance(3_600_000)
    expect(events.some(({ type }) => type === 'run.failed' || type === 'run.ended')).toBe(false)
    gateway.agent(key, 'lifecycle', { phase: 'model' })
    await warning(false)
  })

  it('that waits for the user is not reported until it has the answer', async () => {
    const on = await accepted()
    const { brain, clock, event, gateway, key, warning } = on
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
    await warning(true)
  })

  it('is reported even if Parley itself reports on its connection', async () => {
    const { clock, gateway, status, warning } = await accepted()
    clock.advance(121_000)
    await warning(true)
    gateway.drop()
    await status(({ state }) => state === 'lost')
    await warning(true)
  })

  it('is watched from the end of the previous one', async () => {
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
