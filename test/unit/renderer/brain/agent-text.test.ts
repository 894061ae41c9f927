import { describe, expect, it } from 'vitest'
import {
  actsFreely,
  optionEntries,
  unusualMode,
  usageExplained,
  usageLong,
  usageShort,
  usedShare,
} from '../../../../src/renderer/brain/agent-text.ts'
import { readyBrain, type BrainOption } from '../../../../src/shared/brain-status.ts'

const usage = { usedTokens: 12_345, contextTokens: 200_000, cost: { amount: 0.0412, currency: 'USD' } }

const mode = (value: string, name = value): BrainOption => ({
  id: 'mode',
  name: 'Mode',
  kind: 'mode',
  value,
  choices: [
    { value: 'default', name: 'Default', description: null },
    { value, name, description: 'What it does.' },
  ],
})

describe('the usage of an agent', () => {
  it('is short in the status bar and longer in the popover', () => {
    expect(usageShort(usage)).toBe('12k tokens · $0.04')
    expect(usageLong(usage)).toBe('12k of 200k tokens · $0.04')
    expect(usageLong({ ...usage, usedTokens: 1234, contextTokens: 1_000_000, cost: null })).toBe(
      '1.2k of 1M tokens',
    )
  })

  it('tells the numbers in full in its tooltip', () => {
    expect(usageExplained(usage)).toBe(
      'This conversation uses 12,345 of 200,000 tokens that fit into the agent’s memory. It has cost $0.04 so far.',
    )
  })

  it('leaves out what the agent does not say', () => {
    const unknown = { ...usage, contextTokens: 0, cost: null }
    expect(usageLong(unknown)).toBe('12k tokens')
    expect(usageExplained(unknown)).toBe('This conversation uses 12,345 tokens of the agent’s memory.')
    expect(usedShare(unknown)).toBeNull()
  })

  it('never says that something was free which was not, and shows currencies nobody knows', () => {
    expect(usageShort({ ...usage, cost: { amount: 0.0004, currency: 'USD' } })).toBe(
      '12k tokens · under $0.01',
    )
    expect(usageShort({ ...usage, cost: { amount: 3, currency: 'credits' } })).toBe(
      '12k tokens · 3.00 credits',
    )
  })

  it('is full at most', () => {
    expect(usedShare({ ...usage, usedTokens: 300_000 })).toBe(1)
  })
})

describe('the mode of an agent', () => {
  it.each([
    ['plan', 'Plan Mode', 'Plan mode'],
    ['plan', 'plan', 'Plan mode'],
    ['chat', 'chat', 'Chat mode'],
    ['acceptEdits', 'Accept Edits', 'Accept Edits mode'],
  ])('%s, called “%s”, is shown as “%s”', (value, name, shown) => {
    expect(unusualMode([mode(value, name)])).toBe(shown)
  })

  it.each(['default', 'approve', 'smart_approve', 'read-only', 'build'])(
    'is not shown while it asks: %s',
    (value) => {
      expect(unusualMode([mode(value)])).toBeNull()
      expect(actsFreely([mode(value)])).toBe(false)
    },
  )

  it.each([
    'bypassPermissions',
    'acceptEdits',
    'yolo',
    'autoEdit',
    'auto-edit',
    'auto',
    'agent',
    'agent-full-access',
    'workspace-write',
  ])('is known to act without asking: %s', (value) => {
    expect(actsFreely([mode(value)])).toBe(true)
  })

  it('is not known to act freely if the agent has no modes', () => {
    expect(unusualMode([])).toBeNull()
    expect(actsFreely([])).toBe(false)
  })
})

it('the palette offers every other mode and model, but not the chosen ones and not other options', () => {
  const model: BrainOption = {
    id: 'model',
    name: 'Model',
    kind: 'model',
    value: 'large',
    choices: [
      { value: 'large', name: 'Large', description: null },
      { value: 'small', name: 'Small', description: 'Fast.' },
    ],
  }
  const other: BrainOption = { ...model, id: 'provider', kind: 'other' }
  const brain = {
    ...readyBrain('Claude Code'),
    id: 'acp',
    explanation: '',
    options: [mode('plan', 'Plan Mode'), model, other],
  }
  expect(optionEntries(brain).map(({ title, option, value }) => [title, option, value])).toEqual([
    ['Mode: Default', 'mode', 'default'],
    ['Model: Small', 'model', 'small'],
  ])
  expect(optionEntries(null)).toEqual([])
})
