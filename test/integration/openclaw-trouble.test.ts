// A gateway that accepts the connection and then fails: at once, later, or in a misleading way.
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../src/core/ports/clock.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { reply, saySoFar, type FakeGateway, type FakeGatewayOptions } from '../fakes/fake-gateway.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

const sends = (gateway: FakeGateway) => gateway.asked.filter(({ method }) => method === 'chat.send')

describe('An open connection that is useless', () => {
  afterEach(() => void vi.useRealTimers())

  it('because a request is not answered is replaced, and waiting requests are sent', async () => {
    let silent = true
    const gateway = await gatewayThat({
      answer: ({ method }) => (method === 'chat.history' && silent ? 'none' : undefined),
      onTurn: (runId, _, on) => reply(on, runId, 'Here I am.'),
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { brain, status, over, said } = brainAt(gateway.port)
    await gateway.request('chat.history')
    brain.ask({ runId: 'r', text: 'hello' })
    silent = false
    vi.advanceTimersByTime(31_000)
    await status(({ fault }) => fault?.code === 'gateway_silent')
    vi.useRealTimers()
    brain.retry()
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('Here I am.')
  })

  it('because the gateway is not ready is tried again, and nothing is lost', async () => {
    let early = 2
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'sessions.subscribe' && early-- > 0
          ? { error: { code: 'UNAVAILABLE', message: 'starting', retryable: true, retryAfterMs: 1 } }
          : undefined,
      onTurn: (runId, _, on) => reply(on, runId, 'Here I am.'),
    })
    const { brain, statuses, over } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'hello' })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    const faults = statuses.flatMap(({ fault }) => fault?.code ?? [])
    expect(new Set(faults)).toEqual(new Set(['gateway_starting']))
  })

  it('is not opened more and more often if it breaks at once', async () => {
    const fake = createFakeClock()
    const pauses: number[] = []
    const clock: Clock = {
      now: fake.now,
      after(ms, callback) {
        pauses.push(ms)
        return fake.after(ms, callback)
      },
    }
    const gateway = await gatewayThat()
    const { brain } = brainAt(gateway.port, { clock })
    const becomes = (state: string) =>
      new Promise<void>((resolve) => {
        if (brain.status().state === state) return resolve()
        const stop = brain.onStatus((status) => {
          if (status.state !== state) return
          stop()
          resolve()
        })
      })
    await becomes('ready')
    const breakAfter = async (heldMs: number) => {
      fake.advance(heldMs)
      gateway.drop()
      await becomes('lost')
      fake.advance(pauses.at(-1)!)
      await becomes('ready')
    }
    for (const heldMs of [0, 0, 0, 60_000]) await breakAfter(heldMs)
    expect(pauses).toEqual([250, 500, 1000, 250])
  })

  it('because it broke while the session was prepared does not count as open', async () => {
    let admin = false
    let noticed = (): void => undefined
    const lost = new Promise<void>((resolve) => (noticed = resolve))
    const gateway = await gatewayThat({
      answer({ method, params }, on) {
        if (method === 'connect' && String(params['scopes']) === 'operator.admin') admin = true
        if (method !== 'sessions.create') return undefined
        if (!admin) return { error: { code: 'FORBIDDEN', message: 'missing scope: operator.admin' } }
        on.drop('oldest')
        return lost.then(() => ({ payload: { ok: true, key: params['key'] } }))
      },
    })
    const { brain, statuses, status } = brainAt(gateway.port, { clock: createFakeClock() })
    await status(({ state }) => state === 'lost')
    noticed()
    // The brain closes the other connection, the one for the folder, once it has its answer.
    while (gateway.connections > 0) await setImmediate()
    expect(brain.status().state).toBe('lost')
    expect(statuses.some(({ state }) => state === 'ready')).toBe(false)
  })
})

