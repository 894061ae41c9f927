// OpenClaw as the brain, on a scripted gateway: every way a connection can fail, and what becomes of a turn then.
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../fakes/fake-clock.ts'
import {
  reply,
  saySoFar,
  SESSION_KEY,
  type FakeGateway,
  type FakeGatewayOptions,
} from '../fakes/fake-gateway.ts'
import { freePort } from '../free-port.ts'
import { brainAt, gatewayThat } from './openclaw-in-test.ts'

const refusal = (code: string, details: Record<string, unknown>, close = 1008): FakeGatewayOptions => ({
  answer: ({ method }) =>
    method === 'connect' ? { error: { code, message: code.toLowerCase(), details }, close } : undefined,
})

describe('Connecting', () => {
  it('asks for the least rights, signed by a device key that is created once', async () => {
    const gateway = await gatewayThat()
    const first = brainAt(gateway.port)
    await first.ready()
    const { params } = await gateway.request('connect')
    expect(params).toMatchObject({
      minProtocol: 4,
      maxProtocol: 4,
      role: 'operator',
      scopes: ['operator.read', 'operator.write', 'operator.approvals'],
      caps: ['tool-events', 'exec-approvals'],
      client: { displayName: 'Parley' },
      auth: { token: 'a-token' },
    })
    const { device } = params as { device: { id: string; publicKey: string; signature: string } }
    expect(device.id).toMatch(/^[0-9a-f]{64}$/)
    expect(Buffer.from(device.publicKey, 'base64url')).toHaveLength(32)
    expect(Buffer.from(device.signature, 'base64url')).toHaveLength(64)

    // What the gateway gave the device is used from then on, and the shared token is not shown again.
    const again = brainAt(gateway.port, {
      secrets: { get: (name) => first.kept.get(name) ?? null, set: () => undefined },
    })
    await again.ready()
    const second = await gateway.request('connect')
    expect(second.params).toMatchObject({
      device: { id: device.id },
      auth: { token: 'given', deviceToken: 'given' },
    })
  })

  it('creates its session once, in the open folder, where commands need approval', async () => {
    const gateway = await gatewayThat()
    const { ready } = brainAt(gateway.port)
    await ready()
    expect((await gateway.request('sessions.create')).params).toEqual({
      key: SESSION_KEY,
      displayName: 'Parley: harbour',
      permissionMode: 'guarded',
      cwd: '/work/harbour',
    })
    expect(gateway.asked.map(({ method }) => method)).toContain('sessions.subscribe')
  })

  it('finds the session of the folder again and leaves it as it is', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'sessions.describe'
          ? { payload: { session: { key: SESSION_KEY, spawnedCwd: '/work/harbour' } } }
          : undefined,
    })
    await brainAt(gateway.port).ready()
    expect(gateway.asked.filter(({ method }) => method === 'sessions.create')).toEqual([])
  })

  it('asks for administrator rights only for the folder, only once, and never for the device', async () => {
    const gateway = await gatewayThat({
      answer: ({ method, params }, { asked }) => {
        const admin = asked.findLast((request) => request.method === 'connect')?.params['scopes']
        return method === 'sessions.create' && params['cwd'] && !String(admin).includes('operator.admin')
          ? { error: { code: 'FORBIDDEN', message: 'missing scope: operator.admin' } }
          : undefined
      },
    })
    const { brain, ready } = brainAt(gateway.port)
    await ready()
    const connects = gateway.asked.filter(({ method }) => method === 'connect')
    expect(connects.map(({ params }) => params['scopes'])).toEqual([
      ['operator.read', 'operator.write', 'operator.approvals'],
      ['operator.admin'],
    ])
    expect(connects[1]?.params['device']).toBeUndefined()
    expect(brain.status().note).toBeNull()
  })

  it('says so if it cannot work in the open folder', async () => {
    const gateway = await gatewayThat({
      answer: ({ method, params }) =>
        method === 'sessions.create' && params['cwd']
          ? { error: { code: 'FORBIDDEN', message: 'missing scope: operator.admin' } }
          : undefined,
    })
    const { brain, ready } = brainAt(gateway.port)
    await ready()
    expect(brain.status().note).toContain('works in its own workspace')
  })

  it('deletes the device token if the gateway does not accept it any more', async () => {
    const gateway = await gatewayThat({
      answer: ({ method, params }) =>
        method === 'connect' && (params['auth'] as { token: string }).token === 'stale'
          ? {
              error: {
                code: 'INVALID_REQUEST',
                message: 'no',
                details: { code: 'AUTH_DEVICE_TOKEN_MISMATCH' },
              },
              close: 1008,
            }
          : undefined,
    })
    const stored = new Map([[`openclaw.device-token 127.0.0.1:${gateway.port}`, 'stale']])
    const { ready } = brainAt(gateway.port, {
      secrets: {
        get: (name) => stored.get(name) ?? null,
        set: (name, value) => void (value === null ? stored.delete(name) : stored.set(name, value)),
      },
    })
    await ready()
    expect(stored.get(`openclaw.device-token 127.0.0.1:${gateway.port}`)).toBe('given')
  })
})

