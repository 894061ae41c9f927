import { describe, expect, it } from 'vitest'
import { agentCommand, chosenNumber } from '../../../../src/core/commands/agent-commands.ts'
import {
  optionChanged,
  optionTold,
  usageTold,
  whichChoice,
  whyNotUsed,
} from '../../../../src/core/commands/agent-replies.ts'
import { readyBrain, type BrainOption } from '../../../../src/shared/brain-status.ts'

const mode: BrainOption = {
  id: 'mode',
  name: 'Mode',
  kind: 'mode',
  value: 'default',
  choices: [
    { value: 'default', name: 'Always Ask', description: 'Asks for permission each time' },
    { value: 'acceptEdits', name: 'Accept Edits', description: 'Edits files without asking' },
    { value: 'plan', name: 'Plan Mode', description: 'Plans, changes nothing' },
    { value: 'bypass', name: 'Bypass Permissions', description: 'Fast: never asks' },
  ],
}
const model: BrainOption = {
  id: 'model',
  name: 'Model',
  kind: 'model',
  value: 's45',
  choices: [
    { value: 's45', name: 'Sonnet 4.5', description: 'For daily work' },
    { value: 's45-1m', name: 'Sonnet 4.5 (1M)', description: 'For long sessions' },
    { value: 'haiku', name: 'Haiku 4.5', description: 'The fastest' },
  ],
}
const offers = {
  options: [mode, model],
  commands: [
    { name: 'compact', description: '', hint: 'what to keep' },
    { name: 'review', description: '', hint: null },
    { name: 'pr-comments', description: '', hint: null },
  ],
}
const chosen = (said: string): string[] => {
  const command = agentCommand(said, offers)
  return command?.type === 'option.set' ? command.fits.map(({ value }) => value) : []
}

describe('words about the agent', () => {
  it.each([
    ['use Claude Code', 'claude'],
    ['switch to goose', 'goose'],
    ['talk to open code instead', 'opencode'],
    ['use cloud code', 'claude'],
    ['use github copilot', 'copilot'],
    ['use clod code', 'claude'],
    ['use gem in I', 'gemini'],
    ['Use gem and I.', 'gemini'],
    ['use Gwen', 'qwen'],
    ['change the agent to goose', 'goose'],
    ['use goose as my agent', 'goose'],
    ['let codecs answer', 'codex'],
  ])('“%s” switches to %s', (said, agent) => {
    expect(agentCommand(said, offers)).toMatchObject({ type: 'agent.use', agent: { brain: 'acp', agent } })
  })

  it('switch back to the built-in agent', () => {
    for (const said of ['use the built-in agent', 'switch back to the built in agent please'])
      expect(agentCommand(said, offers)).toMatchObject({
        type: 'agent.use',
        agent: { brain: 'builtin', agent: null },
      })
  })

  it.each([
    ['plan mode', 'plan'],
    ['switch to plan mode', 'plan'],
    ['use the accept edits mode', 'acceptEdits'],
    ['ask before everything', 'default'],
    ['always ask me first', 'default'],
    ['use the small model', 'haiku'],
    ['use haiku', 'haiku'],
    ['switch to haiku 4 point 5', 'haiku'],
    ['use haiku four point five', 'haiku'],
    ['planned mode', 'plan'],
    ['leave plan mode', 'default'],
    ['back to normal mode', 'default'],
    ['set the model to haiku', 'haiku'],
    ['use the bypass permissions mode', 'bypass'],
  ])('“%s” chooses %s', (said, value) => expect(chosen(said)).toEqual([value]))

  it('may fit several choices alike, and then none is chosen', () => {
    expect(chosen('use sonnet')).toEqual(['s45', 's45-1m'])
    expect(chosen('use sonnet 4.5')).toEqual(['s45'])
  })

  it('never turn the questions off by a word that is only similar', () => {
    expect(chosen('fast mode')).toEqual([])
  })

  it.each([
    'use tabs',
    'dark mode',
    'use strict mode',
    'switch to main',
    'run the build command',
    'slash foo',
  ])('do not include “%s”, which is a request like any other', (said) =>
    expect(agentCommand(said, offers)).toBeNull(),
  )

  it('mean no mode of the agent if they name something else', () => {
    expect(agentCommand('turn off dark mode', offers)).toBeNull()
  })

  it('mean nothing to an agent without choices', () => {
    for (const said of ['plan mode', 'use haiku', 'which model are you using', 'slash compact'])
      expect(agentCommand(said, { options: [], commands: [] })).toBeNull()
  })

  it.each([
    ['which model are you using', 'model', 'current'],
    ['what mode are you in', 'mode', 'current'],
    ['what modes are there', 'mode', 'all'],
    ['list the models', 'model', 'all'],
  ])('“%s” asks for the %s: %s', (said, kind, what) => {
    expect(agentCommand(said, offers)).toMatchObject({ type: 'option.tell', option: { kind }, what })
  })

  it.each([
    ['slash compact', '/compact'],
    ['slash P R comments', '/pr-comments'],
    ['slash compact keep the tests', '/compact keep the tests'],
    ['run the review command', '/review'],
    ['slash PR comments', '/pr-comments'],
  ])('“%s” is the agent’s command %s', (said, text) => {
    expect(agentCommand(said, offers)).toEqual({ type: 'command.send', text })
  })

  it.each([
    ['what did that cost', 'cost'],
    ['how much have we spent so far', 'cost'],
    ['how much context is left', 'context'],
  ])('“%s” asks for the %s', (said, what) => {
    expect(agentCommand(said, offers)).toEqual({ type: 'usage.tell', what })
  })
})

