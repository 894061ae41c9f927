// The connection to a real gateway: authentication, what Parley stores about it, and what happens to a turn when the
// connection breaks or the gateway is killed.
import { expect, it } from 'vitest'
import { addressOf } from '../../../src/main/brains/openclaw/address.ts'
import { testConnection } from '../../../src/main/brains/openclaw/connection-test.ts'
import { findGateway } from '../../../src/main/brains/openclaw/gateway-http.ts'
import { systemClock } from '../../../src/main/app/clock.ts'
import { brainOnPeer, describeOnPeer, thePeer, proxyToPeer } from './brain-on-peer.ts'
import { play } from './scripted-model.ts'

const COUNT = Array.from({ length: 30 }, (_, n) => `n${n}`).join(' ')

describeOnPeer('a connection to a real gateway', () => {
  it('is refused with a wrong token, and its status says so', async () => {
    const peer = brainOnPeer({ token: 'wrong' })
    expect(await peer.over(peer.ask('hello'))).toMatchObject({
      type: 'run.failed',
      fault: { code: 'gateway_token', message: expect.stringContaining('does not accept this token') },
    })
    expect(peer.brain.status().state).toBe('refused')
  })

  it('is restored by the device key alone, as the same device in the same session', async () => {
    const first = brainOnPeer()
    const runId = first.ask(play({ say: 'Remember the tide.' }))
    await first.over(runId)
    const device = first.secrets.get('openclaw.device-key')
    expect([...first.secrets.keys()].some((name) => name.startsWith('openclaw.device-token'))).toBe(true)
    const { folder, secrets } = first
    await first.brain.close()

    const second = brainOnPeer({ folder, secrets, token: null })
    expect(await second.over(second.ask(play({ say: 'High at noon.' })))).toMatchObject({
      outcome: 'completed',
    })
    expect(second.secrets.get('openclaw.device-key')).toBe(device)
    expect(second.brain.status()).toMatchObject({ state: 'ready', note: null })
  })

  it('that breaks during a turn loses no text, repeats none, and shows every tool once', async () => {
    const proxy = await proxyToPeer()
    const peer = brainOnPeer({ port: proxy.port })
    const runId = peer.ask(
      play(
        { say: COUNT, every: 30 },
        { tool: 'read', args: { path: 'hello.txt' } },
        { hold: 'cable' },
        { say: COUNT, every: 30 },
        { tool: 'ls', args: { path: '.' } },
        { say: 'The end.' },
      ),
    )
    await peer.until('text.appended', ({ delta }) => delta.includes('n3'))
    proxy.drop()
    await fetch(`${thePeer().model}/reached/cable`)
    proxy.drop()
    await fetch(`${thePeer().model}/release/cable`)
    expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
    expect(peer.said(runId)).toBe(`${COUNT}\n\n${COUNT}\n\nThe end.`)
    expect(
      peer.events.flatMap((event) =>
        event.type.startsWith('tool.') && 'call' in event ? [`${event.type} ${event.call.name}`] : [],
      ),
    ).toEqual(['tool.started read', 'tool.ended read', 'tool.started ls', 'tool.ended ls'])
  })

  it('that another window shares keeps the turns of each apart', async () => {
    const one = brainOnPeer()
    const other = brainOnPeer({ folder: one.folder })
    // Both are connected and initialized once they have answered a request.
    await other.over(other.ask(play({ say: 'Hello.' })))
    await one.over(one.ask(play({ say: 'Hello.' })))
    const heard = other.events.length
    const runId = one.ask(play({ say: COUNT, every: 20 }))
    expect(await one.over(runId)).toMatchObject({ outcome: 'completed' })
    const second = other.ask(play({ say: 'My own words.' }))
    expect(await other.over(second)).toMatchObject({ outcome: 'completed' })
    expect(one.said(runId)).toBe(COUNT)
    expect(other.said(second)).toBe('My own words.')
    expect(other.events.slice(heard).filter((event) => event.runId !== second)).toEqual([])
  })

  it('shared with another window has one run at a time: a later request interrupts the earlier one', async () => {
    const { model } = thePeer()
    const one = brainOnPeer()
    const other = brainOnPeer({ folder: one.folder })
    // Both are initialized once they have answered a request.
    for (const each of [one, other]) await each.over(each.ask(play({ say: 'Hello.' })))
    const mine = one.ask(play({ say: 'Mine so far.' }, { hold: 'overlap' }, { say: 'Never said.' }))
    await one.until('text.appended', ({ runId }) => runId === mine && one.said(mine) === 'Mine so far.')
    const theirs = other.ask(play({ say: 'Theirs.' }))
    expect(await one.over(mine)).toMatchObject({ type: 'run.ended', outcome: 'aborted' })
    expect(await other.over(theirs)).toMatchObject({ type: 'run.ended', outcome: 'completed' })
    await fetch(`${model}/release/overlap`)
    expect([one.said(mine), other.said(theirs)]).toEqual(['Mine so far.', 'Theirs.'])
    // Neither received events of the other's run.
    expect(one.events.some(({ runId }) => runId === theirs)).toBe(false)
    const again = one.ask(play({ say: 'Mine again.' }))
    expect(await one.over(again)).toMatchObject({ outcome: 'completed' })
    expect(one.said(again)).toBe('Mine again.')
  })

  it('shows another window’s run to a client that joins, and says if it may not stop it', async () => {
    const { model } = thePeer()
    const one = brainOnPeer()
    const mine = one.ask(play({ say: 'At work.' }, { hold: 'looked-at' }, { say: ' All done.' }))
    await one.until('text.appended', () => one.said(mine) === 'At work.')
    const other = brainOnPeer({ folder: one.folder })
    const { runId } = await other.until('run.adopted')
    await other.until('text.appended', () => other.said(runId).length >= 'At work.'.length)
    expect(other.said(runId)).toBe('At work.')
    other.brain.abort(runId)
    expect(await other.until('abort.refused')).toMatchObject({
      runId,
      fault: { message: 'The gateway did not stop it: unauthorized' },
    })
    await fetch(`${model}/release/looked-at`)
    expect(await one.over(mine)).toMatchObject({ outcome: 'completed' })
    expect(one.said(mine)).toBe('At work. All done.')
    // For the client that interrupted it, the run is over: no further events follow.
    expect(other.events.at(-1)).toMatchObject({ type: 'abort.refused' })
    expect(await other.over(other.ask(play({ say: 'Here.' })))).toMatchObject({ outcome: 'completed' })
  })

  it('is found, and tested from the settings', async () => {
    const address = addressOf('127.0.0.1', thePeer().port)
    // A busy gateway may answer more slowly than a window searches for it.
    expect(await findGateway(address, AbortSignal.timeout(300_000))).toBe(true)
    const stored = new Map<string, string>()
    const secrets = {
      get: (name: string) => stored.get(name) ?? null,
      set: (name: string, value: string | null) =>
        void (value === null ? stored.delete(name) : stored.set(name, value)),
    }
    const deps = { address, secrets, version: '0.0.0-test', clock: systemClock }
    expect(await testConnection({ ...deps, token: thePeer().token })).toMatchObject({
      steps: [
        { ok: true, text: expect.stringContaining('Connected to an OpenClaw gateway') },
        { ok: null, text: expect.stringContaining('needs its own token') },
      ],
    })
    stored.clear()
    expect(await testConnection({ ...deps, token: 'wrong' })).toMatchObject({
      steps: [{ ok: false, text: expect.stringContaining('does not accept this token') }],
    })
  })

  it('reports that the gateway stops, and is restored after it has restarted', async () => {
    const { control } = thePeer()
    const peer = brainOnPeer()
    await peer.over(peer.ask(play({ say: 'Hello.' })))
    // Statuses that were on the way before the stop do not count.
    peer.statuses.length = 0
    await fetch(`${control}/stop`)
    const stopped = await peer.status(({ state }) => state === 'lost')
    expect(stopped.fault).toMatchObject({ code: 'gateway_stopping' })
    peer.statuses.length = 0
    const restarted = await fetch(`${control}/start`)
    expect(restarted.ok, await restarted.text()).toBe(true)
    await peer.ready()
    // Depending on timing, the client may see the gateway while it starts, but no other fault.
    for (const { fault } of peer.statuses)
      expect([undefined, 'gateway_stopping', 'gateway_absent', 'gateway_starting']).toContain(fault?.code)
    expect(await peer.over(peer.ask(play({ say: 'Here again.' })))).toMatchObject({ outcome: 'completed' })
  })

  it('survives a gateway that is killed and restarted during a turn', async () => {
    const { control, model } = thePeer()
    const peer = brainOnPeer()
    const runId = peer.ask(
      play({ say: 'Before the fall.', every: 20 }, { hold: 'fall' }, { say: 'Never said.' }),
    )
    await peer.until('text.appended', () => peer.said(runId).includes('fall.'))
    await fetch(`${model}/reached/fall`)
    peer.statuses.length = 0
    await fetch(`${control}/kill`)
    await peer.until('status.told', ({ detail }) => /broke|No OpenClaw gateway answers/.test(detail))
    await peer.status(({ state }) => state === 'lost')
    const restarted = await fetch(`${control}/start`)
    expect(restarted.ok, await restarted.text()).toBe(true)
    await peer.ready()
    expect(await peer.over(runId)).toMatchObject({ outcome: 'completed' })
    // The text before the kill is preserved; the gateway itself then started another run.
    expect(peer.said(runId)).toMatch(/^Before the fall\.\n\n./)
    expect(peer.said(runId).split('Before the fall.')).toHaveLength(2)
    expect(peer.said(runId)).not.toContain('Never said.')
    const next = peer.ask(play({ say: 'And on.' }))
    expect(await peer.over(next)).toMatchObject({ outcome: 'completed' })
  })
})