describe('A request the gateway refuses', () => {
  it('fails with a readable part of the reason', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'chat.send'
          ? { error: { code: 'UNAVAILABLE', message: 'no '.repeat(50_000) } }
          : undefined,
    })
    const { brain, over } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'hello' })
    const failed = await over('r')
    expect(failed.type === 'run.failed' && failed.fault.message.length).toBeLessThan(700)
  })

  it('fails at once, with the reason', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'chat.send' ? { error: { code: 'UNAVAILABLE', message: 'gateway draining' } } : undefined,
    })
    const { brain, over } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'hello' })
    expect(await over('r')).toMatchObject({
      type: 'run.failed',
      fault: { code: 'brain_failed', message: expect.stringContaining('gateway draining') },
    })
  })
})

describe('A connection that fails', () => {
  it('is reported if the gateway accepts the connection but refuses the session', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'sessions.subscribe'
          ? { error: { code: 'FORBIDDEN', message: 'missing scope' } }
          : undefined,
    })
    const { status } = brainAt(gateway.port)
    expect(await status(({ state }) => state === 'refused')).toMatchObject({
      fault: { code: 'gateway_refused' },
    })
  })

  it.each([
    ['the token is wrong', refusal('INVALID_REQUEST', { code: 'AUTH_TOKEN_MISMATCH' }), 'gateway_token'],
    ['the device is not paired', refusal('NOT_PAIRED', { code: 'PAIRING_REQUIRED' }), 'gateway_pairing'],
    [
      'the protocol is another',
      refusal('INVALID_REQUEST', { code: 'PROTOCOL_MISMATCH', expectedProtocol: 5 }, 1002),
      'gateway_protocol',
    ],
  ] as const)('is reported and waits for the user, when %s', async (_, options, code) => {
    const gateway = await gatewayThat(options)
    const { brain, status, over } = brainAt(gateway.port)
    await status(({ state }) => state === 'refused')
    expect(brain.status()).toMatchObject({ state: 'refused', fault: { code } })
    brain.ask({ runId: 'r', text: 'hello' })
    expect(await over('r')).toMatchObject({ type: 'run.failed', fault: { code } })
  })

  it('is reported at once if no gateway runs, and works as soon as one does', async () => {
    const port = await freePort()
    const { brain, status, over, ready } = brainAt(port)
    await status(({ fault }) => fault?.code === 'gateway_absent')
    brain.ask({ runId: 'r', text: 'hello' })
    expect(await over('r')).toMatchObject({ type: 'run.failed', fault: { code: 'gateway_absent' } })
    await gatewayThat({ port })
    await ready()
  })

  it('waits while the gateway starts, as long as it asks for, and loses no request', async () => {
    let starting = 2
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'connect' && starting-- > 0
          ? {
              error: {
                code: 'UNAVAILABLE',
                message: 'gateway starting',
                retryable: true,
                retryAfterMs: 100,
                details: { reason: 'startup-sidecars' },
              },
              close: 1013,
            }
          : undefined,
      onTurn: (runId, _, on) => reply(on, runId, 'Here I am.'),
    })
    const { brain, status, over, said } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'hello' })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('Here I am.')
    expect(await status(({ fault }) => fault !== null)).toMatchObject({ fault: { code: 'gateway_starting' } })
  })
})