describe('The history of a turn that was cut off', () => {
  async function cutOff(record: (key: string) => unknown) {
    let key = ''
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'chat.history' && key !== '' ? { payload: record(key) } : undefined,
      onTurn(runId, _, on) {
        key = runId
        saySoFar(on, runId, 'one')
      },
    })
    const on = brainAt(gateway.port)
    on.brain.ask({ runId: 'r', text: 'go' })
    await on.event(({ type }) => type === 'text.appended')
    gateway.drop()
    return { ...on, gateway }
  }

  it('is read even with an odd message in it', async () => {
    const { gateway, over, said } = await cutOff((key) => ({
      messages: [
        null,
        { role: 7, content: 'x' },
        { role: 'user', content: 'go', idempotencyKey: `${key}:user`, isError: 'no', provenance: 'me' },
        { role: 'assistant', content: 'one two', stopReason: 'stop', __openclaw: { runId: key, seq: 1 } },
      ],
    }))
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('one two')
    expect(sends(gateway)).toHaveLength(1)
  })

  it('that cannot be read is reported, and never counts as empty', async () => {
    const { gateway, over, status } = await cutOff(() => ({ messages: 'none' }))
    expect(await status(({ state }) => state === 'refused')).toMatchObject({
      fault: { code: 'gateway_protocol' },
    })
    expect(await over('r')).toMatchObject({ type: 'run.failed', fault: { code: 'gateway_protocol' } })
    expect(sends(gateway)).toHaveLength(1)
  })

  it('is reported if the request was sent again and had been answered already', async () => {
    let sent = 0
    let history: unknown[] = []
    const gateway = await gatewayThat({
      answer({ method, params }, on) {
        if (method === 'chat.history') return { payload: { messages: history } }
        if (method !== 'chat.send') return undefined
        if (++sent === 1) {
          on.drop()
          return { payload: null }
        }
        const key = String(params['idempotencyKey'])
        history = [
          { role: 'user', content: 'go', idempotencyKey: `${key}:user` },
          { role: 'assistant', content: 'Four.', stopReason: 'stop', __openclaw: { runId: key } },
        ]
        return { payload: { runId: key, status: 'ok' } }
      },
    })
    const { brain, over, said } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'go' })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('Four.')
  })
})

describe('A run of somebody else', () => {
  it('that the gateway refuses to stop is reported as running', async () => {
    const gateway = await gatewayThat({
      answer({ method }) {
        if (method === 'chat.abort') return { error: { code: 'INVALID_REQUEST', message: 'unauthorized' } }
        if (method !== 'chat.history') return undefined
        return { payload: { messages: [], inFlightRun: { runId: 'theirs', text: 'I am' } } }
      },
    })
    const { brain, event } = brainAt(gateway.port)
    const { runId } = await event(({ type }) => type === 'run.adopted')
    brain.abort(runId)
    expect(await event(({ type }) => type === 'abort.refused')).toMatchObject({
      runId,
      fault: { message: 'The gateway did not stop it: unauthorized' },
    })
  })
})

describe('A gateway of the older form', () => {
  it('that refuses the token says so, and is not tried in the other form', async () => {
    const gateway = await gatewayThat({
      silent: true,
      answer: () => ({ error: { message: 'unauthorized' }, close: 1008 }),
    })
    const { status } = brainAt(gateway.port)
    expect(await status(({ fault }) => fault !== null)).toMatchObject({
      state: 'refused',
      fault: { code: 'gateway_token' },
    })
    expect(gateway.asked).toHaveLength(1)
  })

  it('is received from the first event of every turn, however soon it comes', async () => {
    let turns = 0
    const options: FakeGatewayOptions = {
      silent: true,
      answer({ method }, on) {
        if (method !== 'agent') return undefined
        const runId = `run_${++turns}`
        const agent = (payload: object): void => on.event('agent', { runId, ...payload })
        agent({ stream: 'assistant', delta: `Turn ${turns}` })
        queueMicrotask(() => {
          // A late event of the previous turn does not belong to this one.
          on.event('agent', { runId: 'run_0', stream: 'assistant', delta: ' Late.' })
          agent({ stream: 'assistant', delta: ' it is.' })
          agent({ stream: 'lifecycle', phase: 'end' })
        })
        return { payload: { runId } }
      },
    }
    const gateway = await gatewayThat(options)
    const { brain, over, said } = brainAt(gateway.port)
    for (const runId of ['one', 'two']) {
      brain.ask({ runId, text: 'go' })
      await over(runId)
    }
    expect([said('one'), said('two')]).toEqual(['Turn 1 it is.', 'Turn 2 it is.'])
  })
})
