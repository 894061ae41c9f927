import { describe, expect, it } from 'vitest'
import {
  failureText,
  initialUpdates,
  plainNotes,
  stepUpdates,
  type UpdatesInput,
  type UpdatesRequest,
} from '../../../../src/core/app/updates.ts'
import type { UpdateChannel, UpdateStatus } from '../../../../src/shared/update-status.ts'

const found = { type: 'found', version: '2.0.0', notes: 'Better.' } as const
const busy = (yes: boolean): UpdatesInput => ({ type: 'busy.changed', busy: yes })

function run(
  inputs: readonly UpdatesInput[],
  channel: UpdateChannel = 'stable',
): { status: UpdateStatus; requests: UpdatesRequest[] } {
  let state = initialUpdates(channel)
  const requests: UpdatesRequest[] = []
  for (const input of inputs) {
    const step = stepUpdates(state, input)
    state = step.state
    requests.push(...step.requests)
  }
  return { status: state.status, requests }
}

const fetched: UpdatesInput[] = [{ type: 'check.requested' }, found, { type: 'downloaded', version: '2.0.0' }]

describe('Updates', () => {
  it('are found, downloaded, and wait with their notes', () => {
    expect(run(fetched)).toEqual({
      status: { tag: 'ready', version: '2.0.0', notes: 'Better.', asked: false },
      requests: ['check', 'download'],
    })
  })

  it('are not looked for while somebody talks or a turn runs, but right afterwards', () => {
    expect(run([busy(true), { type: 'check.requested' }]).requests).toEqual([])
    expect(run([busy(true), { type: 'check.requested' }, busy(false)]).requests).toEqual(['check'])
  })

  it('are not downloaded while a turn runs that started meanwhile', () => {
    const inputs: UpdatesInput[] = [{ type: 'check.requested' }, busy(true), found]
    expect(run(inputs).requests).toEqual(['check'])
    expect(run([...inputs, busy(false)]).requests).toEqual(['check', 'download'])
  })

  it('are installed on request, after the turn if one runs', () => {
    expect(run([...fetched, { type: 'install.requested' }]).requests).toContain('install')
    const during: UpdatesInput[] = [...fetched, busy(true), { type: 'install.requested' }]
    expect(run(during).requests).not.toContain('install')
    expect(run(during).status).toMatchObject({ tag: 'ready', asked: true })
    expect(run([...during, busy(false)]).requests.at(-1)).toBe('install')
  })

  it('are never installed without a request', () => {
    expect(run([...fetched, busy(true), busy(false)]).requests).not.toContain('install')
  })

  it('are not looked for if they are off, and forgotten if they are turned off later', () => {
    expect(run([{ type: 'check.requested' }], 'off')).toEqual({ status: { tag: 'off' }, requests: [] })
    const off: UpdatesInput = { type: 'channel.chosen', channel: 'off' }
    expect(run([...fetched, off, { type: 'install.requested' }])).toMatchObject({
      status: { tag: 'off' },
      requests: ['check', 'download'],
    })
  })

  it('are looked for again in another channel, and results of the old channel are ignored', () => {
    const other: UpdatesInput = { type: 'channel.chosen', channel: 'beta' }
    expect(run([...fetched, other]).requests).toEqual(['check', 'download', 'check'])
    expect(run([...fetched, other, { type: 'downloaded', version: '2.0.0' }]).status).toEqual({
      tag: 'checking',
    })
  })

  it('are not confused: the result of an older download does not count for the current one', () => {
    const inputs: UpdatesInput[] = [
      { type: 'check.requested' },
      found,
      { type: 'progressed', version: '1.9.0', percent: 80 },
      { type: 'downloaded', version: '1.9.0' },
    ]
    expect(run(inputs).status).toMatchObject({ tag: 'downloading', version: '2.0.0', percent: 0 })
  })

  it('that cannot be installed are reported as failed, and can be looked for again', () => {
    const failed: UpdatesInput = { type: 'failed', message: 'No room.', at: 5 }
    const inputs: UpdatesInput[] = [...fetched, { type: 'install.requested' }, failed]
    expect(run(inputs).status).toEqual({ tag: 'failed', message: 'No room.', checkedAt: 5 })
    expect(run([...inputs, { type: 'check.requested' }]).requests.at(-1)).toBe('check')
  })

  it('can be looked for again after a failure', () => {
    const failed: UpdatesInput[] = [
      { type: 'check.requested' },
      { type: 'failed', message: 'No network.', at: 5 },
    ]
    expect(run(failed).status).toEqual({ tag: 'failed', message: 'No network.', checkedAt: 5 })
    expect(run([...failed, { type: 'check.requested' }]).requests).toEqual(['check', 'check'])
  })
})

describe('Release notes', () => {
  it('become plain text, whatever they contain', () => {
    expect(
      plainNotes('<h2>New</h2><ul><li>One &amp; two</li><li>Three</li></ul><script>bad()</script>'),
    ).toBe('New\n- One & two\n- Three')
    expect(plainNotes('<img src=x onerror=alert(1)>text')).toBe('text')
    expect(plainNotes('x'.repeat(1_000_000))).toHaveLength(20_000)
  })
})

describe('The reason of a failed update', () => {
  it('is one line, without the server’s answer and the stack', () => {
    const message =
      'Cannot parse releases feed: Error: 404 \n    at x (app.asar/y.js:1:2),\nXML:\n<?xml version="1.0"?><feed/>'
    expect(failureText(new Error(message))).toBe('Cannot parse releases feed: Error: 404')
    expect(failureText(new Error('x'.repeat(5000))).length).toBeLessThan(250)
  })

  it('is plain if there is no network', () => {
    for (const message of ['net::ERR_INTERNET_DISCONNECTED', 'getaddrinfo ENOTFOUND github.com'])
      expect(failureText(new Error(message))).toBe('the update server could not be reached.')
  })
})