describe('A connection that breaks in the middle of a turn', () => {
  const history = (runId: string, more: object) => ({
    payload: { messages: [{ role: 'user', content: 'go', idempotencyKey: `${runId}:user` }], ...more },
  })

  async function brokenTurn(
    afterwards: (runId: string) => { payload: unknown },
    howItEnds: (on: FakeGateway) => void,
  ) {
    let key = ''
    const gateway = await gatewayThat({
      answer: ({ method }) => (method === 'chat.history' && key !== '' ? afterwards(key) : undefined),
      onTurn(runId, _, on) {
        key = runId
        saySoFar(on, runId, 'one')
      },
    })
    const on = brainAt(gateway.port)
    on.brain.ask({ runId: 'r', text: 'go' })
    await on.event(({ type }) => type === 'text.appended')
    howItEnds(gateway)
    await on.status(({ state }) => state === 'lost')
    await on.ready()
    return { ...on, gateway, key: () => key }
  }

  it('continues: nothing is lost, nothing is repeated, nothing is sent again', async () => {
    const { gateway, key, over, said, brain } = await brokenTurn(
      (runId) => history(runId, { inFlightRun: { runId, text: 'one two' } }),
      (on) => on.drop(),
    )
    saySoFar(gateway, key(), 'one two three')
    gateway.chat(key(), { state: 'final', message: { content: [{ type: 'text', text: 'one two three' }] } })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('one two three')
    expect(gateway.asked.filter(({ method }) => method === 'chat.send')).toHaveLength(1)
    expect(brain.status().fault).toBeNull()
  })

  it.each([
    ['stops', (on: FakeGateway) => on.close(1012, 'service restart'), 'gateway_stopping'],
    ['takes a frame for too large', (on: FakeGateway) => on.close(1009), 'gateway_oversize'],
    ['breaks', (on: FakeGateway) => on.drop(), 'gateway_lost'],
  ] as const)('has the right fault when the gateway %s', async (_, howItEnds, code) => {
    const { statuses, events } = await brokenTurn(
      (runId) => history(runId, { inFlightRun: { runId } }),
      howItEnds,
    )
    const { fault } = statuses.find(({ state }) => state === 'lost')!
    expect(fault?.code).toBe(code)
    expect(events).toContainEqual({ type: 'status.told', runId: 'r', detail: fault?.message })
  })

  it('shows the tool calls of the meantime, and those after, each once', async () => {
    const { gateway, key, over, events } = await brokenTurn(
      (runId) => ({
        payload: {
          messages: [
            { role: 'user', content: 'go', idempotencyKey: `${runId}:user` },
            {
              role: 'assistant',
              content: [{ type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } }],
              stopReason: 'toolUse',
              __openclaw: { runId },
            },
            {
              role: 'toolResult',
              toolCallId: 'c1',
              toolName: 'read',
              content: [{ type: 'text', text: 'alpha' }],
              __openclaw: { runId },
            },
          ],
          inFlightRun: { runId, text: 'one' },
        },
      }),
      (on) => on.drop(),
    )
    gateway.event('session.tool', {
      runId: key(),
      sessionKey: SESSION_KEY,
      stream: 'tool',
      data: { phase: 'result', name: 'read', toolCallId: 'c1', isError: false, result: { content: [] } },
    })
    gateway.chat(key(), { state: 'final' })
    await over('r')
    expect(events.filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
      { type: 'tool.started', call: { callId: 'c1', args: { path: 'a' } } },
      { type: 'tool.ended', call: { callId: 'c1' }, artifact: { file: 'a', content: 'alpha' } },
    ])
  })

  it('continues with the gateway’s new run after a restart', async () => {
    const { gateway, over, said } = await brokenTurn(
      (runId) => history(runId, { sessionInfo: { hasActiveRun: true } }),
      (on) => on.drop(),
    )
    await gateway.request('chat.history')
    reply(gateway, 'heir', 'Where was I?')
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('one\n\nWhere was I?')
  })

  it('continues with that run even before its first event', async () => {
    const { gateway, over, said } = await brokenTurn(
      (runId) => history(runId, { inFlightRun: { runId: 'heir', text: '' } }),
      (on) => on.drop(),
    )
    reply(gateway, 'heir', 'Where was I?')
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('one\n\nWhere was I?')
  })

  it('fails, and keeps the reply so far, if the gateway does not continue', async () => {
    const clock = createFakeClock()
    let key = ''
    const gateway = await gatewayThat({
      answer: ({ method }) => (method === 'chat.history' && key !== '' ? history(key, {}) : undefined),
      onTurn(runId, _, on) {
        key = runId
        saySoFar(on, runId, 'one')
      },
    })
    const { brain, event, status, over, said } = brainAt(gateway.port, { clock })
    brain.ask({ runId: 'r', text: 'go' })
    await event(({ type }) => type === 'text.appended')
    const seen = gateway.asked.length
    gateway.drop()
    await status(({ state }) => state === 'lost')
    clock.advance(1_000)
    while (!gateway.asked.slice(seen).some(({ method }) => method === 'chat.history')) {
      await gateway.request('chat.history')
    }
    // After the answer to that request, the time limit starts.
    await gateway.request('exec.approval.list')
    while (clock.pending() < 2) await new Promise((resolve) => setImmediate(resolve))
    clock.advance(125_000)
    expect(await over('r')).toMatchObject({ type: 'run.failed', fault: { code: 'gateway_lost' } })
    expect(said('r')).toBe('one')
  })

  it('sends a request again that never arrived, with the same key', async () => {
    let first = true
    const gateway = await gatewayThat({
      answer({ method }, on) {
        if (method !== 'chat.send' || !first) return undefined
        first = false
        on.drop()
        return { payload: null }
      },
      onTurn: (runId, _, on) => reply(on, runId, 'Heard.'),
    })
    const { brain, over, said } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'go' })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('Heard.')
    const sent = gateway.asked.filter(({ method }) => method === 'chat.send')
    expect(new Set(sent.map(({ params }) => params['idempotencyKey'])).size).toBe(1)
  })

  it('is detected if the gateway falls silent', async () => {
    const gateway = await gatewayThat({ tickIntervalMs: 50 })
    const { status } = brainAt(gateway.port)
    expect(await status(({ fault }) => fault !== null)).toMatchObject({ fault: { code: 'gateway_silent' } })
  })
})

