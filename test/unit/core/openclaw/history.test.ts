import { describe, expect, it } from 'vitest'
import type { GatewayEvent } from '../../../../src/core/openclaw/gateway-event.ts'
import { aftermathOf } from '../../../../src/core/openclaw/history.ts'
import { followRun, newRun } from '../../../../src/core/openclaw/run.ts'
import { gatewayHistory, type GatewayHistory } from '../../../../src/shared/wire/openclaw-gateway.ts'
import { historyOfTools, runs } from '../../../fixtures/openclaw-trace.ts'

const user = (key: string, more: object = {}) => ({
  role: 'user',
  content: 'words',
  idempotencyKey: `${key}:user`,
  ...more,
})
const assistant = (key: string, text: string, stopReason = 'stop') => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
  stopReason,
  __openclaw: { runId: key },
})
/** What a gateway says to itself after it was restarted in the middle of a turn. */
const recovery = (key: string) => user(key, { provenance: { kind: 'internal_system' } })
const history = (messages: object[], more: object = {}): GatewayHistory =>
  gatewayHistory.parse({ messages, ...more })

describe('The record of a session', () => {
  it('tells the whole of a run that ended while nobody listened, tools first', () => {
    const aftermath = aftermathOf(gatewayHistory.parse(historyOfTools()), runs.tools)
    expect(aftermath.tag).toBe('over')
    if (aftermath.tag !== 'over') return
    expect(aftermath.events.filter(({ type }) => type === 'tool.started')).toHaveLength(6)
    expect(aftermath.events.filter(({ type }) => type === 'tool.ended')).toHaveLength(6)
    expect(aftermath.events.slice(-2)).toEqual([
      {
        type: 'text',
        key: runs.tools,
        text: 'Let me read the file first.\n\nNow an edit.\n\nAll done: I read, edited, wrote and grepped the files.',
        anew: false,
      },
      { type: 'completed', key: runs.tools, text: null },
    ])
  })

  it('tells of a command that failed meanwhile as one that failed, and of a change what it was', () => {
    const { events } = aftermathOf(gatewayHistory.parse(historyOfTools()), runs.tools) as {
      events: GatewayEvent[]
    }
    let run = newRun('r', runs.tools)
    const outcomes = events.flatMap((event) => {
      const step = followRun(run, event)
      run = step.run
      return step.events.flatMap((made) =>
        made.type === 'tool.ended' ? [[made.call.name, made.outcome] as const] : [],
      )
    })
    expect(outcomes).toMatchObject([
      ['read', { ok: true }],
      ['edit', { ok: true, output: { details: { changed: true } } }],
      ['write', { ok: true, output: { details: { created: true } } }],
      ['exec', { ok: true }],
      ['read', { ok: false }],
      ['exec', { ok: false, message: 'It ended with exit code 3.\n\noops' }],
    ])
  })

  it('does not know words that never arrived, so they may be sent again', () => {
    expect(aftermathOf(history([user('other'), assistant('other', 'Yes.')]), 'mine')).toEqual({
      tag: 'unknown',
    })
  })

  it('knows a run that is going on, even before its words are kept', () => {
    expect(aftermathOf(history([], { inFlightRun: { runId: 'mine', text: '' } }), 'mine')).toEqual({
      tag: 'running',
      key: 'mine',
      events: [],
    })
    expect(
      aftermathOf(history([user('mine')], { inFlightRun: { runId: 'heir', text: '' } }), 'mine'),
    ).toMatchObject({ tag: 'running', key: 'heir' })
    expect(
      aftermathOf(history([user('mine')], { inFlightRun: { runId: 'mine', text: 'one two' } }), 'mine'),
    ).toMatchObject({ tag: 'running', events: [{ type: 'text', key: 'mine', text: 'one two' }] })
  })

  it('knows a run that was cut off, and whether the gateway goes on with it', () => {
    expect(aftermathOf(history([user('mine')], { sessionInfo: { hasActiveRun: true } }), 'mine')).toEqual({
      tag: 'cut off',
      events: [],
      goesOn: true,
    })
    expect(aftermathOf(history([user('mine')]), 'mine')).toMatchObject({ tag: 'cut off', goesOn: false })
  })

  it('takes what the gateway did of itself after a restart for the rest of the run', () => {
    const messages = [user('mine'), recovery('heir'), assistant('heir', 'Where was I?')]
    expect(aftermathOf(history(messages), 'mine')).toEqual({
      tag: 'over',
      events: [
        { type: 'text', key: 'heir', text: 'Where was I?', anew: false },
        { type: 'completed', key: 'heir', text: null },
      ],
    })
    const going = history([user('mine'), recovery('heir')], { inFlightRun: { runId: 'heir', text: 'Whe' } })
    expect(aftermathOf(going, 'mine')).toMatchObject({
      tag: 'running',
      events: [{ key: 'heir', text: 'Whe' }],
    })
  })

  it('does not take the next turn for the rest of this one, but takes words that steered it', () => {
    const messages = [
      user('mine'),
      user('more', { __openclaw: { steerTargetRunId: 'mine' } }),
      assistant('mine', 'Mine.'),
      user('next'),
      assistant('next', 'Next.'),
    ]
    expect(aftermathOf(history(messages), 'mine')).toMatchObject({
      events: [{ text: 'Mine.' }, { type: 'completed' }],
    })
  })

  it('says that a run failed, and takes what it says of that for no reply', () => {
    const messages = [user('mine'), assistant('mine', 'The agent run failed.', 'error')]
    expect(aftermathOf(history(messages), 'mine')).toEqual({
      tag: 'over',
      events: [{ type: 'failed', key: 'mine', message: 'The agent run failed.', kind: null }],
    })
  })
})
