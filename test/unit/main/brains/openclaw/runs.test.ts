// The runs of one session, when requests and events overlap in ways that no gateway can be made to repeat.
import { describe, expect, it, vi } from 'vitest'
import type { GatewayEvent } from '../../../../../src/core/wires/openclaw/gateway-event.ts'
import type { Aftermath } from '../../../../../src/core/wires/openclaw/history.ts'
import type { BrainEvent } from '../../../../../src/core/ports/brain.ts'
import { createRuns } from '../../../../../src/main/brains/openclaw/runs.ts'
import type { AgentChannel } from '../../../../../src/main/brains/openclaw/channel.ts'
import { createFakeClock } from '../../../../fakes/fake-clock.ts'

const unavailable = { code: 'gateway_lost', message: 'Gone.', remedy: 'Wait.', retryable: true } as const
const refusal = (message: string): Error =>
  Object.assign(new Error(message), { gatewayCode: 'INVALID_REQUEST' })

function channelWith(over: Partial<AgentChannel> = {}): AgentChannel {
  return {
    note: null,
    title: 'OpenClaw',
    send: vi.fn<AgentChannel['send']>(async () => 'taken'),
    steer: vi.fn<NonNullable<AgentChannel['steer']>>(async () => undefined),
    isPending: async () => false,
    abort: vi.fn<AgentChannel['abort']>(async () => undefined),
    aftermath: async () => ({ tag: 'unknown' }),
    inFlight: async () => null,
    questions: async () => [],
    answer: async () => undefined,
    isOurs: () => true,
    ...over,
  }
}

function runsWith(first: AgentChannel) {
  let channel: AgentChannel | null = first
  let ids = 0
  const events: BrainEvent[] = []
  const unanswered: unknown[] = []
  const runs = createRuns({
    clock: createFakeClock(),
    newId: () => `k${++ids}`,
    channel: () => channel,
    emit: (event) => events.push(event),
    onActivity: () => undefined,
    onUnanswered: (error) => unanswered.push(error),
    onOver: () => undefined,
    onError: () => undefined,
  })
  return { runs, events, unanswered, use: (next: AgentChannel | null) => (channel = next) }
}

