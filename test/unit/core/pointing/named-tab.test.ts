// Which tab is meant, by its place or by words of its title.
import { describe, expect, it } from 'vitest'
import { spokenCommand, type CommandContext } from '../../../../src/core/commands/spoken-command.ts'
import { namedTab, whichTab } from '../../../../src/core/pointing/named-tab.ts'
import { pointingRequest } from '../../../../src/core/pointing/pointing-request.ts'

const tabs = ['input-validation.ts', 'client.ts', 'client.test.ts', 'Search: retry policy', 'Working changes']
const screen: CommandContext = {
  isAnswer: () => false,
  choices: 3,
  inFront: 'code',
  brainKeepsLists: false,
  numbered: 0,
  tabs,
}
const nth = (line: number) => ({ type: 'view.request', action: 'tab.nth', line })
const view = (action: string) => ({ type: 'view.request', action })

describe('A tab is meant by', () => {
  it.each([
    ['the third tab', nth(3)],
    ['The third tab.', nth(3)],
    ['third tab', nth(3)],
    ['open the second tab', nth(2)],
    ['go to the first tab', nth(1)],
    ['switch back to the 2nd tab please', nth(2)],
    ['tab four', nth(4)],
    ['go to tab number five', nth(5)],
    ['the last tab', view('tab.last')],
    ['go to the last tab', view('tab.last')],
    ['go back to the last tab', view('tab.previous')],
    ['open the last tab', view('tab.reopen')],
    ['the next tab', view('tab.next')],
    ['the previous tab', view('tab.previous')],
    ['switch to the validation tab', nth(1)],
    ['the validation tab', nth(1)],
    ['show me the input validation tab', nth(1)],
    ['go back to the search tab', nth(4)],
    ['the retry policy tab', nth(4)],
    ['the changes tab', nth(5)],
    ['open the client test tab', nth(3)],
    ['the client dot ts tab', nth(2)],
    ['the client tab', nth(2)],
    ['the second result', { type: 'choice.take', number: 2 }],
    ['open the third one', { type: 'choice.take', number: 3 }],
  ])('%j', (said, action) => {
    expect(spokenCommand(said, screen)?.action).toEqual(action)
  })

  it.each(['the billing tab', 'what does the tab key do', 'close every tab in the editor', 'add a tab'])(
    'nothing in %j',
    (said) => {
      expect(spokenCommand(said, screen)).toBeNull()
    },
  )
})

it('words that fit several tabs lead to a question, which its answer settles', () => {
  expect(spokenCommand('the ts tab', screen)?.action).toEqual({ type: 'tab.ask', numbers: [1, 2, 3] })
  expect(whichTab([1, 2, 3], tabs)).toBe(
    'Which tab: input-validation.ts, client.ts or client.test.ts? Say “the first tab”, for example.',
  )
  expect(namedTab('the tab', tabs)).toEqual({ tag: 'none' })
})

it('a typed request goes to a tab whichever brain answers', () => {
  expect(pointingRequest('Switch to the validation tab', { tabs })).toEqual({ action: 'tab.nth', line: 1 })
  expect(pointingRequest('the ts tab', { tabs })).toBeNull()
})