describe('An approval of the gateway', () => {
  const request = (runId: string, more: object = {}) => ({
    id: 'q1',
    request: { command: 'npm publish', cwd: '/work/harbour', sessionKey: SESSION_KEY, runId, ...more },
    expiresAtMs: 5_000_000,
  })

  it('is requested, answered with the gateway’s words, and not requested again', async () => {
    const gateway = await gatewayThat({
      onTurn: (runId, _, on) => on.event('exec.approval.requested', request(runId)),
    })
    const { brain, event, events } = brainAt(gateway.port, { clock: createFakeClock() })
    brain.ask({ runId: 'r', text: 'go' })
    await event(({ type }) => type === 'approval.requested')
    brain.answerApproval('q1', 'allow')
    expect((await gateway.request('exec.approval.resolve')).params).toEqual({
      id: 'q1',
      decision: 'allow-once',
    })
    expect(events.filter(({ type }) => type === 'approval.settled')).toEqual([])
  })

  it('that is settled already says so to the user who answers it', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'exec.approval.resolve'
          ? { error: { code: 'INVALID_REQUEST', message: 'unknown or expired approval id' } }
          : undefined,
      onTurn: (runId, _, on) => on.event('exec.approval.requested', request(runId)),
    })
    const { brain, event } = brainAt(gateway.port, { clock: createFakeClock() })
    brain.ask({ runId: 'r', text: 'go' })
    await event(({ type }) => type === 'approval.requested')
    brain.answerApproval('q1', 'allow')
    expect(await event(({ type }) => type === 'status.told')).toMatchObject({
      runId: 'r',
      detail: expect.stringContaining('too late') as string,
    })
  })

  it('of another session is ignored', async () => {
    const gateway = await gatewayThat({
      onTurn(runId, _, on) {
        on.event('exec.approval.requested', request('elsewhere', { sessionKey: 'agent:main:main' }))
        reply(on, runId, 'Done.')
      },
    })
    const { brain, over, events } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'go' })
    await over('r')
    expect(events.filter(({ type }) => type === 'approval.requested')).toEqual([])
  })

  it('ends when it expires, or is answered elsewhere', async () => {
    const clock = createFakeClock(4_999_000)
    const gateway = await gatewayThat({
      onTurn: (runId, _, on) => on.event('exec.approval.requested', request(runId)),
    })
    const { brain, event } = brainAt(gateway.port, { clock })
    brain.ask({ runId: 'r', text: 'go' })
    await event(({ type }) => type === 'approval.requested')
    clock.advance(1_000)
    expect(await event(({ type }) => type === 'approval.settled')).toMatchObject({ decision: 'lapsed' })
    gateway.event('exec.approval.requested', {
      ...request('x', { runId: null }),
      id: 'q2',
      expiresAtMs: 9e15,
    })
    await event((heard) => heard.type === 'approval.requested' && heard.approval.id === 'q2')
    gateway.event('exec.approval.resolved', { id: 'q2', decision: 'deny' })
    expect(
      await event((heard) => heard.type === 'approval.settled' && heard.approvalId === 'q2'),
    ).toMatchObject({ decision: 'deny' })
  })

  it('is listed after a reconnect, and an answer in between is sent then', async () => {
    let key = ''
    const gateway = await gatewayThat({
      answer({ method }) {
        if (method === 'chat.history' && key !== '')
          return { payload: { messages: [], inFlightRun: { runId: key } } }
        if (method === 'exec.approval.list' && key !== '')
          return { payload: [{ ...request(key), id: 'q2' }, request(key)] }
        return undefined
      },
      onTurn(runId, _, on) {
        key = runId
        on.event('exec.approval.requested', request(runId))
      },
    })
    const clock = createFakeClock()
    const { brain, event, status, events } = brainAt(gateway.port, { clock })
    brain.ask({ runId: 'r', text: 'go' })
    await event(({ type }) => type === 'approval.requested')
    gateway.drop()
    await status(({ state }) => state === 'lost')
    brain.answerApproval('q1', 'deny')
    clock.advance(1_000)
    expect((await gateway.request('exec.approval.resolve')).params).toEqual({ id: 'q1', decision: 'deny' })
    await event((heard) => heard.type === 'approval.requested' && heard.approval.id === 'q2')
    expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(2)
  })
})