/** Everything that can happen by now has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function later<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

const tool = (key: string, callId: string, type: 'tool.started' | 'tool.ended' = 'tool.started') =>
  (type === 'tool.started'
    ? { type, key, callId, name: 'read', args: {} }
    : {
        type,
        key,
        callId,
        name: 'read',
        isError: false,
        result: { text: 'alpha', details: {} },
      }) as GatewayEvent & { key: string }

describe('A run that the user stops', () => {
  it('is stopped once for each connection if the connection fails', async () => {
    const failing = channelWith({
      abort: vi.fn<AgentChannel['abort']>(async () => Promise.reject(new Error('gone'))),
    })
    const { runs, use } = runsWith(failing)
    runs.ask('r', 'go')
    await settled()
    use(null)
    runs.abort('r')
    await settled()
    use(failing)
    await runs.connected(failing)
    expect(failing.abort).toHaveBeenCalledTimes(1)
    const working = channelWith()
    use(working)
    await runs.connected(working)
    expect(working.abort).toHaveBeenCalledExactlyOnceWith('k1')
  })

  it('and that the gateway refuses to stop is reported, and not stopped again', async () => {
    const channel = channelWith({
      abort: vi.fn<AgentChannel['abort']>(async () => Promise.reject(refusal('unauthorized'))),
    })
    const { runs, events } = runsWith(channel)
    runs.ask('r', 'go')
    await settled()
    runs.abort('r')
    await settled()
    expect(events.at(-1)).toMatchObject({
      type: 'abort.refused',
      runId: 'r',
      fault: { message: expect.stringContaining('unauthorized') as string },
    })
    await runs.connected(channel)
    expect(channel.abort).toHaveBeenCalledTimes(1)
  })
})

describe('A history that is read while events arrive', () => {
  it('twice at once counts once, and the events in between come after it', async () => {
    const readings = [later<Aftermath>(), later<Aftermath>()]
    let asked = 0
    const channel = channelWith({ aftermath: () => readings[asked++]!.promise })
    const { runs, events } = runsWith(channel)
    runs.ask('r', 'go')
    await settled()
    const both = [runs.catchUp(), runs.catchUp()]
    runs.receive(tool('k1', 'c2'), true)
    readings[0]!.resolve({ tag: 'running', key: 'k1', events: [] })
    await settled()
    expect(events).toEqual([])
    readings[1]!.resolve({ tag: 'running', key: 'k1', events: [tool('k1', 'c1')] })
    await Promise.all(both)
    expect(events).toMatchObject([{ call: { callId: 'c1' } }, { call: { callId: 'c2' } }])
  })

  it('and is cut off is read again before the events of the next connection', async () => {
    const cut = later<Aftermath>()
    const first = channelWith({ aftermath: () => cut.promise })
    const { runs, events, use } = runsWith(first)
    runs.ask('r', 'go')
    await settled()
    runs.disconnected(unavailable, false)
    const connecting = runs.connected(first)
    runs.disconnected(unavailable, false)
    cut.reject(new Error('gone'))
    await expect(connecting).rejects.toThrow('gone')
    // The end of a call whose beginning only the record has.
    runs.receive(tool('k1', 'c1', 'tool.ended'), true)
    const second = channelWith({
      aftermath: async () => ({ tag: 'running', key: 'k1', events: [tool('k1', 'c0'), tool('k1', 'c1')] }),
    })
    use(second)
    await runs.connected(second)
    expect(events.filter(({ type }) => type !== 'status.told')).toMatchObject([
      { type: 'tool.started', call: { callId: 'c0' } },
      { type: 'tool.started', call: { callId: 'c1' } },
      { type: 'tool.ended', call: { callId: 'c1' } },
    ])
  })
})

describe('A steering request that became a run of its own', () => {
  const request = { turnId: 't2', text: 'be brief' }

  it('after another had started is handed back, and delays nothing', async () => {
    const channel = channelWith()
    const { runs, events } = runsWith(channel)
    runs.ask('t1', 'go')
    await settled()
    runs.steer('t1', request, request.text)
    runs.receive({ type: 'completed', key: 'k1', text: null }, true)
    runs.ask('t3', 'and now')
    await settled()
    runs.receive({ type: 'text', key: 'k2', text: 'Briefly:', replaces: false }, true)
    await settled()
    expect(events.at(-1)).toEqual({ type: 'steer.refused', runId: 't2', request })
    expect(channel.abort).toHaveBeenCalledExactlyOnceWith('k2')
    runs.receive({ type: 'completed', key: 'k3', text: 'Done.' }, true)
    runs.ask('t4', 'next')
    await settled()
    expect(channel.send).toHaveBeenLastCalledWith('k4', 'next')
  })
})

describe('A request that is sent a second time', () => {
  it('and was answered already is read from the history', async () => {
    const channel = channelWith({
      send: async () => 'over',
      aftermath: async () => ({ tag: 'over', events: [{ type: 'completed', key: 'k1', text: 'Four.' }] }),
    })
    const { runs, events } = runsWith(channel)
    runs.ask('r', 'go')
    await settled()
    expect(events).toEqual([
      { type: 'text.appended', runId: 'r', delta: 'Four.' },
      { type: 'run.ended', runId: 'r', outcome: 'completed' },
    ])
  })

  it('and was answered already, but is not in the history any more, is not sent a third time', async () => {
    const channel = channelWith({ send: vi.fn<AgentChannel['send']>(async () => 'over') })
    const { runs, events } = runsWith(channel)
    runs.ask('r', 'go')
    await settled()
    expect(channel.send).toHaveBeenCalledTimes(1)
    expect(events).toMatchObject([{ type: 'run.failed', runId: 'r', fault: { code: 'gateway_lost' } }])
  })
})
