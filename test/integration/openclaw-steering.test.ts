// Steering a running run, and late events of a run that is over, on a scripted gateway.
import { describe, expect, it } from 'vitest'
import { reply, saySoFar, type FakeGateway, type FakeGatewayOptions } from '../fakes/fake-gateway.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

/** A gateway and a brain whose first run has replied something and goes on. */
async function working(options: FakeGatewayOptions = {}, keys: string[] = []) {
  const gateway = await gatewayThat({
    ...options,
    onTurn(key, text, on) {
      keys.push(key)
      if (keys.length === 1) saySoFar(on, key, 'one')
      else options.onTurn?.(key, text, on)
    },
  })
  const on = brainAt(gateway.port)
  on.brain.ask({ runId: 't1', text: 'go' })
  await on.event(({ type }) => type === 'text.appended')
  await gateway.request('chat.send')
  return { ...on, gateway, key: keys[0]! }
}

const REQUEST = { turnId: 't2', text: 'be brief' }
const finish = (gateway: FakeGateway, key: string): void => gateway.chat(key, { state: 'final' })

describe('A request that steers a run', () => {
  it('is sent as such, and the user sees that it was included', async () => {
    const { brain, gateway, key, event, over, events } = await working({
      onTurn: (own, _, on) => finish(on, own),
    })
    brain.steer?.('t1', REQUEST)
    expect((await gateway.request('chat.send')).params).toMatchObject({
      message: 'be brief',
      queueMode: 'steer',
    })
    await event((heard) => heard.type === 'status.told' && heard.detail === 'OpenClaw includes your request')
    finish(gateway, key)
    await over('t1')
    expect(events.filter(({ runId }) => runId !== 't1')).toEqual([])
  })

  it('comes with what the user looks at if it points at it, and is handed back unchanged', async () => {
    const { brain, gateway, event } = await working({
      answer: ({ method, params }) =>
        method === 'chat.send' && params['queueMode'] === 'steer'
          ? { error: { code: 'UNAVAILABLE', message: 'not now '.repeat(1_000) } }
          : undefined,
    })
    const request = { turnId: 't2', text: 'leave this file alone' }
    brain.steer?.('t1', request, { file: 'src/tide.py', line: 3 })
    expect((await gateway.request('chat.send')).params['message']).toBe(
      'leave this file alone\n\n[I am looking at src/tide.py, line 3]',
    )
    expect(await event(({ type }) => type === 'steer.refused')).toMatchObject({ request })
  })

  it('is a turn of its own, with its own id, if it comes too late', async () => {
    const { brain, gateway, key, event, over, said } = await working({
      onTurn(own, _, on) {
        finish(on, key)
        reply(on, own, 'Late but here.')
      },
    })
    brain.steer?.('t1', REQUEST)
    await event((heard) => heard.type === 'run.adopted' && heard.runId === 't2')
    expect(await over('t2')).toMatchObject({ outcome: 'completed' })
    expect(said('t2')).toBe('Late but here.')
    expect(gateway.asked.filter(({ method }) => method === 'chat.send')).toHaveLength(2)
  })

  it('is answered by another run afterwards, if the run was too busy', async () => {
    const keys: string[] = []
    const { brain, gateway, key, event, over, said } = await working(
      {
        answer: ({ method }) =>
          method === 'chat.history' && keys.length === 2
            ? { payload: { messages: [], pendingInputs: { items: [{ runId: keys[1] }] } } }
            : undefined,
        onTurn: (own, _, on) => finish(on, own),
      },
      keys,
    )
    brain.steer?.('t1', REQUEST)
    await gateway.request('chat.send')
    finish(gateway, key)
    await over('t1')
    reply(gateway, 'another', 'As you say.')
    await event((heard) => heard.type === 'run.adopted' && heard.runId === 't2')
    expect(await over('t2')).toMatchObject({ outcome: 'completed' })
    expect(said('t2')).toBe('As you say.')
  })

  it('is not confused with the run if the connection broke while it waited', async () => {
    const keys: string[] = []
    const { brain, gateway, key, over, said, status, ready } = await working(
      {
        answer: ({ method }) =>
          method === 'chat.history' && keys.length === 2
            ? {
                payload: {
                  messages: [{ role: 'user', content: 'go', idempotencyKey: `${keys[0]}:user` }],
                  inFlightRun: { runId: keys[1], text: '' },
                },
              }
            : undefined,
        onTurn: () => undefined,
      },
      keys,
    )
    brain.steer?.('t1', REQUEST)
    await gateway.request('chat.send')
    gateway.drop()
    await status(({ state }) => state === 'lost')
    await ready()
    reply(gateway, key, 'one', ' and two')
    expect(await over('t1')).toMatchObject({ outcome: 'completed' })
    expect(said('t1')).toBe('one and two')
    expect(keys).toHaveLength(2)
  })

  it('waits for a connection, and is sent again with the same key if it may not have arrived', async () => {
    let dropped = false
    const { brain, gateway, status, event, key } = await working({
      answer({ method, params }, on) {
        if (method === 'chat.history' && dropped)
          return { payload: { messages: [], inFlightRun: { runId: key } } }
        if (method !== 'chat.send' || params['queueMode'] !== 'steer' || dropped) return undefined
        dropped = true
        on.drop()
        return { payload: null }
      },
      onTurn: (own, _, on) => finish(on, own),
    })
    brain.steer?.('t1', REQUEST)
    await status(({ state }) => state === 'lost')
    brain.steer?.('t1', { turnId: 't3', text: 'and polite' })
    await event((heard) => heard.type === 'status.told' && heard.detail === 'OpenClaw includes your request')
    const again = await gateway.request('chat.send')
    const steers = [again, await gateway.request('chat.send'), await gateway.request('chat.send')].map(
      ({ params }) => [params['message'], params['idempotencyKey']] as const,
    )
    expect(steers.map(([message]) => message)).toEqual(['be brief', 'be brief', 'and polite'])
    expect(steers[0]?.[1]).toBe(steers[1]?.[1])
  })

  it('is handed back if the gateway refuses it', async () => {
    const { brain, event } = await working({
      answer: ({ method, params }) =>
        method === 'chat.send' && params['queueMode'] === 'steer'
          ? { error: { code: 'UNAVAILABLE', message: 'not now' } }
          : undefined,
    })
    brain.steer?.('t1', REQUEST)
    expect(await event(({ type }) => type === 'steer.refused')).toMatchObject({
      runId: 't1',
      request: REQUEST,
    })
  })

  it('is handed back if the run is over', async () => {
    const { brain, gateway, key, over, events } = await working()
    finish(gateway, key)
    await over('t1')
    brain.steer?.('t1', REQUEST)
    expect(events.at(-1)).toEqual({ type: 'steer.refused', runId: 't1', request: REQUEST })
  })
})

