import { describe, expect, it } from 'vitest'
import type { GatewayEvent } from '../../../../../src/core/wires/openclaw/gateway-event.ts'
import { aftermathOf } from '../../../../../src/core/wires/openclaw/history.ts'
import { followRun, newRun } from '../../../../../src/core/wires/openclaw/run.ts'
import { gatewayHistory, type GatewayHistory } from '../../../../../src/shared/wire/openclaw-gateway.ts'
import { historyOfTools, runs } from '../../../../fixtures/openclaw-trace.ts'

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
/** The request that a gateway makes after a restart in the middle of a turn. */
const recovery = (key: string) => user(key, { provenance: { kind: 'internal_system' } })
const history = (messages: object[], more: object = {}): GatewayHistory =>
  gatewayHistory.parse({ messages, ...more })

describe('The history of a session', () => {
  it('has the whole of a run that ended in the meantime, tool calls first', () => {
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
        replaces: false,
      },
      { type: 'completed', key: runs.tools, text: null },
    ])
  })

  it('has a failed command as failed, and the diff of a change', () => {
    const { events } = aftermathOf(gatewayHistory.parse(historyOfTools()), runs.tools) as {
      events: GatewayEvent[]
    }
    let run = newRun('r', runs.tools)
    const artifacts = events.flatMap((event) => {
      const step = followRun(run, event)
      run = step.run
      return step.events.flatMap((made) =>
        made.type === 'tool.ended' ? [[made.call.name, made.artifact] as const] : [],
      )
    })
    expect(artifacts).toMatchObject([
      ['read', { kind: 'file' }],
      ['edit', { kind: 'diff' }],
      ['write', { kind: 'file' }],
      ['exec', {}],
      ['read', { kind: 'error' }],
      ['exec', { kind: 'error', message: 'It ended with exit code 3.\n\noops' }],
    ])
  })

  it('does not have a request that never arrived, so it may be sent again', () => {
    expect(aftermathOf(history([user('other'), assistant('other', 'Yes.')]), 'mine')).toEqual({
      tag: 'unknown',
    })
  })

  it('has a current run, even before its request', () => {
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

  it('has a run that was cut off, and whether the gateway continues it', () => {
    expect(aftermathOf(history([user('mine')], { sessionInfo: { hasActiveRun: true } }), 'mine')).toEqual({
      tag: 'cut off',
      events: [],
      continues: true,
    })
    expect(aftermathOf(history([user('mine')]), 'mine')).toMatchObject({ tag: 'cut off', continues: false })
  })

  it('counts what the gateway did after a restart as the rest of the run', () => {
    const messages = [user('mine'), recovery('heir'), assistant('heir', 'Where was I?')]
    expect(aftermathOf(history(messages), 'mine')).toEqual({
      tag: 'over',
      events: [
        { type: 'text', key: 'heir', text: 'Where was I?', replaces: false },
        { type: 'completed', key: 'heir', text: null },
      ],
    })
    const going = history([user('mine'), recovery('heir')], { inFlightRun: { runId: 'heir', text: 'Whe' } })
    expect(aftermathOf(going, 'mine')).toMatchObject({
      tag: 'running',
      events: [{ key: 'heir', text: 'Whe' }],
    })
  })

  it('does not count the next turn as part of this one, but counts steering requests', () => {
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

  it('has a failed run as failed, without its message in the reply', () => {
    const messages = [user('mine'), assistant('mine', 'The agent run failed.', 'error')]
    expect(aftermathOf(history(messages), 'mine')).toEqual({
      tag: 'over',
      events: [{ type: 'failed', key: 'mine', message: 'The agent run failed.', kind: null }],
    })
  })
})
