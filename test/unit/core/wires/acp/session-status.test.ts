import type { NewSessionResponse, SessionUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import {
  begunSession,
  emptySession,
  followSession,
  MODE_ID,
  MODEL_ID,
} from '../../../../../src/core/wires/acp/session-status.ts'

const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }] }
const select = (id: string, category: string, value: string) => ({
  id,
  name: id,
  category,
  type: 'select' as const,
  currentValue: value,
  options: [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B' },
  ],
})

describe('The options of a session', () => {
  it('are its modes, and its models in the earlier form if they can be chosen', () => {
    const models = { currentModelId: 'big', availableModels: [{ modelId: 'big', name: 'Big' }] }
    const begun = { modes, models } as Omit<NewSessionResponse, 'sessionId'>
    expect(begunSession(begun, true).options).toMatchObject([
      { id: MODE_ID, kind: 'mode', value: 'ask' },
      { id: MODEL_ID, kind: 'model', value: 'big', choices: [{ value: 'big', name: 'Big' }] },
    ])
    expect(begunSession(begun, false).options).toHaveLength(1)
  })

  it('are not told twice by an agent that tells them in both forms', () => {
    const { options } = begunSession({ modes, configOptions: [select('mode', 'mode', 'a')] }, true)
    expect(options).toMatchObject([{ id: 'mode', kind: 'mode', value: 'a' }])
  })

  it('that are damaged, or of a type of the future, are left out', () => {
    const damaged = [
      { id: 'size', name: 'Size', type: 'number', currentValue: 3 },
      { id: 'none', name: 'None', type: 'select', currentValue: 'a' },
      {
        id: 'odd',
        name: 'Odd',
        type: 'select',
        currentValue: 'a',
        options: [null, 1, { name: 'A' }, { value: 'a' }],
      },
      { id: 'x'.repeat(501), name: 'Long', type: 'boolean', currentValue: true },
      select('model', 'model', 'a'),
    ]
    const configOptions = damaged as NonNullable<NewSessionResponse['configOptions']>
    expect(begunSession({ configOptions }, false).options.map(({ id }) => id)).toEqual(['model'])
  })

  it('may be grouped, or on and off', () => {
    const grouped = {
      ...select('model', 'model', 'a'),
      options: [{ group: 'g', name: 'Zen', options: [{ value: 'a', name: 'A' }] }],
    }
    const isOn = { id: 'fast', name: 'Fast', type: 'boolean' as const, currentValue: true }
    expect(begunSession({ configOptions: [grouped, isOn] }, false).options).toMatchObject([
      { kind: 'model', choices: [{ value: 'a', name: 'Zen: A' }] },
      { id: 'fast', kind: 'other', value: 'true', choices: [{ name: 'On' }, { name: 'Off' }] },
    ])
  })

  it('follow what the agent tells of them', () => {
    const begun = begunSession({ modes, configOptions: [select('model', 'model', 'a')] }, false)
    const inMode = followSession(begun, { sessionUpdate: 'current_mode_update', currentModeId: 'auto' })
    const now = followSession(inMode, {
      sessionUpdate: 'config_option_update',
      configOptions: [select('model', 'model', 'b')],
    })
    expect(now.options.map(({ value }) => value)).toEqual(['auto', 'b'])
  })
})

describe('A session', () => {
  it('stays the same object as long as nothing is different', () => {
    const usage: SessionUpdate = { sessionUpdate: 'usage_update', used: 1, size: 2 }
    const session = followSession(emptySession, usage)
    expect(followSession(session, usage)).toBe(session)
    expect(followSession(session, { sessionUpdate: 'session_info_update', _meta: {} })).toBe(session)
  })
})

describe('A damaged update of a session', () => {
  it('changes only what is whole: a cost without a currency is none', () => {
    const told = (cost: unknown) =>
      followSession(emptySession, { sessionUpdate: 'usage_update', used: 1, size: 2, cost } as SessionUpdate)
        .usage
    expect(told({ amount: 1 })).toEqual({ usedTokens: 1, contextTokens: 2, cost: null })
    expect(told({ amount: 'much', currency: 'USD' })?.cost).toBeNull()
    expect(told({ amount: Infinity, currency: 'USD' })?.cost).toBeNull()
    const commands = [
      { name: 'init', description: 'Begins', input: {} },
      { name: 'review', description: 'Looks', input: 'what' },
    ]
    const update = { sessionUpdate: 'available_commands_update', availableCommands: commands }
    expect(followSession(emptySession, update as unknown as SessionUpdate).commands).toMatchObject([
      { name: 'init', hint: null },
      { name: 'review', hint: null },
    ])
  })
})
