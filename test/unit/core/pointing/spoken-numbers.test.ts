// What numbers mean, spoken and typed, while they are shown and while they are not.
import { describe, expect, it } from 'vitest'
import { spokenCommand, type CommandContext } from '../../../../src/core/commands/spoken-command.ts'
import { pointingRequest } from '../../../../src/core/pointing/pointing-request.ts'
import { understand } from '../../../../src/core/understanding/understand.ts'

const shown: CommandContext = {
  isAnswer: () => false,
  choices: 4,
  inFront: 'search_results',
  brainKeepsLists: false,
  numbered: 40,
  tabs: [],
}
const hidden: CommandContext = { ...shown, numbered: 0 }
const press = (line: number) => ({ type: 'view.request', action: 'number.press', line })
const take = (number: number) => ({ type: 'choice.take', number })
const request = (action: string) => ({ type: 'view.request', action })

describe('While numbers are shown', () => {
  it.each([
    ['seven', press(7)],
    ['Seven.', press(7)],
    ['7', press(7)],
    ['to', press(2)],
    ['twenty three', press(23)],
    ['click seven', press(7)],
    ['Click on number seven, please.', press(7)],
    ['press twelve', press(12)],
    ['tap number 3', press(3)],
    ['number seven', press(7)],
    ['number for', press(4)],
    ['no. 5', press(5)],
    ['open number two', press(2)],
    ['choose six', press(6)],
    ['focus nine', press(9)],
    ['button eleven', press(11)],
    ['link thirty one', press(31)],
    ['number one hundred and six', press(106)],
    ['hide numbers', request('numbers.hide')],
    ['hide the numbers', request('numbers.hide')],
    ['numbers off', request('numbers.hide')],
    // These name their own kind of number.
    ['the second result', take(2)],
    ['the last one', take(-1)],
    ['go to line seven', { ...request('line.reveal'), line: 7 }],
  ])('%j is %j', (said, action) => {
    expect(spokenCommand(said, shown)?.action).toEqual(action)
  })

  it.each(['seven files', 'click the button', 'what does seven do', 'add seven to it', 'the number'])(
    '%j is a request',
    (said) => {
      expect(spokenCommand(said, shown)).toBeNull()
    },
  )

  it('a number is pressed even if a question is open, whose choices have numbers too', () => {
    const asked = { ...shown, isAnswer: (text: string) => text === 'two' }
    expect(spokenCommand('two', asked)?.action).toEqual(press(2))
    expect(spokenCommand('two', { ...asked, numbered: 0 })?.action).toEqual({
      type: 'approval.answer',
      text: 'two',
    })
  })
})

describe('While no numbers are shown', () => {
  it.each([
    ['two', take(2)],
    ['number two', take(2)],
    ['open number three', take(3)],
    ['show numbers', request('numbers.show')],
    ['show me the numbers', request('numbers.show')],
    ['show number', request('numbers.show')],
    ['Shall numbers,', request('numbers.show')],
    ['number everything', request('numbers.show')],
    ['what can I click', request('numbers.show')],
    ['click seven', undefined],
  ])('%j is %j', (said, action) => {
    expect(spokenCommand(said, hidden)?.action).toEqual(action)
  })
})

describe('Typed into the text box', () => {
  it.each([
    ['show numbers', 0, { action: 'numbers.show' }],
    ['7', 9, { action: 'number.press', line: 7 }],
    ['click seven', 9, { action: 'number.press', line: 7 }],
    ['hide numbers', 9, { action: 'numbers.hide' }],
    ['7', 0, null],
    ['click seven', 0, null],
    ['open the readme', 9, null],
  ])('%j with %i numbers is %j', (text, numbered, expected) => {
    expect(pointingRequest(text, { numbered })).toEqual(expected)
  })

  it('elsewhere, the built-in agent is asked, which says that there are none', () => {
    expect(understand('click seven')).toEqual({ kind: 'view', action: 'number.press', line: 7 })
    expect(understand('number seven')).toEqual({ kind: 'choose', number: 7 })
  })
})
