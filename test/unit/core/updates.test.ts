import { describe, expect, it } from 'vitest'
import {
  failureWords,
  initialUpdates,
  stepUpdates,
  type UpdatesInput,
  type UpdatesRequest,
} from '../../../src/core/updates.ts'
import { plainNotes } from '../../../src/core/release-notes.ts'
import type { UpdateChannel, UpdateStatus } from '../../../src/shared/update-status.ts'

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

const fetched: UpdatesInput[] = [{ type: 'check.wished' }, found, { type: 'downloaded', version: '2.0.0' }]

describe('newer versions', () => {
  it('are looked for, fetched, and wait with their notes', () => {
    expect(run(fetched)).toEqual({
      status: { tag: 'ready', version: '2.0.0', notes: 'Better.', asked: false },
      requests: ['check', 'download'],
    })
  })

  it('are not looked for while somebody talks or a turn runs, but right after', () => {
    expect(run([busy(true), { type: 'check.wished' }]).requests).toEqual([])
    expect(run([busy(true), { type: 'check.wished' }, busy(false)]).requests).toEqual(['check'])
  })

  it('are not fetched while a turn runs that began meanwhile', () => {
    const inputs: UpdatesInput[] = [{ type: 'check.wished' }, busy(true), found]
    expect(run(inputs).requests).toEqual(['check'])
    expect(run([...inputs, busy(false)]).requests).toEqual(['check', 'download'])
  })

  it('are installed when that is wished for, and after the turn when one runs', () => {
    expect(run([...fetched, { type: 'install.wished' }]).requests).toContain('install')
    const during: UpdatesInput[] = [...fetched, busy(true), { type: 'install.wished' }]
    expect(run(during).requests).not.toContain('install')
    expect(run(during).status).toMatchObject({ tag: 'ready', asked: true })
    expect(run([...during, busy(false)]).requests.at(-1)).toBe('install')
  })

  it('are never installed unasked', () => {
    expect(run([...fetched, busy(true), busy(false)]).requests).not.toContain('install')
  })

  it('are left alone where they were switched off, and forgotten when that happens later', () => {
    expect(run([{ type: 'check.wished' }], 'off')).toEqual({ status: { tag: 'off' }, requests: [] })
    const off: UpdatesInput = { type: 'channel.chosen', channel: 'off' }
    expect(run([...fetched, off, { type: 'install.wished' }])).toMatchObject({
      status: { tag: 'off' },
      requests: ['check', 'download'],
    })
  })

  it('are looked for anew when another channel is chosen, and what comes of the old one is not taken', () => {
    const other: UpdatesInput = { type: 'channel.chosen', channel: 'beta' }
    expect(run([...fetched, other]).requests).toEqual(['check', 'download', 'check'])
    expect(run([...fetched, other, { type: 'downloaded', version: '2.0.0' }]).status).toEqual({
      tag: 'checking',
    })
  })

  it('are not taken for one another: what comes of an older download is not what is fetched now', () => {
    const inputs: UpdatesInput[] = [
      { type: 'check.wished' },
      found,
      { type: 'progressed', version: '1.9.0', percent: 80 },
      { type: 'downloaded', version: '1.9.0' },
    ]
    expect(run(inputs).status).toMatchObject({ tag: 'downloading', version: '2.0.0', percent: 0 })
  })

  it('that could not be installed are said to have failed, and can be looked for again', () => {
    const failed: UpdatesInput = { type: 'failed', message: 'No room.', at: 5 }
    const inputs: UpdatesInput[] = [...fetched, { type: 'install.wished' }, failed]
    expect(run(inputs).status).toEqual({ tag: 'failed', message: 'No room.', checkedAt: 5 })
    expect(run([...inputs, { type: 'check.wished' }]).requests.at(-1)).toBe('check')
  })

  it('can be looked for again after it failed', () => {
    const failed: UpdatesInput[] = [
      { type: 'check.wished' },
      { type: 'failed', message: 'No network.', at: 5 },
    ]
    expect(run(failed).status).toEqual({ tag: 'failed', message: 'No network.', checkedAt: 5 })
    expect(run([...failed, { type: 'check.wished' }]).requests).toEqual(['check', 'check'])
  })
})

describe('release notes', () => {
  it('become plain text, whatever was in them', () => {
    expect(
      plainNotes('<h2>New</h2><ul><li>One &amp; two</li><li>Three</li></ul><script>bad()</script>'),
    ).toBe('New\n- One & two\n- Three')
    expect(plainNotes('<img src=x onerror=alert(1)>text')).toBe('text')
    expect(plainNotes('x'.repeat(1_000_000))).toHaveLength(20_000)
  })
})

describe('why no newer version could be had', () => {
  it('is said in a line, without what the server sent and where in the code it went wrong', () => {
    const message =
      'Cannot parse releases feed: Error: 404 \n    at x (app.asar/y.js:1:2),\nXML:\n<?xml version="1.0"?><feed/>'
    expect(failureWords(new Error(message))).toBe('Cannot parse releases feed: Error: 404')
    expect(failureWords(new Error('x'.repeat(5000))).length).toBeLessThan(250)
  })

  it('is said in plain words where there is no network', () => {
    for (const message of ['net::ERR_INTERNET_DISCONNECTED', 'getaddrinfo ENOTFOUND github.com'])
      expect(failureWords(new Error(message))).toBe('the place where versions are could not be reached.')
  })
})
