import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/core/commands/commands.ts'
import type { CommandTable } from '../../../../src/core/commands/command.ts'
import { matchCommand } from '../../../../src/core/commands/match-command.ts'
import { isAlmost } from '../../../../src/core/understanding/almost.ts'
import { commandCandidates, nearestSayings } from '../../../../src/core/understanding/nearest-sayings.ts'
import { understand } from '../../../../src/core/understanding/understand.ts'

const near = (said: string): string[] => nearestSayings(said, 3).map(({ label }) => label)

describe('A request that nothing fits', () => {
  it.each([
    ['something darker please', 'dark theme'],
    ['drak theme', 'dark theme'],
    ['talk slowly', 'speak slower'],
    ['speak quickly', 'speak faster'],
    ['fullscren', 'full screen'],
    ['no the other one', 'close the other tabs'],
    ['hide that window', 'minimise the window'],
    ['test it all', 'run the tests'],
    ['brach', 'what branch am I on'],
    ['conversation from scratch', 'new conversation'],
  ])('%j is near %j', (said, offered) => {
    expect(near(said)).toContain(offered)
  })

  it.each([
    'timeout',
    'retry',
    'logger',
    'parser header',
    'client',
    'session manager',
    'rename it',
    'python',
  ])('is not near %j of an invented project', (said) => {
    for (const { say } of nearestSayings(said, 10))
      expect(say).not.toMatch(/timeout|retry|logger|header|client|session manager|python/)
  })

  it('gets commands and questions together, no more than asked for', () => {
    const offers = near('close the changes')
    expect(offers.length).toBeLessThanOrEqual(3)
    expect(new Set(offers).size).toBe(offers.length)
  })

  it.each(['tell me a joke', 'hello there', "how's the weather", ''])('has nothing near: %j', (said) => {
    expect(near(said)).toEqual([])
  })

  it('is answered as quickly if it is endless', () => {
    expect(nearestSayings('dark '.repeat(100_000), 3).length).toBeLessThanOrEqual(3)
  })
})

it('Every command is offered by words that mean it', () => {
  const offered = commandCandidates(commands)
  expect(offered.length).toBeGreaterThan(50)
  for (const { say } of offered) {
    expect([say, matchCommand(say, null)]).not.toEqual([say, null])
    expect([say, understand(say).kind]).not.toEqual([say, 'unknown'])
  }
})

it('A command that is added to the table is offered', () => {
  const table: CommandTable = {
    'window.wave': {
      title: 'Wave at the user',
      phrases: ['[please] (wave|greet) (at|to) [all|the] (users|user)+'],
      action: { type: 'view.request', action: 'scroll.down' },
      done: 'Waved',
    },
  }
  expect(commandCandidates(table)).toMatchObject([{ label: 'wave at the user', say: 'wave at users' }])
})

it('Words are almost the same after one slip of the keyboard', () => {
  for (const [one, other] of [
    ['setings', 'settings'],
    ['drak', 'dark'],
    ['theem', 'theme'],
    ['branhc', 'branch'],
    ['contrest', 'contrast'],
  ] as const)
    expect([one, isAlmost(one, other), isAlmost(other, one)]).toEqual([one, true, true])
  for (const [one, other] of [
    ['redo', 'repo'],
    ['theme', 'theme'],
    ['dark', 'park'],
    ['settings', 'sitting'],
    ['tab', 'tag'],
  ] as const)
    expect([one, isAlmost(one, other)]).toEqual([one, false])
})