describe('A run that is over', () => {
  it('is ignored: its second error, and late events', async () => {
    const { brain, gateway, key, over, events, said } = await working({
      onTurn: (own, _, on) => reply(on, own, 'Here.'),
    })
    gateway.chat(key, { state: 'error', errorMessage: 'The model failed.' })
    gateway.chat(key, { state: 'error', errorMessage: 'In other words: it failed.' })
    saySoFar(gateway, key, 'one two')
    gateway.agent(key, 'tool', { phase: 'start', name: 'read', toolCallId: 'c1', args: { path: 'a' } })
    expect(await over('t1')).toMatchObject({ type: 'run.failed', fault: { message: 'The model failed.' } })
    brain.ask({ runId: 't2', text: 'again' })
    await over('t2')
    const end = events.findIndex(({ type }) => type === 'run.failed')
    expect(events.slice(end + 1).filter(({ runId }) => runId === 't1')).toEqual([])
    expect([said('t1'), said('t2')]).toEqual(['one', 'Here.'])
  })

  it('because it was stopped does not add to the next one', async () => {
    const { brain, gateway, key, over, said } = await working({
      onTurn(own, _, on) {
        saySoFar(on, key, 'one two')
        on.chat(key, { state: 'aborted', message: { content: [{ type: 'text', text: 'one two' }] } })
        reply(on, own, 'Something else.')
      },
    })
    brain.abort('t1')
    brain.ask({ runId: 't2', text: 'something else' })
    await gateway.request('chat.abort')
    expect(await over('t2')).toMatchObject({ outcome: 'completed' })
    expect([said('t1'), said('t2')]).toEqual(['one', 'Something else.'])
  })
})
