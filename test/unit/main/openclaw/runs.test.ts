// The runs of one session, when requests and events overlap in ways that no gateway can be made to repeat.
import { describe, expect, it, vi } from 'vitest'
import type { GatewayEvent } from '../../../../src/core/openclaw/gateway-event.ts'
import type { Aftermath } from '../../../../src/core/openclaw/history.ts'
import type { BrainEvent } from '../../../../src/core/ports.ts'
import { createRuns } from '../../../../src/main/brains/openclaw/runs.ts'
import type { Speaker } from '../../../../src/main/brains/openclaw/speaker.ts'
import { createFakeClock } from '../../../fakes/fake-clock.ts'

const unavailable = { code: 'gateway_lost', message: 'Gone.', remedy: 'Wait.', retryable: true } as const
const refusal = (message: string): Error =>
  Object.assign(new Error(message), { gatewayCode: 'INVALID_REQUEST' })

function speaking(over: Partial<Speaker> = {}): Speaker {
  return {
    note: null,
    title: 'OpenClaw',
    send: vi.fn<Speaker['send']>(async () => 'taken'),
    steer: vi.fn<NonNullable<Speaker['steer']>>(async () => undefined),
    isPending: async () => false,
    abort: vi.fn<Speaker['abort']>(async () => undefined),
    aftermath: async () => ({ tag: 'unknown' }),
    inFlight: async () => null,
    questions: async () => [],
    answer: async () => undefined,
    isOurs: () => true,
    ...over,
  }
}

function runsWith(first: Speaker) {
  let speaker: Speaker | null = first
  let ids = 0
  const events: BrainEvent[] = []
  const unanswered: unknown[] = []
  const runs = createRuns({
    clock: createFakeClock(),
    newId: () => `k${++ids}`,
    speaker: () => speaker,
    emit: (event) => events.push(event),
    onHeard: () => undefined,
    onUnanswered: (error) => unanswered.push(error),
    onOver: () => undefined,
    onError: () => undefined,
  })
  return { runs, events, unanswered, use: (next: Speaker | null) => (speaker = next) }
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

describe('A run that is to be stopped', () => {
  it('and cannot be, because the connection fails, is tried once for each connection', async () => {
    const failing = speaking({
      abort: vi.fn<Speaker['abort']>(async () => Promise.reject(new Error('gone'))),
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
    const working = speaking()
    use(working)
    await runs.connected(working)
    expect(working.abort).toHaveBeenCalledExactlyOnceWith('k1')
  })

  it('and may not be, says so and is not asked for again', async () => {
    const speaker = speaking({
      abort: vi.fn<Speaker['abort']>(async () => Promise.reject(refusal('unauthorized'))),
    })
    const { runs, events } = runsWith(speaker)
    runs.ask('r', 'go')
    await settled()
    runs.abort('r')
    await settled()
    expect(events.at(-1)).toMatchObject({
      type: 'abort.refused',
      runId: 'r',
      fault: { message: expect.stringContaining('unauthorized') as string },
    })
    await runs.connected(speaker)
    expect(speaker.abort).toHaveBeenCalledTimes(1)
  })
})

describe('A record that is read while things are heard', () => {
  it('twice at once is told once, by the later reading, and what was heard meanwhile comes after it', async () => {
    const readings = [later<Aftermath>(), later<Aftermath>()]
    let asked = 0
    const speaker = speaking({ aftermath: () => readings[asked++]!.promise })
    const { runs, events } = runsWith(speaker)
    runs.ask('r', 'go')
    await settled()
    const both = [runs.catchUp(), runs.catchUp()]
    runs.heard(tool('k1', 'c2'), true)
    readings[0]!.resolve({ tag: 'running', key: 'k1', events: [] })
    await settled()
    expect(events).toEqual([])
    readings[1]!.resolve({ tag: 'running', key: 'k1', events: [tool('k1', 'c1')] })
    await Promise.all(both)
    expect(events).toMatchObject([{ call: { callId: 'c1' } }, { call: { callId: 'c2' } }])
  })

  it('and breaks off is read before anything the next connection hears', async () => {
    const cut = later<Aftermath>()
    const first = speaking({ aftermath: () => cut.promise })
    const { runs, events, use } = runsWith(first)
    runs.ask('r', 'go')
    await settled()
    runs.disconnected(unavailable, false)
    const connecting = runs.connected(first)
    runs.disconnected(unavailable, false)
    cut.reject(new Error('gone'))
    await expect(connecting).rejects.toThrow('gone')
    // The end of a call whose beginning only the record has.
    runs.heard(tool('k1', 'c1', 'tool.ended'), true)
    const second = speaking({
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

describe('Words that were to steer a run and became one of their own', () => {
  const words = { turnId: 't2', text: 'be brief' }

  it('after another had begun are handed back, and hold up nobody', async () => {
    const speaker = speaking()
    const { runs, events } = runsWith(speaker)
    runs.ask('t1', 'go')
    await settled()
    runs.steer('t1', words, words.text)
    runs.heard({ type: 'completed', key: 'k1', text: null }, true)
    runs.ask('t3', 'and now')
    await settled()
    runs.heard({ type: 'text', key: 'k2', text: 'Briefly:', anew: false }, true)
    await settled()
    expect(events.at(-1)).toEqual({ type: 'steer.refused', runId: 't2', words })
    expect(speaker.abort).toHaveBeenCalledExactlyOnceWith('k2')
    runs.heard({ type: 'completed', key: 'k3', text: 'Done.' }, true)
    runs.ask('t4', 'next')
    await settled()
    expect(speaker.send).toHaveBeenLastCalledWith('k4', 'next')
  })
})

describe('Words that are sent a second time', () => {
  it('and were answered already are told from the record', async () => {
    const speaker = speaking({
      send: async () => 'over',
      aftermath: async () => ({ tag: 'over', events: [{ type: 'completed', key: 'k1', text: 'Four.' }] }),
    })
    const { runs, events } = runsWith(speaker)
    runs.ask('r', 'go')
    await settled()
    expect(events).toEqual([
      { type: 'text.appended', runId: 'r', delta: 'Four.' },
      { type: 'run.ended', runId: 'r', outcome: 'completed' },
    ])
  })

  it('and were answered already, of which the record knows nothing any more, are not sent a third time', async () => {
    const speaker = speaking({ send: vi.fn<Speaker['send']>(async () => 'over') })
    const { runs, events } = runsWith(speaker)
    runs.ask('r', 'go')
    await settled()
    expect(speaker.send).toHaveBeenCalledTimes(1)
    expect(events).toMatchObject([{ type: 'run.failed', runId: 'r', fault: { code: 'gateway_lost' } }])
  })
})