describe('A run that was not requested here', () => {
  it('and that runs when Parley connects is reported and can be stopped', async () => {
    const gateway = await gatewayThat({
      answer: ({ method }) =>
        method === 'chat.history'
          ? { payload: { messages: [], inFlightRun: { runId: 'old', text: 'I am' } } }
          : undefined,
    })
    const { brain, event, said } = brainAt(gateway.port)
    const { runId } = await event(({ type }) => type === 'run.adopted')
    await event(({ type }) => type === 'text.appended')
    expect(said(runId)).toBe('I am')
    brain.abort(runId)
    expect((await gateway.request('chat.abort')).params).toEqual({ sessionKey: SESSION_KEY, runId: 'old' })
  })
})

describe('A gateway of the older form', () => {
  /** Accepts exactly the older form, and refuses anything else. */
  const legacyGateway = (onAgent: (on: FakeGateway) => void): FakeGatewayOptions => ({
    silent: true,
    answer({ method, id, params }, on) {
      if (method === 'connect') {
        expect({ id, params }).toEqual({ id: 1, params: { auth: { token: 'a-token' } } })
        return { payload: {} }
      }
      expect(method).toBe('agent')
      expect(params).toEqual({ message: 'What is 2+2?', sessionKey: 'agent:claw:parley-test' })
      setImmediate(() => onAgent(on))
      return { payload: { runId: 'run_abc123', acceptedAt: '2026-02-22T10:00:00Z' } }
    },
  })
  const agent = (payload: object) => (on: FakeGateway) => on.event('agent', payload)

  it('is used in that form if it sends no challenge, and answers', async () => {
    const gateway = await gatewayThat(
      legacyGateway((on) => {
        agent({ stream: 'assistant', delta: 'The answer' })(on)
        agent({ stream: 'tool', name: 'read' })(on)
        agent({ stream: 'assistant', delta: ' is 4.' })(on)
        agent({ stream: 'lifecycle', phase: 'end' })(on)
      }),
    )
    const { brain, over, said } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'What is 2+2?' })
    expect(await over('r')).toMatchObject({ outcome: 'completed' })
    expect(said('r')).toBe('The answer is 4.')
    expect(gateway.asked.map(({ id }) => id)).toEqual([1, 2])
    expect(brain.status()).toMatchObject({ state: 'ready', note: expect.stringContaining('older form') })
  })

  it('fails the run if it says so, or is gone before the end', async () => {
    const gateway = await gatewayThat(
      legacyGateway((on) => agent({ stream: 'lifecycle', phase: 'error', error: 'No model.' })(on)),
    )
    const { brain, over } = brainAt(gateway.port)
    brain.ask({ runId: 'r', text: 'What is 2+2?' })
    expect(await over('r')).toMatchObject({ type: 'run.failed', fault: { message: 'No model.' } })

    const dropping = await gatewayThat(legacyGateway((on) => on.drop()))
    const second = brainAt(dropping.port)
    second.brain.ask({ runId: 'r', text: 'What is 2+2?' })
    expect(await second.over('r')).toMatchObject({ type: 'run.failed' })
  })

  it('is a current one if its challenge only came late', async () => {
    let connections = 0
    const gateway = await gatewayThat({
      // The first time it is too slow, then it answers our older frame with its challenge, as slow gateways do.
      onConnection: (challenge) => void (++connections > 1 && challenge()),
    })
    const { brain, ready } = brainAt(gateway.port)
    await ready()
    expect(brain.status().place).toContain('OpenClaw 2026.9.6')
  })
})