describe('what Parley says about the agent', () => {
  it('confirms a choice only as the agent reports it', () => {
    const wanted = { option: 'mode', optionName: 'Mode', value: 'plan', name: 'Plan Mode' }
    expect(optionChanged([{ ...mode, value: 'plan' }], wanted)).toBe('The mode is now Plan Mode.')
    expect(optionChanged([mode], wanted)).toBe('The agent did not change the mode. It is still Always Ask.')
  })

  it('offers choices by number', () => {
    const fits = ['Sonnet 4.5', 'Sonnet 4.5 (1M)'].map((name, at) => ({
      option: 'model',
      optionName: 'Model',
      value: String(at),
      name,
    }))
    expect(whichChoice(fits)).toBe('Two fit: 1, Sonnet 4.5; 2, Sonnet 4.5 (1M). Which number?')
    expect(chosenNumber('number two', 2)).toBe(2)
    expect(chosenNumber('the last one', 2)).toBe(2)
    expect(chosenNumber('three', 2)).toBeNull()
    expect(chosenNumber('two files', 2)).toBeNull()
  })

  it('tells the current choice and all of them', () => {
    expect(optionTold(model, 'current')).toBe('The model is Sonnet 4.5.')
    expect(optionTold(mode, 'all')).toBe(
      'The choices for mode are Always Ask, Accept Edits, Plan Mode and Bypass Permissions. Now it is Always Ask.',
    )
  })

  it('tells the cost and the context, or that the agent does not say', () => {
    const status = readyBrain('goose')
    expect(usageTold(status, 'cost')).toBe('goose does not say what it costs.')
    expect(usageTold(status, 'context')).toBe('goose does not say how much context it has used.')
    const usage = {
      usedTokens: 50_000,
      contextTokens: 200_000,
      cost: { amount: 0.42, currency: 'USD' },
    }
    expect(usageTold({ ...status, usage }, 'cost')).toBe('This conversation has cost 42 cents so far.')
    expect(usageTold({ ...status, usage }, 'context')).toBe(
      '75 percent of the context is left: 50 thousand of 200 thousand tokens are used.',
    )
  })

  it('says how to install an agent that is missing', () => {
    const goose = { brain: 'acp', agent: 'goose', title: 'goose' }
    const known = {
      id: 'goose',
      title: 'goose',
      version: '1.2.3',
      install: 'brew install goose',
      inUse: false,
    }
    expect(whyNotUsed(goose, [known])).toBeNull()
    expect(whyNotUsed(goose, [{ ...known, version: null }])).toBe(
      'goose is not installed. Install it with: brew install goose',
    )
    expect(whyNotUsed(goose, [{ ...known, inUse: true }])).toBe('goose answers already.')
    expect(whyNotUsed(goose, [])).toBe('This version of Parley cannot start goose.')
  })
})
